import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ErrorState } from '../../ui/state/state-panel.tsx';
import { settingsQueries } from './settings.queries.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsList } from './settings-list.tsx';
import classes from './settings-page.module.css';
import { SystemSection } from './system-section.tsx';

/** What visitors see of the site, and whether everything behind it works. */
export default function SettingsPage() {
  const { permissions } = useSession();
  const mayChange = holdsAll(permissions, ['settings:update']);
  const { data, isError, refetch } = useQuery(settingsQueries.settings());
  return (
    <>
      <PageHead title="Settings" />
      <div className={classes.sections}>
        <section aria-labelledby="settings-site">
          <h2 id="settings-site" className={classes.heading}>
            The site
          </h2>
          {isError && !data ? <ErrorState onRetry={refetch} /> : null}
          {data && mayChange ? <SettingsForm stored={data} /> : null}
          {data && !mayChange ? <SettingsList settings={data.value} /> : null}
          {!data && !isError ? <Skeleton height={480} /> : null}
        </section>
        <SystemSection mayChange={mayChange} />
      </div>
    </>
  );
}
