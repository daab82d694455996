import '@mantine/core/styles/Skeleton.layer.css';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { locales } from '../../ui/locales.ts';
import { formatDateTime } from '../../ui/time/time.ts';
import { auditQueries } from './audit.queries.ts';
import classes from './audit-lines.module.css';
import { entryKey } from './audit-list.tsx';
import { wordsOfAction } from './audit-words.ts';
import { actorOf, nameOf } from './changes.ts';

const shownAtOnce = 5;

interface Props {
  title: string;
  /** The filter of the whole log that these lines are the beginning of. */
  filter: { actorId: string } | { entityId: string };
  /** What stands there without any line. */
  none: string;
}

/** The newest lines of the audit log about one thing, each leading to its details. */
export function AuditLines({ title, filter, none }: Props) {
  const id = useId();
  const [[field = '', value = ''] = []] = Object.entries(filter);
  const { data, isError, refetch } = useQuery({
    ...auditQueries.list({ filter: { [field]: { eq: value } }, order: ['-createdAt'], limit: shownAtOnce }),
    placeholderData: undefined,
  });
  return (
    <div>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {!data && !isError ? <Skeleton height={48} aria-label="Loading" /> : null}
      {!data && isError ? (
        <p className={classes.none}>
          This could not be loaded.{' '}
          <button type="button" className={classes.again} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : null}
      {data?.total === 0 ? <p className={classes.none}>{none}</p> : null}
      {data && data.total > 0 ? (
        <ul aria-labelledby={id} className={classes.lines}>
          {data.data.map((entry) => (
            <li key={entry.id}>
              <Link
                to={adminPaths.audit.href({ [field]: value, [entryKey]: entry.id })}
                className={classes.line}
              >
                <span className={classes.what}>
                  {[wordsOfAction(entry.action), nameOf(entry)].filter(Boolean).join(': ')}
                </span>
                <span className={classes.when}>
                  {[...('entityId' in filter ? [actorOf(entry)] : []), formatDateTime(entry.createdAt)].join(
                    ', ',
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {data && data.total > data.data.length ? (
        <Anchor component={Link} to={adminPaths.audit.href({ [field]: value })}>
          {`All ${data.total.toLocaleString(locales)}`}
        </Anchor>
      ) : null}
    </div>
  );
}
