import { Button } from '@mantine/core';
import { blockPhase, hasReplay } from '@ringside/rules/card';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { serverOrigin } from '../../../config.ts';
import { EventPicture } from '../../../ui/pictures/event-picture.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { DateTime } from '../../../ui/time/date-time.tsx';
import { durationInWords } from '../../../ui/time/time.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Block } from '../../competitions/competition-types.ts';
import { competitionsQueries } from '../../competitions/competitions.queries.ts';
import { CalendarButton } from '../../competitions/poster/calendar-button.tsx';
import { RemindMe } from '../../reminders/remind-me.tsx';
import type { SoldItem } from '../shop.queries.ts';
import classes from './checkout-page.module.css';
import { Actions, Step } from './checkout-step.tsx';
import moment from './you-are-in.module.css';

interface Props {
  /** undefined: it no longer exists. */
  first: SoldItem | undefined;
  /** What was bought, and for how much. */
  bought: string;
  /** The page on which it is watched. */
  to: string;
}

/** The ticket is the viewer's: watch now, or what can be taken along until it begins (25.4). */
export function YouAreIn({ first, bought, to }: Props) {
  const queryClient = useQueryClient();
  const { data: competition } = useQuery({
    ...competitionsQueries.detail(first?.eventSlug ?? ''),
    enabled: first !== undefined,
  });
  // What the cache says about accesses and offers is from before the payment.
  useEffect(() => void queryClient.invalidateQueries({ refetchType: 'none' }), [queryClient]);
  const block = competition?.blocks.find(({ slug }) => slug === first?.blockSlug);
  const startDate = (block ?? competition)?.startDate;
  return (
    <>
      <EventPicture
        pictureId={competition?.pictureId}
        sizes="(min-width: 34rem) 34rem, 100vw"
        isPriority
        className={moment.poster ?? ''}
      />
      <Step title="You are in.">
        <p className={classes.text}>{bought}</p>
        {competition && startDate ? (
          <Start startDate={startDate} timezone={competition.timezone}>
            <Actions>
              {competition.status === 'public' ? (
                <CalendarButton competitionId={competition.id} isMain />
              ) : null}
              <RemindMe competition={competition} />
              <Button component={Link} to={to} size="lg" variant="default">
                To the event
              </Button>
            </Actions>
          </Start>
        ) : null}
        {startDate ? <Watch to={to} startDate={startDate} block={block} /> : <WatchButton to={to} />}
        <div className={moment.phone}>
          <p className={classes.text}>Also on your phone</p>
          <QrCode
            text={new URL(to, serverOrigin).href}
            label={`The address of this page for your phone: ${to}`}
          />
        </div>
      </Step>
    </>
  );
}

const hasBegun = (startDate: string) => (now: number) => (now >= Date.parse(startDate) ? 1 : 0);
const minuteMs = 60_000;

/** Until it begins. */
function Start({
  startDate,
  timezone,
  children,
}: {
  startDate: string;
  timezone: string;
  children: ReactNode;
}) {
  const isOn = useClock(hasBegun(startDate)) === 1;
  const words = useClock((now) =>
    durationInWords(Math.max(0, Math.ceil((Date.parse(startDate) - now) / minuteMs)) * minuteMs),
  );
  if (isOn) return null;
  return (
    <>
      <p className={classes.text}>
        <strong>{`Starts in ${words}`}</strong>
        <br />
        <DateTime instant={startDate} venueZone={timezone} />
      </p>
      {children}
    </>
  );
}

/** Nothing is promised of a block that is over without a replay. */
function Watch({ to, startDate, block }: { to: string; startDate: string; block: Block | undefined }) {
  const isOn = useClock(hasBegun(startDate)) === 1;
  const phase = useClock((now) => (block ? blockPhase(block, now) : 'live'));
  if (!isOn) return null;
  if (!block || phase === 'live' || hasReplay(block)) return <WatchButton to={to} />;
  return (
    <Actions>
      <Button component={Link} to={to} size="lg">
        To the event
      </Button>
    </Actions>
  );
}

function WatchButton({ to }: { to: string }) {
  return (
    <Actions>
      <Button component={Link} to={to} size="lg" leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}>
        Watch now
      </Button>
    </Actions>
  );
}
