import { expect, it } from 'vitest';
import { HealthRecorder, type Sample } from './health-history.ts';

const sample = (bitsPerSecond: number): Sample => ({ bitsPerSecond, framesPerSecond: 25, behindSeconds: 0 });

it('has a figure for each five seconds, and a gap where no encoder was connected', () => {
  const recorder = new HealthRecorder();
  expect(recorder.history).toBeNull();
  let read = 0;
  for (let ms = 1_000; ms <= 16_000; ms += 250)
    recorder.tick(ms, () => (++read === 2 ? undefined : sample(read)));
  expect(read).toBe(3);
  expect(recorder.history).toEqual({
    until: '1970-01-01T00:00:15.000Z',
    stepSeconds: 5,
    bitsPerSecond: [1, null, 3],
    framesPerSecond: [25, null, 25],
    behindSeconds: [0, null, 0],
  });
});

it('holds five minutes at most, also when the process stood still for an hour', () => {
  const recorder = new HealthRecorder();
  for (let step = 0; step <= 100; step += 1) recorder.tick(step * 5_000, () => sample(step));
  expect(recorder.history?.bitsPerSecond).toHaveLength(60);
  expect(recorder.history?.bitsPerSecond.at(0)).toBe(41);
  recorder.tick(3_600_000, () => sample(7));
  expect(recorder.history?.bitsPerSecond).toEqual([...Array(59).fill(null), 7]);
});

it('is not moved by a clock that runs back', () => {
  const recorder = new HealthRecorder();
  recorder.tick(10_000, () => sample(1));
  recorder.tick(15_000, () => sample(2));
  recorder.tick(4_000, () => sample(3));
  expect(recorder.history?.bitsPerSecond).toEqual([2]);
});
