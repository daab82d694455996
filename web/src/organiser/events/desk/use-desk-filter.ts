import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskBlock } from './desk.queries.ts';
import { type DeskFilter, deskFilterOf, filteredBlocks } from './desk-filter.ts';

const noneStay: ReadonlySet<string> = new Set();

/** The quick filter of the desk, in the address, and the blocks that it leaves. */
export function useDeskFilter(blocks: readonly DeskBlock[]) {
  const [search, setSearch] = useSearchParams();
  const filter = deskFilterOf(search, blocks);
  const key = `${filter.status} ${filter.blockId}`;
  const [seen, setSeen] = useState({ key, ids: noneStay });
  const stays = seen.key === key ? seen.ids : noneStay;
  const shown = filteredBlocks(blocks, filter, stays);
  const ids = shown.flatMap(({ liveStreams }) => liveStreams.map(({ id }) => id));
  if (seen.key !== key || ids.some((id) => !stays.has(id)))
    setSeen({ key, ids: new Set([...stays, ...ids]) });

  function change(next: Partial<DeskFilter>) {
    const { status, blockId } = { ...filter, ...next };
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('show');
        changed.delete('block');
        if (status !== 'all') changed.set('show', status);
        if (blockId !== '') changed.set('block', blockId);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { filter, shown, change };
}
