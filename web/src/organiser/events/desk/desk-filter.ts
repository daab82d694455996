import type { DeskBlock, DeskStream } from './desk.queries.ts';

/** An evening with more streams than this gets the quick filter. */
export const filterFrom = 7;

export interface DeskFilter {
  status: 'all' | DeskStream['status'];
  /** Empty: all blocks. */
  blockId: string;
}

/** The filter in the address; a block that is gone counts as none. */
export function deskFilterOf(search: URLSearchParams, blocks: readonly DeskBlock[]): DeskFilter {
  const status = search.get('show');
  const blockId = search.get('block') ?? '';
  return {
    status: status === 'active' || status === 'inactive' ? status : 'all',
    blockId: blocks.some(({ id }) => id === blockId) ? blockId : '',
  };
}

/**
 * The blocks with the streams that the filter leaves; without a filter also the blocks that have none.
 * @param stays streams that were shown under this filter already: the next card must not slip under the finger that has just
 * switched one of them.
 */
export function filteredBlocks(
  blocks: readonly DeskBlock[],
  { status, blockId }: DeskFilter,
  stays: ReadonlySet<string>,
): DeskBlock[] {
  return blocks
    .filter(({ id }) => blockId === '' || id === blockId)
    .map((block) => ({
      ...block,
      liveStreams: block.liveStreams.filter(
        (stream) => status === 'all' || stream.status === status || stays.has(stream.id),
      ),
    }))
    .filter(({ liveStreams }) => status === 'all' || liveStreams.length > 0);
}
