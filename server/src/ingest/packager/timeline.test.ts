import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Timeline, type TrackName } from './timeline.ts';

let timeline: Timeline;
beforeEach(() => {
  timeline = new Timeline(5_000);
});

/** Sends frames 40 ms apart, sound and picture in turn, as the clocks of the encoder say. */
function send(
  from: number,
  count: number,
  timestampOf: (track: TrackName, ms: number) => number | undefined,
) {
  const places: Record<TrackName, number[]> = { video: [], audio: [] };
  for (let ms = from; ms < from + count * 40; ms += 40)
    for (const track of ['video', 'audio'] as const) {
      const timestamp = timestampOf(track, ms);
      if (timestamp !== undefined) places[track].push(timeline.place(track, timestamp >>> 0, 5_000 + ms));
    }
  return places;
}

describe('Timeline', () => {
  it('begins where the stream is, whatever the timestamp of the encoder', () => {
    expect(timeline.place('video', 123_456, 5_000)).toBe(5_000);
    expect(timeline.place('video', 123_496, 5_040)).toBe(5_040);
  });

  it('goes on over the wrap of the timestamps after 49 days', () => {
    timeline.place('video', 2 ** 32 - 20, 5_000);
    expect(timeline.place('video', 20, 5_040)).toBe(5_040);
  });

  it.each([200, -200, 2_900, -2_900])('keeps a sound that is %i ms beside the picture', (offset) => {
    const { video, audio } = send(0, 50, (track, ms) => (track === 'audio' ? ms + offset : ms));
    expect(video).toEqual(Array.from({ length: 50 }, (_, index) => 5_000 + index * 40));
    expect(audio.map((ms, index) => ms - (video[index] ?? 0))).toEqual(Array(50).fill(offset));
    expect(timeline.jumps).toBe(0);
  });

  it.each([4_000, -4_000, 7 * 86_400_000, 2 ** 31])(
    'brings a sound together with the picture whose clock is %i ms away, once',
    (offset) => {
      const { video, audio } = send(0, 50, (track, ms) => (track === 'audio' ? ms + offset : ms));
      expect(audio).toEqual(video);
      expect(timeline.jumps).toBe(0);
    },
  );

  it.each([
    ['ten hours forward', 36_000_000],
    ['ten hours back', -36_000_000],
    ['four seconds forward', 4_000],
    ['two seconds back', -2_000],
    ['200 ms back', -200],
  ])('a jump of both by %s leaves neither a gap nor latency', (_, step) => {
    send(0, 50, (_, ms) => 40_000_000 + ms);
    const { video, audio } = send(2_000, 50, (_, ms) => 40_000_000 + ms + step);
    expect(video).toEqual(Array.from({ length: 50 }, (_, index) => 7_000 + index * 40));
    expect(audio.map((ms, index) => Math.abs(ms - (video[index] ?? 0)))).toEqual(Array(50).fill(0));
    expect(timeline.jumps).toBe(1);
  });

  it.each(['video', 'audio'] as const)('a jump of %s alone moves the other one nowhere', (jumping) => {
    send(0, 50, (_, ms) => ms);
    const { video, audio } = send(2_000, 50, (track, ms) => (track === jumping ? ms + 5_000 : ms));
    expect(video).toEqual(audio);
    expect(video[0]).toBe(7_000);
    expect(timeline.jumps).toBe(1);
  });

  it('an encoder that left pictures out catches up with the clock by a long step', () => {
    send(0, 10, (_, ms) => ms);
    // Nothing came for six seconds, and what is sent then is of now.
    expect(timeline.place('video', 6_400, 11_400)).toBe(11_400);
    expect(timeline.jumps).toBe(0);
  });

  it('two clocks that drift apart stay within four seconds', () => {
    const { video, audio } = send(0, 2_000, (track, ms) => (track === 'audio' ? ms * 0.9 : ms));
    for (const [index, ms] of video.entries())
      expect(Math.abs((audio[index] ?? 0) - ms)).toBeLessThanOrEqual(4_100);
  });

  it('goes by the measured rate of a clock that is slow', () => {
    timeline.rate = 1 / 0.9;
    const { video, audio } = send(0, 100, (_, ms) => Math.round(ms * 0.9));
    expect(video.at(-1)).toBeCloseTo(5_000 + 99 * 40, -1);
    expect(audio.at(-1)).toBeCloseTo(5_000 + 99 * 40, -1);
  });

  it('never runs back for longer than encoders reorder, whatever the timestamps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('video' as const, 'audio' as const), fc.nat(2 ** 32 - 1)), {
          maxLength: 50,
        }),
        (frames) => {
          const timeline = new Timeline(1_000);
          const latest: Partial<Record<TrackName, number>> = {};
          for (const [track, timestamp] of frames) {
            const ms = timeline.place(track, timestamp, 1_000);
            expect(ms).toBeGreaterThanOrEqual((latest[track] ?? -2_000) - 100);
            latest[track] = ms;
          }
        },
      ),
    );
  });
});
