import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { type Bout, bellQueries, type StoredBell } from '../bell/bell.queries.ts';
import { bellInWords } from '../bell/bell-words.ts';
import { deskQueries, type StreamPath, setVenueDelay } from './desk.queries.ts';
import classes from './desk-page.module.css';
import { delayOf } from './picture-delay-of.ts';

interface Props {
  path: StreamPath;
  venueDelayMs: number;
  /** When the picture on the screen was taken, by its own clock; null: it has none. */
  takenAt: () => number | null;
}

/** How much later than a moment its picture is stamped: a tap at the bell that is seen in the preview measures it. */
export function PictureDelay(props: Props) {
  const { permissions } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!holdsAll(permissions, ['event:bell', 'event:read'])) return null;
  return (
    <div className={classes.delay}>
      <p className={classes.muted}>
        {`Pictures are stamped ${inSeconds(props.venueDelayMs)} after their moment. `}
        <button
          type="button"
          className={classes.linkButton}
          onClick={() => setIsOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          {isOpen ? 'Close' : 'Measure'}
        </button>
      </p>
      {isOpen ? <Measure {...props} onDone={() => setIsOpen(false)} /> : null}
    </div>
  );
}

type Measured = { delayMs: number; bell: StoredBell; bout: Bout | undefined } | 'no-clock' | 'no-bell';

function Measure({ path, venueDelayMs, takenAt, onDone }: Props & { onDone: () => void }) {
  const { data } = useQuery(bellQueries.board(path.eventId));
  const queryClient = useQueryClient();
  const [measured, setMeasured] = useState<Measured>();
  const [isSending, setIsSending] = useState(false);

  function measure() {
    const taken = takenAt();
    if (taken === null) return setMeasured('no-clock');
    const found = delayOf(taken, data?.bells ?? []);
    if (!found) return setMeasured('no-bell');
    setMeasured({ ...found, bout: data?.bouts.find(({ id }) => id === found.bell.boutId) });
  }

  async function use(delayMs: number) {
    setIsSending(true);
    try {
      await setVenueDelay(path, delayMs);
      showToast({ title: `Pictures are stamped ${inSeconds(delayMs)} after their moment`, tone: 'success' });
      onDone();
    } catch {
      // The problem was shown.
    }
    setIsSending(false);
    await queryClient.invalidateQueries(deskQueries.detail(path.eventId));
  }

  return (
    <div className={classes.measure}>
      <p>Watch the picture, and press at the moment when you see the bell of a round in it.</p>
      <Button variant="default" onClick={measure}>
        I see the bell now
      </Button>
      <p role="status">{measured === undefined ? '' : wordsOf(measured, venueDelayMs)}</p>
      {typeof measured === 'object' ? (
        <Button loading={isSending} onClick={() => void use(measured.delayMs)}>
          {`Use ${inSeconds(measured.delayMs)}`}
        </Button>
      ) : null}
    </div>
  );
}

function wordsOf(measured: Measured, knownMs: number): string {
  if (measured === 'no-clock') return 'This picture tells no time, so its delay cannot be measured.';
  if (measured === 'no-bell') return 'No bell of a round was rung within 30 seconds before this picture.';
  const { bell, bout, delayMs } = measured;
  const name = bout ? `“${bellInWords(bell, bout)}”` : 'The bell';
  return `${name} was seen ${inSeconds(delayMs)} after it was rung. Until now it is ${inSeconds(knownMs)}.`;
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
