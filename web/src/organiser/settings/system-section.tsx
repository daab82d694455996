import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/state/state-panel.tsx';
import { formatDateTime } from '../../ui/time/time.ts';
import { TurnedAway } from '../turned-away/turned-away.tsx';
import { settingsQueries } from './settings.queries.ts';
import classes from './settings-page.module.css';
import { StateCard } from './state-card.tsx';
import { TestMailButton } from './test-mail-button.tsx';

const kinds = {
  database: 'Database',
  video: 'Video',
  mail: 'Mail',
  storage: 'Pictures',
  payment: 'Payment',
  provider: 'Sign-in provider',
} as const;

/** Which parts run, what is missing, and what failed last. */
export function SystemSection({ mayChange }: { mayChange: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery(settingsQueries.system());
  return (
    <section aria-labelledby="settings-system">
      <div className={classes.headingLine}>
        <h2 id="settings-system" className={classes.heading}>
          The system
        </h2>
        {data ? (
          <Button
            variant="subtle"
            color="gray"
            loading={isFetching}
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => void refetch()}
          >
            Check again
          </Button>
        ) : null}
      </div>
      {isError && !data ? <ErrorState onRetry={refetch} /> : null}
      {!data && !isError ? <Skeleton height={480} /> : null}
      {data ? (
        <>
          <ul className={classes.states}>
            {data.adapters.map((adapter) => (
              <StateCard
                key={`${adapter.kind}${adapter.name}`}
                title={kinds[adapter.kind]}
                {...adapter}
                action={adapter.kind === 'mail' && mayChange ? <TestMailButton /> : null}
              />
            ))}
            <StateCard
              title="Backup"
              name={data.backup.lastAt ? formatDateTime(data.backup.lastAt) : 'None'}
              state={data.backup.state}
              detail={data.backup.detail}
            />
            <StateCard
              title="Clean-up"
              name={formatDateTime(data.cleanUp.lastAt)}
              state={data.cleanUp.state}
              detail={data.cleanUp.detail}
            />
          </ul>
          {data.attempts.length > 0 ? (
            <div className={classes.attempts}>
              <h3>Encoders that were turned away</h3>
              <p>Their key was never read, or no stream has it. The others are shown at their stream.</p>
              <TurnedAway attempts={data.attempts} />
            </div>
          ) : null}
          <p className={classes.version}>
            Ringside {data.version}, as of {formatDateTime(data.at)}
          </p>
          <ul className={classes.links} aria-label="Read more">
            {data.links.map(({ title, href }) => (
              <li key={href}>
                <a href={href} rel="noreferrer">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
