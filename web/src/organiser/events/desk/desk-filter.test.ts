import { expect, it } from 'vitest';
import type { DeskBlock, DeskStream } from './desk.queries.ts';
import { deskFilterOf, filteredBlocks } from './desk-filter.ts';

const stream = (id: string, status: DeskStream['status']) => ({ id, status }) as DeskStream;
const blocks = [
  { id: 'main', liveStreams: [stream('ring', 'active'), stream('corner', 'inactive')] },
  { id: 'late', liveStreams: [stream('hall', 'inactive')] },
  { id: 'empty', liveStreams: [] },
] as unknown as DeskBlock[];

const idsOf = (shown: DeskBlock[]) =>
  shown.map(({ id, liveStreams }) => [id, ...liveStreams.map((s) => s.id)]);
const none = new Set<string>();

it('reads the filter from the address, and ignores what is not there', () => {
  expect(deskFilterOf(new URLSearchParams('show=active&block=late'), blocks)).toEqual({
    status: 'active',
    blockId: 'late',
  });
  expect(deskFilterOf(new URLSearchParams('show=x&block=gone'), blocks)).toEqual({
    status: 'all',
    blockId: '',
  });
});

it('shows everything without a filter, blocks without streams too', () => {
  expect(idsOf(filteredBlocks(blocks, { status: 'all', blockId: '' }, none))).toEqual([
    ['main', 'ring', 'corner'],
    ['late', 'hall'],
    ['empty'],
  ]);
});

it('leaves the streams of one state, and no block without one', () => {
  expect(idsOf(filteredBlocks(blocks, { status: 'active', blockId: '' }, none))).toEqual([['main', 'ring']]);
  expect(idsOf(filteredBlocks(blocks, { status: 'inactive', blockId: 'late' }, none))).toEqual([
    ['late', 'hall'],
  ]);
});

it('keeps a stream that has left the state while the filter is on', () => {
  const stays = new Set(['corner']);
  expect(idsOf(filteredBlocks(blocks, { status: 'active', blockId: '' }, stays))).toEqual([
    ['main', 'ring', 'corner'],
  ]);
});
