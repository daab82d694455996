import { blockPhase, streamToShow, watchableStreams } from '@ringside/rules/card';
import { useSearchParams } from 'react-router';
import type { Cameras } from '../../media/cameras.ts';
import { useClock } from '../../ui/time/use-now.ts';
import type { Block, Broadcast } from '../competitions/competition-types.ts';

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
