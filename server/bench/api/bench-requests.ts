/** The most frequent requests during an event: those of an organiser's list, of a watch page and of every device. */
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/database.ts';
import { insertSession } from '../../src/identity/sessions/session.repository.ts';
import type { Tokens } from '../../src/identity/sessions/tokens.ts';
import {
  insertAccess,
  insertBlock,
  insertEvent,
  insertLiveStream,
  insertUser,
  insertWatchable,
} from '../../test/factories.ts';

export interface BenchRequest {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
}

const devices = 60;

export async function prepareRequests(
  db: Db,
  tokens: Tokens,
  ringside: FastifyInstance,
  now: Date,
): Promise<BenchRequest[]> {
  const { eventId, signedUrlPath } = await insertWatchable(db);
  for (let number = 0; number < 30; number += 1) await fillEvent(db, await insertEvent(db));
  await fillEvent(db, eventId);
  const organiser = await signIn(db, tokens, ['event:read'], now);
  const competition = `/api/v1/kickboxing/competitions/${eventId}`;
  const get = (name: string, path: string, headers: Record<string, string> = {}): BenchRequest => ({
    name,
    method: 'GET',
    path,
    headers,
  });
  const requests = [
    get('list of 20 events', '/api/v1/events?limit=20&order=-startDate', organiser.headers),
    get(
      'one event with blocks and streams',
      `/api/v1/events/${eventId}?blocks.liveStreams=true`,
      organiser.headers,
    ),
    get('one competition', competition),
  ];
  // Many devices: with few, the benchmark would measure how long requests wait for the same row lock.
  for (let device = 0; device < devices; device += 1) {
    const { userId, headers } = await signIn(db, tokens, [], now);
    await insertAccess(db, { eventId, userId });
    const signed = await ringside.inject({ method: 'GET', url: signedUrlPath, headers });
    const { playbackSessionId } = signed.json<{ playbackSessionId: string }>();
    requests.push(
      { name: 'ping', method: 'POST', path: `/api/v1/playback/sessions/${playbackSessionId}/ping`, headers },
      get('signed URL', signedUrlPath, headers),
      get('access check', `${competition}/access`, headers),
    );
  }
  return requests;
}

async function fillEvent(db: Db, eventId: string): Promise<void> {
  for (const name of ['Prelims', 'Main card', 'Finals']) {
    const blockId = await insertBlock(db, { eventId, name });
    await insertLiveStream(db, { blockId });
    await insertLiveStream(db, { blockId, name: 'Ring camera' });
  }
}

/** A user with a session, and the header of their calls. */
export async function signIn(db: Db, tokens: Tokens, scopes: string[], now: Date) {
  const userId = await insertUser(db);
  for (const permissionCode of scopes) {
    await db.insertInto('userPermissions').values({ userId, permissionCode }).execute();
  }
  const sessionId = await insertSession(db, {
    userId,
    remember: true,
    userAgent: null,
    createdAt: now.toISOString(),
    endsAt: new Date(now.getTime() + 86_400_000).toISOString(),
    authenticatedAt: now.toISOString(),
    revokedAt: null,
  });
  const anHour = new Date(now.getTime() + 3_600_000);
  const accessToken = await tokens.signAccessToken({ userId, sessionId }, now, anHour);
  return { userId, headers: { authorization: `Bearer ${accessToken}` } };
}
