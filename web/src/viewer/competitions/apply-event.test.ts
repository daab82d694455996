import { describe, expect, it } from 'vitest';
import { fakeBlock, fakeCompetition, fakeStream } from '../../test/fake-competition.ts';
import { applyEvent, changesAccess, hasUnknownBlock } from './apply-event.ts';

const main = fakeBlock('Main card', { from: -1, to: 2 }, { description: 'Three bouts' });
const night = fakeCompetition([main]);
const { id, slug, name, status, startDate, endDate, timezone } = night;
const times = ({
  id: blockId,
  slug: blockSlug,
  name: blockName,
  startDate: from,
  endDate: to,
}: typeof main) => ({
  id: blockId,
  slug: blockSlug,
  name: blockName,
  startDate: from,
  endDate: to,
  paymentRequired: false,
});
const schedule = (blocks: ReturnType<typeof times>[]) => ({
  id: '1',
  event: 'competition' as const,
  data: { id, slug, name, status, startDate, endDate, timezone, blocks },
});

describe('applyEvent', () => {
  it('changes the times of a block and keeps what the event does not say', () => {
    const later = '2026-11-21T23:00:00+00:00';
    const after = applyEvent(night, schedule([{ ...times(main), endDate: later }]));
    expect(after.blocks).toEqual([{ ...main, endDate: later }]);
    expect(after.content).toBe(night.content);
  });

  it('adds and removes blocks', () => {
    const extra = fakeBlock('Title fight', { from: 2, to: 3 });
    const event = schedule([times(extra)]);
    expect(hasUnknownBlock(night, event)).toBe(true);
    const after = applyEvent(night, event);
    expect(after.blocks.map((block) => [block.name, block.liveStreams])).toEqual([['Title fight', []]]);
    expect(hasUnknownBlock(after, event)).toBe(false);
  });

  it('changes the streams of the blocks that it knows, and what is shown first', () => {
    const off = [fakeStream({ status: 'inactive' })];
    const after = applyEvent(night, {
      id: '1',
      event: 'streams',
      data: {
        featuredStreamId: 'stream-1',
        blocks: [
          { blockId: main.id, liveStreams: off },
          { blockId: 'unknown', liveStreams: [] },
        ],
      },
    });
    expect(after.blocks[0]?.liveStreams).toEqual(off);
    expect(after.featuredStreamId).toBe('stream-1');
  });

  it('ignores a kind of event that this client does not know', () => {
    expect(applyEvent(night, { id: '1', event: 'confetti', data: {} } as never)).toBe(night);
  });
});

it('knows when the right to watch changes', () => {
  expect(changesAccess(night, applyEvent(night, schedule([times(main)])))).toBe(false);
  expect(changesAccess(night, applyEvent(night, schedule([{ ...times(main), paymentRequired: true }])))).toBe(
    true,
  );
});
