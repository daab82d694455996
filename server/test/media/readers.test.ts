/**
 * Players and parsers that are not ours read a live broadcast and its replay, across a lost feed, the slate, and an encoder
 * that comes back with another picture.
 *
 * @tier all
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startApi } from '../harness.ts';
import { film, publish } from '../ingest/encoder.ts';
import { publishWithFfmpeg } from '../ingest/ffmpeg.ts';
import { mediaPlaylist, setUpVenue, stateOf, until, type Venue, watch } from '../ingest/venue.ts';
import { hasTool, itWith } from '../tools.ts';
import { type Door, openDoor } from './counting-door.ts';
import { type Reader, readers, readWith } from './readers.ts';

const api = await startApi();
const folder = await mkdtemp(path.join(tmpdir(), 'ringside-readers-'));
afterAll(async () => {
  await door[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Long enough to reach over both discontinuities. */
const seconds = 10;
let venue: Venue;
let stop: () => void;
let door: Door;

/** The picture, then the slate, then another picture. */
beforeAll(async () => {
  door = await openDoor(api);
  venue = await setUpVenue(api);
  const first = await publish(venue.key);
  const stopFirst = film(first);
  await until(
    () => stateOf(venue),
    ({ recording }) => recording?.seconds >= 4,
    60_000,
  );
  stopFirst();
  first.socket.destroy();
  await until(
    async () => mediaPlaylist(api, (await watch(venue)).path),
    ({ text }) => text.split('#EXT-X-DISCONTINUITY\n').length > 1,
    60_000,
  );
  // Without ffmpeg the same picture comes back.
  if (hasTool('ffmpeg')) {
    const publisher = publishWithFfmpeg(venue.key, { size: '640x360' });
    stop = () => publisher.process.kill('SIGKILL');
  } else {
    const second = await publish(venue.key);
    const stopFilm = film(second, 60_000);
    stop = () => {
      stopFilm();
      second.socket.destroy();
    };
  }
  await until(
    () => stateOf(venue),
    ({ recording }) => recording?.seconds >= 12,
    60_000,
  );
}, 200_000);

/** It must have loaded what lies on both sides of the discontinuities. */
async function expectToRead(reader: Reader, mode: 'live' | 'replay') {
  // No reader pings.
  await venue.viewer.request('POST /api/v1/playback/sessions');
  const { path: master, mode: offered } = await watch(venue);
  expect(offered).toBe(mode);
  door.take();
  const reading = await readWith(reader, `${door.origin}${master}`, seconds, folder);
  const { files, refused } = door.take();
  expect({ ...reading, refused }).toEqual({ isWell: true, complaints: [], refused: [] });
  expect(files).toBeGreaterThanOrEqual(5);
}

const readIn = (mode: 'live' | 'replay', reader: Reader) =>
  itWith(
    reader.tool,
    `is read by ${reader.name} without a complaint`,
    () => expectToRead(reader, mode),
    90_000,
  );

describe('a live broadcast with two discontinuities', () => {
  for (const reader of readers) readIn('live', reader);
});

describe('its replay', () => {
  beforeAll(async () => {
    await venue.organiser.request(`POST ${venue.path}/end`);
    stop();
  });

  for (const reader of readers) readIn('replay', reader);
});
