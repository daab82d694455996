import { Button } from '@mantine/core';
import { type Bell, boutState, elapsedInRound, nextBell, otherBells } from '@ringside/rules/bell';
import { nameIn } from '@ringside/rules/bout-words';
import { useEffect, useRef } from 'react';
import { useNow } from '../../../ui/time/use-now.ts';
import type { Bout } from './bell.queries.ts';
import classes from './bell-page.module.css';
import { bellInWords, clockInWords, stateInWords } from './bell-words.ts';
import { HoldButton } from './hold-button.tsx';
import type { useBell } from './use-bell.ts';

interface Props extends Pick<ReturnType<typeof useBell>, 'ring'> {
  bout: Bout;
  bells: readonly Bell[];
  /** "Fight 3 of 9" */
  place: string;
}

/** Somebody else's tap may change the button under a finger that is on its way: so long it is deaf. */
const deafMs = 1_000;

/** One bout at the bell: the large button is always the next step. */
export function BellPanel({ bout, bells, place, ring }: Props) {
  const now = useNow();
  const state = boutState(bells, now + deafMs);
  const next = nextBell(state, bout);
  const meaning = next ? bellInWords(next, bout) : undefined;
  const guard = useMeaningGuard(meaning);
  const others = otherBells(state, bout);
  const press = (bell: typeof next) => {
    if (!bell || guard.isDeaf()) return;
    guard.expectChange();
    ring(bout, bell);
  };
  return (
    <section aria-label={`${nameIn(bout, 'red')} against ${nameIn(bout, 'blue')}`} className={classes.panel}>
      <p className={classes.place}>{[place, bout.title].filter(Boolean).join(' · ')}</p>
      <h2 className={classes.names}>
        <span className="display" data-corner="red">
          {nameIn(bout, 'red')}
        </span>
        <span className="display" data-corner="blue">
          {nameIn(bout, 'blue')}
        </span>
      </h2>
      <p className={`tabular ${classes.state}`} role="status">
        <span>{stateInWords(state)}</span>
        <RunningClock bells={bells} now={now} isRunning={state.phase === 'round'} />
      </p>
      {meaning ? (
        <button type="button" className={`display ${classes.bell}`} onClick={() => press(next)}>
          {meaning}
        </button>
      ) : null}
      <div className={classes.others}>
        {others.map((bell) => {
          const words = bellInWords(bell, bout);
          return bell.kind === 'stopped' || bell.kind === 'over' ? (
            <HoldButton key={words} onHeld={() => press(bell)}>{`Hold: ${words}`}</HoldButton>
          ) : (
            <Button key={words} size="lg" variant="default" onClick={() => press(bell)}>
              {words}
            </Button>
          );
        })}
      </div>
    </section>
  );
}

function RunningClock({
  bells,
  now,
  isRunning,
}: {
  bells: readonly Bell[];
  now: number;
  isRunning: boolean;
}) {
  const seconds = isRunning ? elapsedInRound(bells, now)?.seconds : undefined;
  // A screen reader hears the state, not each second.
  return seconds === undefined ? null : <span aria-hidden>{clockInWords(seconds)}</span>;
}

function useMeaningGuard(meaning: string | undefined) {
  const known = useRef({ meaning, isOwn: false, changedAt: 0 });
  useEffect(() => {
    const { current } = known;
    if (current.meaning === meaning) return;
    known.current = { meaning, isOwn: false, changedAt: current.isOwn ? 0 : performance.now() };
  }, [meaning]);
  return {
    isDeaf: () => known.current.changedAt > 0 && performance.now() - known.current.changedAt < deafMs,
    expectChange: () => {
      known.current.isOwn = true;
    },
  };
}
