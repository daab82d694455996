/** A broadcast at several server processes: its organiser, encoders and viewers, over the network. */
import { expect } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { insertAccess, insertUser, insertWatchable } from '../factories.ts';
import { film, publish, type RawEncoder } from '../ingest/encoder.ts';
import { until } from '../ingest/venue.ts';
import type { ServerProcess } from '../processes.ts';
import { call } from './call.ts';
import type { SignIn } from './sign-in.ts';

type Server = Pick<ServerProcess, 'url'>;

export interface LiveVenue {
  organiser: string;
  /** The path of the ingest. */
  path: string;
  videoId: string;
  streamKey: string;
  viewerId: string;
  viewer: string;
  eventId: string;
  signedUrlPath: string;
  /** The viewer's master playlist, once the broadcast has begun: its path is the same at every server. */
  master: string;
  leaseId: string;
}

export async function setUpLiveVenue(db: Db, signIn: SignIn, server: Server): Promise<LiveVenue> {
  const organiserId = await insertUser(db);
  for (const permissionCode of ['event:read', 'event:update'])
    await db.insertInto('userPermissions').values({ userId: organiserId, permissionCode }).execute();
  const { token: organiser } = await signIn(organiserId);
  const { eventId, blockId, liveStreamId, signedUrlPath } = await insertWatchable(db, {
    block: { paymentRequired: true },
  });
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/ingest`;
  const { status, body } = await call(server, `POST ${path}`, { token: organiser });
  expect(status).toBe(201);
  const viewerId = await insertUser(db);
  await insertAccess(db, { eventId, userId: viewerId });
  const { token: viewer } = await signIn(viewerId);
  const { videoId } = await db
    .selectFrom('liveStreams')
    .select('videoId')
    .where('id', '=', liveStreamId)
    .executeTakeFirstOrThrow();
  const people = { organiser, viewerId, viewer };
  const addresses = { path, videoId, eventId, signedUrlPath };
  return { ...people, ...addresses, streamKey: body.streamKey, master: '', leaseId: '' };
}

/** Publishes at this server until it is disposed. */
export async function publishAt(
  server: Server,
  venue: LiveVenue,
  from = 0,
): Promise<RawEncoder & { stop(): void }> {
  const { body } = await call(server, `GET ${venue.path}`, { token: venue.organiser });
  const encoder = await publish({ rtmpUrl: body.rtmpUrl, streamKey: venue.streamKey });
  const end = film(encoder, from);
  const dispose = encoder[Symbol.dispose];
  return Object.assign(encoder, {
    stop: end,
    [Symbol.dispose]() {
      end();
      dispose();
    },
  });
}

export const stateAtServer = async (server: Server, { path, organiser }: LiveVenue) =>
  (await call(server, `GET ${path}`, { token: organiser })).body;

/** Then the viewer has an address. */
export async function untilLive(server: Server, venue: LiveVenue): Promise<void> {
  await until(
    () => stateAtServer(server, venue),
    ({ state }) => state === 'live',
  );
  const signed = await call(server, `GET ${venue.signedUrlPath}`, { token: venue.viewer });
  expect(signed.status).toBe(200);
  venue.master = new URL(signed.body.url).pathname;
  venue.leaseId = venue.master.split('/')[5] ?? '';
}

/** Another viewer, with an address of their own: one address is for one player. */
export async function joinVenue(
  { db, signIn, server }: { db: Db; signIn: SignIn; server: Server },
  venue: LiveVenue,
): Promise<LiveVenue> {
  const viewerId = await insertUser(db);
  await insertAccess(db, { eventId: venue.eventId, userId: viewerId });
  const joined = { ...venue, viewerId, viewer: (await signIn(viewerId)).token };
  await untilLive(server, joined);
  return joined;
}

/** The media playlist, as a path. */
export const listPath = ({ master }: LiveVenue) => master.replace(/live\.m3u8$/, 'source/live.m3u8');

interface Seen {
  /** Since the viewer began, in milliseconds. */
  ms: number;
  /** Parts and segments that were listed for the first time. */
  fresh: string[];
}

export interface Viewer {
  seen: Seen[];
  failures: Array<{ ms: number; status: number | string }>;
  lastText(): string;
  /** The longest time without a new part, from this moment on until another. */
  longestGap(fromMs?: number, untilMs?: number): number;
  now(): number;
  stop(): Promise<void>;
}

/** Reads the playlist with blocking reloads, and each new part, like a player. Names are what a cache knows them by. */
export function watchAt(server: Server, venue: LiveVenue): Viewer {
  const began = performance.now();
  const now = () => performance.now() - began;
  const known = new Set<string>();
  const [seen, failures]: [Seen[], Viewer['failures']] = [[], []];
  let [text, isOver] = ['', false];

  const loop = async () => {
    while (!isOver) {
      const { msn, part } = nextOf(text);
      const query = text ? `?_HLS_msn=${msn}&_HLS_part=${part}` : '';
      const answer = await call(server, `GET ${listPath(venue)}${query}`).catch((error) => error as Error);
      if (answer instanceof Error || answer.status !== 200) {
        failures.push({ ms: now(), status: answer instanceof Error ? answer.message : answer.status });
        await new Promise((resolve) => setTimeout(resolve, 250));
        continue;
      }
      const same = answer.body === text;
      text = answer.body;
      const listed = [...text.matchAll(/(\/media\/segments\/[^"\s]+\.m4s)/g)].map(([path = '']) => path);
      const hint = /PRELOAD-HINT:[^\n]*URI="([^"]+)"/.exec(text)?.[1];
      const fresh = listed.filter((path) => path !== hint && !known.has(path));
      for (const path of fresh) known.add(path);
      if (fresh.length > 0) seen.push({ ms: now(), fresh });
      else if (same) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const running = loop();
  return {
    seen,
    failures,
    now,
    lastText: () => text,
    longestGap(fromMs = 0, untilMs = now()) {
      const times = [
        fromMs,
        ...seen.map(({ ms }) => ms).filter((ms) => ms > fromMs && ms < untilMs),
        untilMs,
      ];
      return Math.max(...times.slice(1).map((ms, index) => ms - Number(times[index])));
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** What a blocking reload asks for next. */
export function nextOf(text: string): { msn: number; part: number } {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0);
  const lines = text.split('\n');
  const isSegment = (line: string) => line !== '' && !line.startsWith('#');
  const whole = lines.filter(isSegment).length;
  const end = lines.findLastIndex(isSegment);
  return {
    msn: first + whole,
    part: lines.slice(end).filter((line) => line.startsWith('#EXT-X-PART:')).length,
  };
}
