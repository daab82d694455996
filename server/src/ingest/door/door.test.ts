import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Door, type Place } from './door.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function enterAll(door: Door, address: string): Place[] {
  const places: Place[] = [];
  for (let place = door.enter(address); place; place = door.enter(address)) places.push(place);
  return places;
}

function bringWrongKeys(door: Door, address: string, count = 10) {
  for (let key = 0; key < count; key += 1) door.enter(address)?.leave(true);
}

describe('a network', () => {
  it('has ten places, and each can be taken again (28.7)', () => {
    const door = new Door();
    const places = enterAll(door, '192.0.2.1');
    expect(places).toHaveLength(10);
    for (const place of places) {
      place.leave(false);
      place.leave(false);
    }
    expect(enterAll(door, '192.0.2.1')).toHaveLength(10);
    expect(door.enter('192.0.2.2')?.mostBytes).toBe(64 * 1024);
  });

  it('with ten wrong keys in a minute has three places, for less, and others have theirs (28.7)', () => {
    const door = new Door();
    bringWrongKeys(door, '192.0.2.1', 9);
    expect(door.enter('192.0.2.1')?.mostBytes).toBe(64 * 1024);
    bringWrongKeys(door, '192.0.2.1', 1);
    const places = enterAll(door, '192.0.2.1');
    expect(places.map(({ mostBytes }) => mostBytes)).toEqual([16 * 1024, 16 * 1024]);
    expect(enterAll(door, '192.0.2.2')).toHaveLength(10);
    vi.advanceTimersByTime(60_000);
    expect(enterAll(door, '192.0.2.1')).toHaveLength(7);
  });

  it('that goes on so waits a moment for each place, and a right key for none (28.7)', () => {
    const door = new Door();
    bringWrongKeys(door, '192.0.2.1');
    for (let round = 0; round < 5; round += 1) {
      bringWrongKeys(door, '192.0.2.1', 2);
      // The third place is free for the right key, again and again.
      for (let again = 0; again < 5; again += 1) {
        const place = door.enter('192.0.2.1');
        expect(place).toBeDefined();
        place?.leave(false);
      }
      bringWrongKeys(door, '192.0.2.1', 1);
      expect(door.enter('192.0.2.1')).toBeUndefined();
      vi.advanceTimersByTime(250);
    }
  });
});

it('has 300 places for all networks together', () => {
  const door = new Door();
  const places = Array.from({ length: 40 }, (_, at) => enterAll(door, `192.0.2.${at}`)).flat();
  expect(places).toHaveLength(300);
  places[0]?.leave(false);
  expect(door.enter('198.51.100.1')).toBeDefined();
});
