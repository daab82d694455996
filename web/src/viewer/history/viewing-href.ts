import { paths } from '../../paths.ts';
import type { Viewing } from './history.queries.ts';

/** The page that plays it, with the camera that was watched. */
export function viewingHref({ competition, block, liveStreamId }: Viewing) {
  return `${paths.block.href(competition.slug, block.slug)}?stream=${liveStreamId}`;
}
