import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isGoodMoment, noteShown, noteVisit, noteWatched } from './install-memory.ts';

const minute = 60_000;
const key = 'ringside-install';

beforeEach(() => window.localStorage.clear());

describe('a good moment (41.2)', () => {
  it('is the second visit, half an hour after the first at the earliest', () => {
    noteVisit(0 + minute);
    noteVisit(30 * minute);
    expect(isGoodMoment()).toBe(false);
    noteVisit(60 * minute);
    expect(isGoodMoment()).toBe(true);
  });

  it('is not made by a clock that was set back', () => {
    noteVisit(500 * minute);
    noteVisit(10 * minute);
    noteVisit(20 * minute);
    expect(isGoodMoment()).toBe(false);
  });

  it('comes after ten minutes of video', () => {
    noteVisit(minute);
    noteWatched(599);
    expect(isGoodMoment()).toBe(false);
    noteWatched(1);
    expect(isGoodMoment()).toBe(true);
  });

  it('comes once', () => {
    noteWatched(1_000);
    noteShown();
    expect(isGoodMoment()).toBe(false);
    noteVisit(minute);
    noteVisit(10_000 * minute);
    expect(isGoodMoment()).toBe(false);
  });
});

describe('what is stored', () => {
  it.each(['', 'null', '[]', '"x"', '{"visits":"9","watchedSeconds":-1}', '{'.repeat(20_000)])(
    'may be %.30s',
    (text) => {
      window.localStorage.setItem(key, text);
      expect(isGoodMoment()).toBe(false);
      noteWatched(600);
      expect(isGoodMoment()).toBe(true);
    },
  );

  it.each(['getItem', 'setItem'] as const)(
    'is missing where a browser forbids %s: no moment is good',
    (name) => {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
      noteWatched(1_000);
      expect(isGoodMoment()).toBe(false);
    },
  );
});
