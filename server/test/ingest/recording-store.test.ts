/** Recorded segments reach the object store once, also when it is away, after a crash, and not for a stream that is gone. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { insertIngest } from '../../src/ingest/ingest.repository.ts';
import { listStoredSegments } from '../../src/ingest/recordings/recorded-segment.repository.ts';
import { openRecording } from '../../src/ingest/recordings/recording.ts';
import { joinRecordings, RecordingStore } from '../../src/ingest/recordings/recording-store.ts';
import { type ObjectBucket, openBucket } from '../../src/media/object-bucket.ts';
import { startObjectStore } from '../../stand-ins/object-store.ts';
import { insertWatchable } from '../factories.ts';
import { openTestDatabase } from '../test-database.ts';

const root = await mkdtemp(path.join(tmpdir(), 'ringside-uploads-'));
const database = await openTestDatabase();
const { db } = database;
const objects = await startObjectStore();
const config = readConfig({ STORAGE_URL: objects.url }).objectStore;
if (config === undefined) throw new Error('There is no object store');
afterEach(() => {
  objects.failWith(undefined);
  objects.objects.clear();
});
afterAll(async () => {
  await objects.close();
  await database[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

async function newIngest(): Promise<string> {
  const { liveStreamId } = await insertWatchable(db);
  const now = new Date().toISOString();
  const here = { remoteVideoId: null, remoteRtmpUrl: null };
  return insertIngest(db, { liveStreamId, keyHash: randomUUID(), previousVideoId: 'demo', now, ...here });
}

function newStore(recordingDir: string, bucket = openBucket(config as NonNullable<typeof config>)) {
  const errors: string[] = [];
  const store = new RecordingStore({
    db,
    recordingDir,
    bucket,
    firstRetryMs: 20,
    onError: (_error, message) => errors.push(message),
  });
  return { store, errors };
}

const segment = (name: string, generation = 1) => ({
  name: `${generation}-${name}`,
  seconds: 2,
  startMs: Number(name) * 2_000,
  atMs: Number(name) * 2_000,
  init: { name: `init-${generation}001`, codecs: 'avc1.640028', width: 1920, height: 1080 },
  isDiscontinuity: false,
});

async function record(recordingDir: string, id: string, names: string[], store?: RecordingStore) {
  const fail = (error: unknown) => {
    throw error;
  };
  const recording = await openRecording(path.join(recordingDir, id), fail, {
    onWritten: (written) => store?.uploads.add(id, written),
  });
  for (const name of names) recording.add(segment(name), Buffer.from(`bytes ${name}`), Buffer.from('init'));
  await recording.settled();
}

const storedNames = async (id: string) => (await listStoredSegments(db, id)).map(({ name }) => name);
const untilStored = (id: string, names: string[]) =>
  vi.waitFor(async () => expect(await storedNames(id)).toEqual(names), { timeout: 10_000, interval: 20 });

it('uploads each segment and its initialization segment, and reads them back', async () => {
  const id = await newIngest();
  const dir = path.join(root, 'plain');
  const { store, errors } = newStore(dir);
  await using _store = store;
  await record(dir, id, ['0', '1', '2'], store);
  await untilStored(id, ['1-0', '1-1', '1-2']);
  expect([...objects.objects.keys()].toSorted()).toEqual(
    ['1-0.m4s', '1-1.m4s', '1-2.m4s', 'init-1001.mp4'].map((file) => `recordings/${id}/${file}`),
  );
  expect(String(await store.read(id, '1-1.m4s'))).toBe('bytes 1');
  expect(await store.read(id, '1-9.m4s')).toBeUndefined();
  expect((await store.segmentsOf(id)).map(({ name }) => name)).toEqual(['1-0', '1-1', '1-2']);
  expect(errors).toEqual([]);
});

it('waits while the store is away, says it once, and uploads everything later', async () => {
  const id = await newIngest();
  const dir = path.join(root, 'away');
  const { store, errors } = newStore(dir);
  await using _store = store;
  objects.failWith(503);
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  await record(dir, id, names, store);
  await vi.waitFor(() => expect(store.uploads.isAway).toBe(true), { timeout: 10_000 });
  expect(store.uploads.waiting).toBe(20);
  expect(await storedNames(id)).toEqual([]);
  objects.failWith(undefined);
  await untilStored(
    id,
    names.map((name) => `1-${name}`),
  );
  expect([store.uploads.isAway, store.uploads.waiting]).toEqual([false, 0]);
  expect(new Set(errors).size).toBe(errors.length);
}, 30_000);

it('is not away again because of an upload that began before it came back', async () => {
  const id = await newIngest();
  const dir = path.join(root, 'late');
  const real = openBucket(config as NonNullable<typeof config>);
  const [held, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const bucket: ObjectBucket = {
    ...real,
    [Symbol.dispose]: () => real[Symbol.dispose](),
    async put(key, object) {
      if (!key.endsWith('1-0.m4s') || isHeld) return real.put(key, object);
      isHeld = true;
      await held.promise;
      failed.resolve();
      throw new Error('too late');
    },
  };
  let isHeld = false;
  const { store, errors } = newStore(dir, bucket);
  await using _store = store;
  await record(dir, id, ['0', '1'], store);
  await untilStored(id, ['1-1']);
  held.resolve();
  await failed.promise;
  await untilStored(id, ['1-0', '1-1']);
  expect([store.uploads.isAway, errors]).toEqual([false, []]);
});

it('finds at the next start what a crash left on the disk, and uploads nothing twice', async () => {
  const [id, gone] = [await newIngest(), randomUUID()];
  const dir = path.join(root, 'crash');
  const first = newStore(dir);
  await record(dir, id, ['0', '1'], first.store);
  await untilStored(id, ['1-0', '1-1']);
  await first.store[Symbol.asyncDispose]();
  // The process died before these were uploaded.
  await record(dir, id, ['2', '3']);
  await record(dir, gone, ['0']);
  objects.objects.clear();
  const second = newStore(dir);
  await using _store = second.store;
  await second.store.uploads.resume();
  await untilStored(id, ['1-0', '1-1', '1-2', '1-3']);
  expect([...objects.objects.keys()].toSorted()).toEqual(
    ['1-2.m4s', '1-3.m4s', 'init-1001.mp4'].map((file) => `recordings/${id}/${file}`),
  );
  expect(second.errors).toEqual([]);
});

it('leaves no object of a stream that was deleted, before or during its upload', async () => {
  const id = await newIngest();
  const dir = path.join(root, 'deleted');
  const { store } = newStore(dir);
  await using _store = store;
  await record(dir, id, ['0', '1'], store);
  await untilStored(id, ['1-0', '1-1']);
  await db.deleteFrom('ingests').where('id', '=', id).execute();
  await store.remove(id, 0);
  await record(dir, id, ['2'], store);
  await vi.waitFor(() => expect(store.uploads.waiting).toBe(0), { timeout: 10_000 });
  expect([...objects.objects.keys()]).toEqual([]);
  expect(await storedNames(id)).toEqual([]);
});

it('joins the recordings of two servers in order, with a discontinuity between them', () => {
  const all = joinRecordings(
    [{ ...segment('5', 2), bytes: 1 }],
    ['0', '1'].map((name) => ({ ...segment(name), bytes: 1 })).concat({ ...segment('5', 2), bytes: 1 }),
  );
  expect(all.map(({ name, isDiscontinuity }) => [name, isDiscontinuity])).toEqual([
    ['1-0', false],
    ['1-1', false],
    ['2-5', true],
  ]);
});
