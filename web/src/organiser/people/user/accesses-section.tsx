import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import classes from '../../../ui/account/account-page.module.css';
import { Loaded } from '../../../ui/account/loaded.tsx';
import { Section } from '../../../ui/account/section.tsx';
import { locales } from '../../../ui/locales.ts';
import { formatDateTime } from '../../../ui/time/time.ts';
import { authorityQueries } from '../authority.queries.ts';

const shownAtOnce = 10;
const stateWords = { waiting: 'Waiting', current: 'Now', future: 'Later', past: 'Ended' };

/** What the user may watch, the newest first. */
export function AccessesSection({ userId }: { userId: string }) {
  const accesses = useQuery(authorityQueries.accesses(userId, shownAtOnce));
  return (
    <Section title="Accesses" lead="What was granted to the user, or bought.">
      <Loaded query={accesses}>
        {({ data, total }) =>
          data.length === 0 ? (
            <p className={classes.empty}>No access yet.</p>
          ) : (
            <>
              <ul className={classes.list}>
                {data.map(({ id, eventId, event, block, startDate, endDate, state, isPaid }) => (
                  <li key={id} className={classes.row}>
                    <div className={classes.rowText}>
                      <Anchor component={Link} to={adminPaths.event.href(eventId)} className={classes.name}>
                        {block ? `${event.name}, ${block.name}` : event.name}
                      </Anchor>
                      <span className={classes.meta}>
                        {`${stateWords[state]}: ${formatDateTime(startDate)} to ${endDate ? formatDateTime(endDate) : 'for ever'}${isPaid ? ', paid' : ''}`}
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
              {total > data.length ? (
                <p
                  className={classes.empty}
                >{`The newest ${data.length} of ${total.toLocaleString(locales)}.`}</p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
