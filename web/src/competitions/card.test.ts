import { describe, expect, it } from 'vitest';
import { fakeBlock, fakeCompetition, fakeStream } from '../test/fake-competition.ts';
import { blockAfter, blocksInOrder, blockToShow, liveBlock, nextBlock, streamToShow } from './card.ts';

const undercard = fakeBlock('Undercard', { from: -3, to: -1 });
const mainCard = fakeBlock('Main card', { from: -1, to: 2 });
const afterparty = fakeBlock('Afterparty', { from: 3, to: 4 });
const night = fakeCompetition([afterparty, undercard, mainCard]);
const hour = 3_600_000;
const inHours = (hours: number) => Date.now() + hours * hour;

describe('the card', () => {
  it('is sorted by time', () => {
    expect(blocksInOrder(night).map(({ name }) => name)).toEqual(['Undercard', 'Main card', 'Afterparty']);
  });

  it.each([
    ['during a block', 0, 'Main card'],
    ['between blocks', 2.5, undefined],
    ['after everything', 9, undefined],
  ])('finds the live block %s', (_, hours, name) => {
    expect(liveBlock(night, inHours(hours))?.name).toBe(name);
  });

  it('prefers the block that began last when two overlap', () => {
    const extra = fakeBlock('Title fight', { from: -0.5, to: 1 });
    expect(liveBlock(fakeCompetition([mainCard, extra]), inHours(0))?.name).toBe('Title fight');
  });

  it('finds the next block by the clock and by the card', () => {
    expect(nextBlock(night, inHours(0))?.name).toBe('Afterparty');
    expect(blockAfter(night, mainCard)?.name).toBe('Afterparty');
    expect(blockAfter(night, afterparty)).toBeUndefined();
  });
});

describe('the block on the live page', () => {
  it.each([
    ['the first block before the event', -9, undefined, 'Undercard'],
    ['the live block', 0, undefined, 'Main card'],
    ['the next block between two blocks', 2.5, undefined, 'Afterparty'],
    ['the watched block after its end', 2.5, mainCard.id, 'Main card'],
    ['the next block once it begins', 3.5, mainCard.id, 'Afterparty'],
    ['the last block after the event', 9, undefined, 'Afterparty'],
  ])('is %s', (_, hours, watchedId, name) => {
    expect(blockToShow(night, inHours(hours), watchedId)?.name).toBe(name);
  });
});

describe('the stream of a block', () => {
  const main = fakeStream({ id: 'main', weight: 1 });
  const corner = fakeStream({ id: 'corner', weight: 2 });
  const off = fakeStream({ id: 'off', weight: 1, status: 'inactive' });
  const block = fakeBlock('Main card', { from: -1, to: 2 }, { liveStreams: [corner, off, main] });

  it.each([
    ['the active one with the lowest weight', null, 'main'],
    ['the chosen one', 'corner', 'corner'],
    ['not a chosen one that is off', 'off', 'main'],
    ['not a chosen one that does not exist', 'nonsense', 'main'],
  ])('is %s', (_, chosen, id) => {
    expect(streamToShow(block, chosen)?.id).toBe(id);
  });

  it('is none while all are off', () => {
    expect(streamToShow({ ...block, liveStreams: [off] }, null)).toBeUndefined();
  });
});
