import type { Settings } from './settings.queries.ts';
import { labels } from './settings-labels.ts';
import classes from './settings-page.module.css';

/** For users who may read the settings, but not change them. */
export function SettingsList({ settings }: { settings: Settings }) {
  const fields = Object.keys(labels) as (keyof typeof labels)[];
  return (
    <dl className={classes.card}>
      {fields.map((field) => (
        <div key={field} className={classes.fact}>
          <dt>{labels[field]}</dt>
          <dd>{settings[field] ?? 'None'}</dd>
        </div>
      ))}
    </dl>
  );
}
