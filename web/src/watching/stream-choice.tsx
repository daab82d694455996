import { useSearchParams } from 'react-router';
import { streamToShow, watchableStreams } from '../competitions/card.ts';
import type { Block } from '../competitions/competition-types.ts';
import classes from './stream-choice.module.css';

/** Lets the viewer choose a stream of the block (ring, language or camera); the lowest weight comes first. */
export function StreamChoice({ block }: { block: Block }) {
  const [search, setSearch] = useSearchParams();
  const streams = watchableStreams(block);
  const shown = streamToShow(block, search.get('stream'));
  if (streams.length < 2) return null;
  return (
    <fieldset className={classes.choice}>
      <legend className="eyebrow">Stream</legend>
      <div className={classes.options}>
        {streams.map(({ id, name }) => (
          <label key={id} className={classes.option}>
            <input
              type="radio"
              name="stream"
              checked={id === shown?.id}
              onChange={() => setSearch({ stream: id }, { replace: true, preventScrollReset: true })}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
