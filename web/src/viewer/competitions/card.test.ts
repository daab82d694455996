import {
  blockAfter,
  blockPhase,
  blocksInOrder,
  blockToShow,
  hasReplay,
  liveBlock,
  nextBlock,
  pictureOf,
  streamToShow,
} from '@ringside/rules/card';
import { describe, expect, it } from 'vitest';
import { fakeBlock, fakeCompetition, fakeStream } from '../../test/fake-competition.ts';
import type { Broadcast } from './competition-types.ts';

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
    expect(blockToShow(night, inHours(hours), { watchedId })?.name).toBe(name);
  });

  it('is the live block with the featured stream while that is active, unless the viewer has chosen a stream', () => {
    const extra = fakeBlock('Title fight', { from: -0.5, to: 1 });
    const featured = fakeCompetition([mainCard, extra], { featuredStreamId: 'main-card-stream' });
    expect(blockToShow(featured, inHours(0))?.name).toBe('Main card');
    expect(blockToShow(featured, inHours(0), { chosenId: 'title-fight-stream' })?.name).toBe('Title fight');
    const off = { ...mainCard, liveStreams: [fakeStream({ id: 'main-card-stream', status: 'inactive' })] };
    expect(blockToShow({ ...featured, blocks: [off, extra] }, inHours(0))?.name).toBe('Title fight');
    const later = fakeCompetition([mainCard, afterparty], { featuredStreamId: 'afterparty-stream' });
    expect(blockToShow(later, inHours(0))?.name).toBe('Main card');
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
    expect(streamToShow(block, { chosenId: chosen, featuredId: null })?.id).toBe(id);
  });

  it('is the featured one, unless the viewer has chosen', () => {
    expect(streamToShow(block, { chosenId: null, featuredId: 'corner' })?.id).toBe('corner');
    expect(streamToShow(block, { chosenId: 'main', featuredId: 'corner' })?.id).toBe('main');
    expect(streamToShow(block, { chosenId: null, featuredId: 'off' })?.id).toBe('main');
  });

  it('is none while all are off', () => {
    expect(
      streamToShow({ ...block, liveStreams: [off] }, { chosenId: null, featuredId: 'off' }),
    ).toBeUndefined();
  });
});

describe('a block that encoders feed', () => {
  const fed = (...broadcasts: Broadcast[]) => ({
    ...mainCard,
    liveStreams: broadcasts.map((broadcast, index) => fakeStream({ id: `camera-${index}`, broadcast })),
  });

  it.each<[string, Broadcast[], hours: number, phase: string]>([
    ['while it waits', ['waiting'], 0, 'live'],
    ['before its start, whatever is rehearsed', ['ended'], -2, 'upcoming'],
    ['that runs late', ['live'], 3, 'live'],
    ['that runs late without a picture', ['interrupted'], 3, 'live'],
    ['that ended early', ['ended'], 0, 'past'],
    ['of which one camera has ended', ['ended', 'live'], 0, 'live'],
    ['after its end', ['ended'], 3, 'past'],
    ['after its end, without any picture', ['waiting'], 3, 'past'],
    ['beside a stream without an encoder', ['ended', null], 0, 'live'],
  ])('has the phase of its pictures: %s', (_, broadcasts, hours, phase) => {
    expect(blockPhase(fed(...broadcasts), inHours(hours))).toBe(phase);
  });

  it('does not count a stream that is switched off', () => {
    const off = fakeStream({ id: 'off', status: 'inactive', broadcast: 'live' });
    const block = { ...mainCard, liveStreams: [off, fakeStream({ broadcast: 'ended' })] };
    expect(blockPhase(block, inHours(0))).toBe('past');
    expect(blockPhase({ ...block, liveStreams: [off] }, inHours(3))).toBe('past');
  });

  it.each<[Broadcast[], string]>([
    [['waiting'], 'waiting'],
    [['waiting', 'interrupted'], 'interrupted'],
    [['interrupted', 'live'], 'live'],
    [['waiting', null], 'live'],
    [[], 'live'],
  ])('offers the best of %s: %s', (broadcasts, picture) => {
    expect(pictureOf(fed(...broadcasts))).toBe(picture);
  });

  it('has a replay only of what was broadcast', () => {
    expect(hasReplay(fed('waiting'))).toBe(false);
    expect(hasReplay(fed('waiting', 'ended'))).toBe(true);
    expect(hasReplay(mainCard)).toBe(true);
  });
});
