import { describe, expect, it } from 'vitest';
import type { Picture } from './card-states.ts';
import { createPictureClock } from './picture-clock.ts';

type Channel = NonNullable<Parameters<typeof createPictureClock>[0]>;
type Listener = Parameters<Channel['addEventListener']>[1];

/** Two tabs of one browser, whose messages arrive at once: a page, and one that shows these pictures. */
let time = 0;
function openTabs(shown: Picture[]) {
  time = 0;
  const listeners: Listener[] = [];
  const channelOf = (index: number): Channel => ({
    postMessage: (data) => listeners[1 - index]?.({ data }),
    addEventListener: (_type, listener) => {
      listeners[index] = listener;
    },
  });
  return {
    page: createPictureClock(
      channelOf(0),
      'page',
      () => [],
      () => time,
    ),
    watching: createPictureClock(channelOf(1), 'watching', () => shown),
  };
}

const ring: Picture = { liveStreamId: 'ring', takenAt: 1_000, isAtEdge: false };

describe('the clock of the picture', () => {
  it('tells a page that asks what the other tab shows now', () => {
    const shown = [ring];
    const { page, watching } = openTabs(shown);
    page.ask();
    expect(page.pictures()).toEqual([ring]);
    shown[0] = { ...ring, takenAt: 5_000 };
    page.ask();
    expect(page.pictures()).toEqual(shown);
    expect([page.isShown(['ring']), watching.isShown(['ring']), watching.isShown(['other'])]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('forgets a tab that stops or is closed, and knows one that comes back', () => {
    const shown = [ring];
    const { page, watching } = openTabs(shown);
    page.ask();
    watching.leave();
    // It may be loading anew.
    expect(page.pictures()).toEqual([ring]);
    time = 10_000;
    expect(page.pictures()).toEqual([]);
    watching.comeBack();
    expect(page.pictures()).toEqual([ring]);
    shown.length = 0;
    page.ask();
    expect(page.pictures()).toEqual([]);
  });

  it('forgets a tab that has crashed after ten minutes of silence', () => {
    const { page } = openTabs([ring]);
    page.ask();
    time = 9 * 60_000;
    expect(page.pictures()).toEqual([ring]);
    time = 10 * 60_000;
    expect(page.pictures()).toEqual([]);
  });

  it('works without a channel', () => {
    const alone = createPictureClock(undefined, 'alone', () => [ring]);
    alone.ask();
    expect(alone.pictures()).toEqual([ring]);
  });
});
