import { useEffect, useRef, useState } from 'react';
import { useTemporal } from './temporal.ts';
import { readWallTime, wallTimeOf } from './wall-time.ts';

interface Options {
  /** An instant, or empty. */
  value: string;
  zone: string;
  onChange: (instant: string) => void;
}

interface Draft {
  day: string;
  time: string;
}

/**
 * What stands in the two inputs of a wall time. It is kept as a draft while it stands for no single instant: half typed,
 * never, or twice. The value is empty meanwhile, so that nothing else is saved in its place.
 */
export function useWallDraft({ value, zone, onChange }: Options) {
  const temporal = useTemporal();
  const [draft, setDraft] = useState<Draft>();
  const [resets, setResets] = useState(0);
  const sent = useRef(value);
  const [day = '', time = ''] =
    (value === '' ? undefined : temporal && wallTimeOf(temporal, value, zone)?.split('T')) ?? [];
  // The value has changed elsewhere: discarded, taken from the server, or moved with the zone.
  if (draft && value !== sent.current) {
    setDraft(undefined);
    setResets(resets + 1);
  }
  const shown = value === '' && draft && value === sent.current ? draft : { day, time };
  const isComplete = shown.day !== '' && shown.time !== '';
  const wall =
    temporal && isComplete ? readWallTime(temporal, `${shown.day}T${shown.time}`, zone) : undefined;

  function send(instant: string) {
    sent.current = instant;
    onChange(instant);
  }
  function change(part: Partial<Draft>) {
    const next = { ...shown, ...part };
    const read =
      temporal && next.day !== '' && next.time !== ''
        ? readWallTime(temporal, `${next.day}T${next.time}`, zone)
        : undefined;
    setDraft(next);
    send(read?.kind === 'one' ? read.instant : '');
  }

  // Another zone may make a draft clear.
  const settled = value === '' && wall?.kind === 'one' ? wall.instant : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the zone has settled.
  useEffect(() => {
    if (settled) send(settled);
  }, [settled]);

  /** A clock that gets an empty time empties itself, also while it is half typed: it keeps the last whole one. */
  const lastTime = useRef(time);
  if (shown.time !== '') lastTime.current = shown.time;
  const clock = { key: resets, value: lastTime.current };
  return { isReady: temporal !== undefined, ...shown, clock, wall, change, choose: send };
}
