import type { ReactNode } from 'react';
import { type Tone, ToneBadge } from '../../ui/badges/tone-badge.tsx';
import { formatDateTime } from '../../ui/time/time.ts';
import type { Adapter } from './settings.queries.ts';
import classes from './settings-page.module.css';

const states: Record<Adapter['state'], { words: string; tone: Tone }> = {
  ok: { words: 'Works', tone: 'good' },
  warning: { words: 'Needs attention', tone: 'warning' },
  failed: { words: 'Does not work', tone: 'warning' },
  missing: { words: 'Not set up', tone: 'plain' },
};

interface Props {
  title: string;
  name: string;
  state: Adapter['state'];
  detail: string;
  lastError?: Adapter['lastError'];
  action?: ReactNode;
}

export function StateCard({ title, name, state, detail, lastError, action }: Props) {
  const { words, tone } = states[state];
  return (
    <li className={classes.state}>
      <div className={classes.stateHead}>
        <h3>{title}</h3>
        <ToneBadge tone={tone}>{words}</ToneBadge>
      </div>
      <p className={classes.name}>{name}</p>
      <p>{detail}</p>
      {lastError ? (
        <p className={classes.fault}>
          Last failure, {formatDateTime(lastError.at)}: {lastError.detail}
        </p>
      ) : null}
      {action}
    </li>
  );
}
