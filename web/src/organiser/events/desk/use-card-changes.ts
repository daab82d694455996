import { boutState } from '@ringside/rules/bell';
import { useQuery } from '@tanstack/react-query';
import { placesOf, proposedBanner } from '../banner/banner-words.ts';
import { bellQueries } from '../bell/bell.queries.ts';
import { bellsByBout } from '../bell/use-bell.ts';
import type { Desk } from './desk.queries.ts';

/** How the bouts that are still to come have changed, in lines for a banner. The desk's stream brings the card. */
export function useCardChanges({ event, blocks }: Desk): string[] {
  const { data } = useQuery({ ...bellQueries.board(event.id), enabled: false });
  if (!data) return [];
  const bells = bellsByBout(data.bells);
  const places = placesOf(
    blocks.map((block) => ({ block, bouts: data.bouts.filter(({ blockId }) => blockId === block.id) })),
  );
  return data.bouts
    .filter(({ id, status }) => status !== 'announced' && boutState(bells.get(id) ?? []).phase !== 'over')
    .map((bout) => proposedBanner(bout, places.get(bout.id) ?? 'Fight'));
}
