import { Button } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCashBanknoteOff,
  IconDeviceTv,
  IconHistory,
  IconKey,
  IconMail,
  IconScale,
  IconShoppingCart,
  IconTicket,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { type Tone, ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import type { Entry, Explanation, Mend } from './support.queries.ts';
import classes from './timeline.module.css';
import { Moment, Times } from './times.tsx';
import { useMend } from './use-mend.ts';

const icons: Record<Entry['kind'], typeof IconTicket> = {
  access: IconTicket,
  'access-change': IconHistory,
  order: IconShoppingCart,
  refund: IconCashBanknoteOff,
  dispute: IconScale,
  block: IconCalendarEvent,
  'playback-session': IconDeviceTv,
  'sign-in': IconKey,
  mail: IconMail,
};

const kindWords: Record<Entry['kind'], string> = {
  access: 'Access',
  'access-change': 'Change',
  order: 'Order',
  refund: 'Refund',
  dispute: 'Dispute',
  block: 'Block',
  'playback-session': 'Device',
  'sign-in': 'Sign-in',
  mail: 'Mail',
};

const states: Record<Entry['state'], { words: string; tone: Tone }> = {
  waiting: { words: 'Waiting', tone: 'warning' },
  current: { words: 'Current', tone: 'good' },
  future: { words: 'Not started', tone: 'plain' },
  past: { words: 'Ended', tone: 'plain' },
  live: { words: 'Active', tone: 'good' },
  ended: { words: 'Ended', tone: 'plain' },
  queued: { words: 'Not sent yet', tone: 'warning' },
  sent: { words: 'Sent', tone: 'good' },
  'given-up': { words: 'Could not be sent', tone: 'warning' },
  done: { words: 'Done', tone: 'plain' },
  pending: { words: 'Waiting', tone: 'warning' },
  paid: { words: 'Paid', tone: 'good' },
  refunded: { words: 'Refunded', tone: 'plain' },
  disputed: { words: 'Disputed', tone: 'warning' },
  expired: { words: 'Not paid', tone: 'plain' },
  revoked: { words: 'Revoked', tone: 'plain' },
  succeeded: { words: 'Done', tone: 'good' },
  failed: { words: 'Failed: no money went back', tone: 'warning' },
  canceled: { words: 'Canceled: no money went back', tone: 'warning' },
  inquiry: { words: 'Asked', tone: 'warning' },
  open: { words: 'Open', tone: 'warning' },
  won: { words: 'Won', tone: 'good' },
  lost: { words: 'Lost', tone: 'plain' },
};

const reasons: Record<NonNullable<Entry['reason']>, string> = {
  'device-limit': 'Ended because a third device began to watch.',
  replacement: 'Ended because the same device began again.',
  expiry: 'Ended because the device was silent for a minute: closed, asleep or without network.',
  stop: 'Ended by the viewer, or by an organiser.',
  access: 'Ended because the access no longer allowed it.',
  shared: 'Ended because several people played its address.',
};

/** Everything that happened and will happen, the newest first. */
export function Timeline({ explanation }: { explanation: Explanation }) {
  const { timeline, hasMore } = explanation;
  return (
    <section className={classes.timeline} aria-labelledby="support-timeline">
      <h2 id="support-timeline">What happened</h2>
      {timeline.length === 0 ? <p className={classes.more}>Nothing is known about this person.</p> : null}
      <ol>
        {timeline.map((entry) => (
          <TimelineItem
            key={`${entry.kind}${entry.id}${entry.at}${entry.detail}`}
            entry={entry}
            explanation={explanation}
          />
        ))}
      </ol>
      {hasMore ? <p className={classes.more}>Older entries are left out.</p> : null}
    </section>
  );
}

function TimelineItem({ entry, explanation }: { entry: Entry; explanation: Explanation }) {
  const { kind, id, orderId, at, until, state, detail, reason, deviceName, actorName } = entry;
  const Icon = icons[kind];
  const { words, tone } = states[state];
  const stop = explanation.mends.find(
    ({ code, targetId }) => code === 'end-playback-session' && targetId === id,
  );
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon size={20} aria-label={kindWords[kind]} role="img" />
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <strong>{detail}</strong>
          {state === 'done' ? null : <ToneBadge tone={tone}>{words}</ToneBadge>}
        </div>
        <p>
          <EntryTimes kind={kind} at={at} until={until} zone={explanation.event.timezone} />
        </p>
        {deviceName ? <p>{deviceName}</p> : null}
        {reason ? <p>{reasons[reason]}</p> : null}
        {actorName ? <p>By {actorName}</p> : null}
        {orderId ? (
          <p>
            <Link to={adminPaths.order.href(orderId)}>Open the order</Link>
          </p>
        ) : null}
        {stop ? <StopButton mend={stop} explanation={explanation} /> : null}
      </div>
    </li>
  );
}

function StopButton({ mend, explanation }: { mend: Mend; explanation: Explanation }) {
  const { run, isPending } = useMend(explanation);
  return (
    <Button
      variant="default"
      className={classes.action as string}
      loading={isPending}
      onClick={() => void run(mend)}
    >
      Stop this device
    </Button>
  );
}

/** A window without an end lasts for ever; a device without one still watches. Of a mail and an order only the
 *  last moment counts. */
function EntryTimes({ kind, at, until, zone }: Pick<Entry, 'kind' | 'at' | 'until'> & { zone: string }) {
  const isWindow = kind === 'access' || kind === 'block';
  if (kind === 'mail' || kind === 'order') return <Moment at={until ?? at} zone={zone} />;
  return until !== null || isWindow ? (
    <Times from={at} to={until} zone={zone} />
  ) : (
    <Moment at={at} zone={zone} />
  );
}
