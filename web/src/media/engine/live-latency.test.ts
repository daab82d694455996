import type Hls from 'hls.js';
import { describe, expect, it } from 'vitest';
import { createLiveLatency } from './live-latency.ts';

const details = { live: true, partHoldBack: 1.05, targetduration: 2, edge: 100, fragmentStart: 40, endCC: 7 };

/** The part of hls.js that this file drives, with its own reaction to a stall. */
class FakeHls {
  lowLatencyMode = true;
  latestLevelDetails = details;
  #stalls = 0;
  #base = 3;

  get targetLatency() {
    return this.#base + Math.min(this.#stalls, details.targetduration);
  }
  set targetLatency(seconds: number) {
    this.#base = seconds;
    this.#stalls = 0;
  }
  stall() {
    this.#stalls += 1;
  }
}

function setUp() {
  let nowMs = 0;
  const video = document.createElement('video');
  const latency = createLiveLatency(video, () => nowMs);
  const fake = new FakeHls();
  const hls = fake as unknown as Hls;
  latency.onPlaylist(hls, details);
  return {
    fake,
    hls,
    latency,
    video,
    stall() {
      fake.stall();
      latency.onStall(hls);
    },
    /** Plays on, with a playlist three times a second. */
    play(seconds: number, playlist = details) {
      const until = nowMs + seconds * 1000;
      for (nowMs += 250; nowMs <= until; nowMs += 250) latency.onPlaylist(hls, playlist);
      nowMs = until;
    },
  };
}

describe('the distance to the edge', () => {
  it('begins a little above what the playlist demands, and stays there', () => {
    const { fake, play } = setUp();
    expect(fake.targetLatency).toBe(1.25);
    play(60);
    expect(fake.targetLatency).toBe(1.25);
  });

  it('grows by a second with a stall, and shrinks by a quarter after each 7 s without one', () => {
    const { fake, play, stall } = setUp();
    stall();
    expect(fake.targetLatency).toBe(2.25);
    play(6.75);
    expect(fake.targetLatency).toBe(2.25);
    play(0.25);
    expect(fake.targetLatency).toBe(2);
    play(7);
    expect(fake.targetLatency).toBe(1.75);
    play(14);
    expect(fake.targetLatency).toBe(1.25);
    play(60);
    expect(fake.targetLatency).toBe(1.25);
  });

  it('counts the 7 s anew from a stall, and from the end of a pause', () => {
    const { fake, play, stall, latency } = setUp();
    stall();
    play(6);
    stall();
    play(6);
    expect(fake.targetLatency).toBe(3.25);
    latency.onStart();
    play(6);
    expect(fake.targetLatency).toBe(3.25);
    play(1);
    expect(fake.targetLatency).toBe(3);
  });

  it('follows a playlist that demands another distance', () => {
    const { fake, play } = setUp();
    play(1, { ...details, partHoldBack: 2 });
    expect(fake.targetLatency).toBe(2.2);
  });

  it('begins anew in a player that was rebuilt', () => {
    const { latency } = setUp();
    const rebuilt = new FakeHls();
    latency.onPlaylist(rebuilt as unknown as Hls, details);
    expect(rebuilt.targetLatency).toBe(1.25);
  });

  it.each([
    ['a recording', { live: false }],
    ['a live stream without parts', { partHoldBack: 0 }],
  ])('is left to hls.js for %s', (_, change) => {
    const latency = createLiveLatency(document.createElement('video'), () => 0);
    const fake = new FakeHls();
    fake.latestLevelDetails = { ...details, ...change };
    for (let stall = 0; stall < 3; stall += 1) latency.onStall(fake as unknown as Hls);
    latency.onPlaylist(fake as unknown as Hls, { ...details, ...change });
    expect([fake.targetLatency, fake.lowLatencyMode]).toEqual([3, true]);
  });
});

describe('a feed that was lost', () => {
  const slate = { ...details, edge: 103.5, endCC: 8 };

  /** Chromium's element, which has played until here. The one of the tests is always paused and empty. */
  function setUpAt(currentTime: number, element: { paused?: boolean; readyState?: number } = {}) {
    const state = setUp();
    Object.defineProperties(state.video, {
      paused: { value: element.paused ?? false },
      readyState: { value: element.readyState ?? state.video.HAVE_CURRENT_DATA },
    });
    state.video.currentTime = currentTime;
    return state;
  }

  it('leaves the player no further behind: it goes to the edge of the slate, by the distance of before', () => {
    const { fake, play, stall, video } = setUpAt(99.9);
    stall();
    play(0.25, slate);
    expect([fake.targetLatency, video.currentTime]).toEqual([1.25, 102.25]);
  });

  it('is left only once', () => {
    const { play, video } = setUpAt(99.9);
    play(0.25, slate);
    video.currentTime = 101;
    play(0.25, { ...slate, edge: 104 });
    expect(video.currentTime).toBe(101);
  });

  it.each([
    ['still plays what came of it', 99.9, { readyState: 4 }],
    ['is paused', 99.9, { paused: true }],
    ['went back in time', 60, {}],
    ['is at the edge of the new feed already', 102.5, {}],
  ])('is not left by a viewer whose player %s', (_, position, element) => {
    const { play, video } = setUpAt(position, element);
    play(0.25, slate);
    expect(video.currentTime).toBe(position);
  });
});

describe('parts that stall again and again', () => {
  it('give way to whole segments with the third stall within a minute', () => {
    const { fake, play, stall, latency, video } = setUp();
    video.currentTime = 98.5;
    stall();
    play(29);
    stall();
    play(29);
    expect([latency.usesParts(), fake.lowLatencyMode]).toEqual([true, true]);
    stall();
    expect([latency.usesParts(), fake.lowLatencyMode]).toEqual([false, false]);
    expect(fake.targetLatency).toBe(6);
    expect(video.currentTime).toBe(94);
    // For good: also without any further stall, and in a rebuilt player.
    play(600);
    expect([fake.targetLatency, fake.lowLatencyMode]).toEqual([6, false]);
  });

  it('stay when the stalls are further apart', () => {
    const { fake, play, stall, latency } = setUp();
    for (let minute = 0; minute < 10; minute += 1) {
      stall();
      play(31);
    }
    expect([latency.usesParts(), fake.lowLatencyMode]).toEqual([true, true]);
  });

  it('stay when it was the feed that stalled: the slate or another encoder follows', () => {
    const { fake, play, stall, latency } = setUp();
    for (let outage = 1; outage < 6; outage += 1) {
      stall();
      play(4, { ...details, endCC: 7 + outage });
    }
    expect([latency.usesParts(), fake.lowLatencyMode]).toEqual([true, true]);
  });

  it('do not take a viewer who went back in time away from there', () => {
    const { stall, video, fake } = setUp();
    video.currentTime = 60;
    for (let count = 0; count < 3; count += 1) stall();
    expect([fake.lowLatencyMode, video.currentTime]).toEqual([false, 60]);
  });
});

describe('a player that has just started (28.43)', () => {
  /** Playing at this position, with everything up to the edge in its buffer. */
  function playing(position: number, bufferedUntil = 100) {
    const parts = setUp();
    const { video, latency } = parts;
    latency.onOpen();
    const state = { currentTime: position, paused: false, bufferedUntil };
    Object.defineProperties(video, {
      readyState: { value: video.HAVE_ENOUGH_DATA },
      paused: { get: () => state.paused },
      currentTime: {
        get: () => state.currentTime,
        set: (value: number) => {
          state.currentTime = value;
        },
      },
      buffered: { get: () => ({ length: 1, start: () => 60, end: () => state.bufferedUntil }) },
    });
    return { ...parts, state };
  }

  it('goes to its distance from the edge once, when it is more than a second too far behind', () => {
    const { state, play } = playing(95);
    play(0.25);
    expect(state.currentTime).toBe(98.75);
    state.currentTime = 94;
    play(20);
    expect(state.currentTime).toBe(94);
  });

  it('leaves a smaller distance to the speed of the picture', () => {
    const { state, play } = playing(98);
    play(20);
    expect(state.currentTime).toBe(98);
  });

  it('waits until it has loaded the place, for at most 10 s', () => {
    const { state, play } = playing(90, 95);
    play(20);
    expect(state.currentTime).toBe(90);
  });

  it.each([
    ['has paused', { currentTime: 90, paused: true }],
    ['looks back', { currentTime: 80, paused: false }],
  ])('stays where it is when somebody %s', (_, change) => {
    const { state, play } = playing(90, 95);
    play(0.25);
    Object.assign(state, change, { bufferedUntil: 100 });
    play(20);
    expect(state.currentTime).toBe(change.currentTime);
  });
});

// docs/product.md, 16.22
describe('answers that come late', () => {
  it('lead to whole segments, far enough behind for them, at the second in a row', () => {
    const { fake, hls, latency } = setUp();
    for (const ms of [1500, 200, 1500]) latency.onAnswer(hls, ms);
    expect([latency.usesParts(), latency.isLate()]).toEqual([true, false]);
    latency.onAnswer(hls, 1500);
    expect([latency.usesParts(), latency.isLate()]).toEqual([false, true]);
    expect(fake).toMatchObject({ lowLatencyMode: false, targetLatency: 12 });
  });

  it('are no matter in a replay', () => {
    const { fake, hls, latency } = setUp();
    fake.latestLevelDetails = { ...details, live: false };
    for (const ms of [1500, 1500, 1500]) latency.onAnswer(hls, ms);
    expect(latency.isLate()).toBe(false);
  });
});
