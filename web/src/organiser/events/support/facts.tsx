import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { EventStatusBadge } from '../../../ui/badges/status-badges.tsx';
import { formatDate } from '../../../ui/time/time.ts';
import classes from './facts.module.css';
import type { Explanation } from './support.queries.ts';
import { Times } from './times.tsx';

/** What the person at the phone may be asked next: the account, the block and the access. */
export function Facts({ explanation }: { explanation: Explanation }) {
  const { user, email, event, block, window } = explanation;
  const zone = event.timezone;
  return (
    <dl className={classes.facts}>
      <Fact term="Account">
        {user ? (
          <>
            <Link to={adminPaths.user.href(user.id)}>{user.name}</Link>, {user.email}
            <span className={classes.note}>
              {accountNote(user)}. Since {formatDate(user.createdAt)}.
            </span>
          </>
        ) : (
          `None has the address ${email}`
        )}
      </Fact>
      <Fact term="Event">
        <Link to={adminPaths.event.href(event.id)}>{event.name}</Link>{' '}
        <EventStatusBadge status={event.status} />
      </Fact>
      <Fact term="Block">
        {block.name}
        <span className={classes.note}>
          <Times from={block.startDate} to={block.endDate} zone={zone} />
        </span>
        <span className={classes.note}>
          {block.paymentRequired ? 'Needs an access' : 'Needs no access'}.{' '}
          {block.liveStreams === 0
            ? 'No live stream.'
            : `${block.activeStreams} of ${block.liveStreams} live streams active.`}
        </span>
      </Fact>
      <Fact term="Access">
        {window ? (
          <Link to={adminPaths.access.href(window.accessId)}>
            <Times from={window.startDate} to={window.endDate} zone={zone} />
          </Link>
        ) : (
          'None'
        )}
      </Fact>
    </dl>
  );
}

function accountNote({ emailVerified, invitedAt }: NonNullable<Explanation['user']>) {
  if (invitedAt) return `Invited on ${formatDate(invitedAt)}, not accepted yet`;
  return emailVerified ? 'The address is confirmed' : 'The address is not confirmed';
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
