import { useState } from 'react';
import type { Block } from '../competitions/competition-types.ts';
import classes from './stream-choice.module.css';
import { useCameras } from './use-cameras.ts';

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
