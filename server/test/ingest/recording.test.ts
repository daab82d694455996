/** What a recording keeps when the disk is full, slow or was cut off. */
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRecording } from '../../src/ingest/recordings/recording.ts';
import { readRecording } from '../../src/media/origin/videos/recorded-video.ts';

const root = await mkdtemp(path.join(tmpdir(), 'ringside-recording-'));
afterAll(() => rm(root, { recursive: true }));

const segment = (number: number) => ({
  name: `1-${number}`,
  seconds: 2,
  startMs: number * 2_000,
  atMs: 1_000_000 + number * 2_000,
  init: { name: 'init-1001', codecs: 'avc1.640028', width: 1920, height: 1080 },
  isDiscontinuity: false,
});
const [bytes, init] = [Buffer.from('segment'), Buffer.from('init')];
const fail = (error: unknown) => {
  throw error;
};

it('names only whole files after a crash in the middle of a line, and goes on behind it', async () => {
  const folder = path.join(root, 'crash');
  const first = await openRecording(folder, fail);
  first.add(segment(0), bytes, init);
  first.add(segment(1), bytes, init);
  await first.settled();
  await appendFile(path.join(folder, 'index.jsonl'), '\n{"name":"1-2","seco');
  await writeFile(path.join(folder, '1-2.m4s.new'), 'half');

  const second = await openRecording(folder, fail);
  expect(second.segments.map(({ name }) => name)).toEqual(['1-0', '1-1']);
  second.add(segment(3), bytes, init);
  await second.settled();
  const read = await readRecording(folder);
  expect(read.map(({ name, isDiscontinuity }) => [name, isDiscontinuity])).toEqual([
    ['1-0', false],
    ['1-1', false],
    ['1-3', true],
  ]);
  expect(await readFile(path.join(folder, '1-3.m4s'), 'utf8')).toBe('segment');
});

it('says once that the disk fails, and goes on with a gap when there is room again', async () => {
  const folder = path.join(root, 'full');
  const errors: unknown[] = [];
  const recording = await openRecording(folder, (error) => errors.push(error));
  recording.add(segment(0), bytes, init);
  // Folders in the place of the next two files fail like a full disk: they cannot be written.
  await recording.settled();
  for (const number of [1, 2]) await mkdir(path.join(folder, `1-${number}.m4s.new`));
  recording.add(segment(1), bytes, init);
  recording.add(segment(2), bytes, init);
  await recording.settled();
  expect(errors).toHaveLength(1);
  expect(recording.facts).toEqual({
    seconds: 2,
    bytes: bytes.length,
    isFailing: true,
    problem: 'folder-unusable',
  });

  expect([1, 2].map((number) => recording.stateOf(`1-${number}`))).toEqual(['lost', 'lost']);
  recording.add(segment(3), bytes, init);
  expect(recording.stateOf('1-3')).toBe('writing');
  await recording.settled();
  expect(recording.stateOf('1-3')).toBe('kept');
  expect(recording.facts).toEqual({ seconds: 4, bytes: 2 * bytes.length, isFailing: false, problem: null });
  expect((await readRecording(folder)).map(({ name, isDiscontinuity }) => [name, isDiscontinuity])).toEqual([
    ['1-0', false],
    ['1-3', true],
  ]);
});

it('refuses to fill the memory when the disk is slower than the feed', async () => {
  const errors: unknown[] = [];
  const recording = await openRecording(path.join(root, 'slow'), (error) => errors.push(error));
  const large = Buffer.alloc(20 * 1024 * 1024);
  for (let number = 0; number < 5; number += 1) recording.add(segment(number), large, init);
  await recording.settled();
  expect(recording.segments.map(({ name }) => name)).toEqual(['1-0', '1-1', '1-2']);
  expect(errors).toHaveLength(1);
});

it('names a full disk as the reason, and a folder that cannot be read refuses nobody', async () => {
  const errors: unknown[] = [];
  const folder = path.join(root, 'unreadable');
  await mkdir(path.join(folder, 'index.jsonl'), { recursive: true });
  const recording = await openRecording(folder, (error) => errors.push(error));
  expect(recording.facts).toMatchObject({ seconds: 0, isFailing: true, problem: 'folder-unusable' });
  recording.add(segment(0), bytes, init);
  await recording.settled();
  expect(errors).toHaveLength(1);
  await rm(path.join(folder, 'index.jsonl'), { recursive: true });
  recording.add(segment(1), bytes, init);
  await recording.settled();
  expect(recording.facts).toMatchObject({ seconds: 2, isFailing: false, problem: null });

  // Every write to this device fails with ENOSPC.
  const full = path.join(root, 'no-room');
  await mkdir(full);
  await symlink('/dev/full', path.join(full, '1-0.m4s.new'));
  const other = await openRecording(full, (error) => errors.push(error));
  other.add(segment(0), bytes, init);
  await other.settled();
  expect(other.facts).toMatchObject({ problem: 'disk-full' });
});
