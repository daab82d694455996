import { blockPhase, streamToShow, watchableStreams } from '@ringside/rules/card';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Cameras } from '../../media/cameras.ts';
import { useClock } from '../../ui/time/use-now.ts';
import type { Block, Broadcast } from '../competitions/competition-types.ts';
import classes from './stream-choice.module.css';

/** What a stream of a live block offers instead of its live picture. */
const words: Partial<Record<NonNullable<Broadcast>, string>> = {
  waiting: 'Starts soon',
  interrupted: 'Interrupted',
  ended: 'Replay',
};

/** The streams of a block (rings, languages or cameras), lowest weight first; undefined with less than two. */
export function useCameras(block: Block, featuredId: string | null): Cameras | undefined {
  const [search, setSearch] = useSearchParams();
  const streams = watchableStreams(block);
  const shown = streamToShow(block, { chosenId: search.get('stream'), featuredId });
  const isLive = useClock((now) => blockPhase(block, now)) === 'live';
  if (streams.length < 2 || !shown) return undefined;
  return {
    options: streams.map(({ id, name, broadcast }) => ({
      value: id,
      label: name,
      state: (isLive && broadcast && words[broadcast]) || undefined,
    })),
    value: shown.id,
    onChange: (id) => setSearch({ stream: id }, { replace: true, preventScrollReset: true }),
  };
}

/** Lets the viewer choose a stream of the block, beside the player. */
export function StreamChoice({ block, featuredId }: { block: Block; featuredId: string | null }) {
  const cameras = useCameras(block, featuredId);
  // The choice shows at once; the page follows when the router has.
  const [chosen, setChosen] = useState(cameras?.value);
  const [shown, setShown] = useState(cameras?.value);
  if (shown !== cameras?.value) {
    setShown(cameras?.value);
    setChosen(cameras?.value);
  }
  if (!cameras) return null;
  return (
    <fieldset className={classes.choice}>
      <legend className="eyebrow">Camera</legend>
      <div className={classes.options}>
        {cameras.options.map(({ value, label, state }) => (
          <label key={value} className={classes.option}>
            <input
              type="radio"
              name="stream"
              checked={value === chosen}
              onChange={() => {
                setChosen(value);
                cameras.onChange(value);
              }}
            />
            <span>{label}</span>
            {state ? <span className={classes.state}>{state}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
