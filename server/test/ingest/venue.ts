/** A live stream with ingest, its organiser and a viewer. */
import * as HLS from 'hls-parser';
import { expect } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import type { Device, TestApi } from '../harness.ts';

HLS.setOptions({ strictMode: true });

export interface Venue {
  organiser: Device;
  viewer: Device;
  eventId: string;
  blockId: string;
  streamId: string;
  /** The path of the ingest. */
  path: string;
  key: { rtmpUrl: string; streamKey: string };
}

export async function setUpVenue(
  api: TestApi,
  block: Partial<Parameters<typeof insertBlock>[1]> = {},
): Promise<Venue> {
  const organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });
  const viewer = await api.signInAs();
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId, ...block });
  const streamId = await insertLiveStream(api.db, { blockId });
  await insertAccess(api.db, { eventId, userId: viewer.userId });
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${streamId}/ingest`;
  const { status, body } = await organiser.request(`POST ${path}`);
  expect(status).toBe(201);
  return { organiser, viewer, eventId, blockId, streamId, path, key: body };
}

/** The signed address of the stream for the viewer, as a path. */
export async function watch({
  viewer,
  eventId,
  blockId,
  streamId,
}: Pick<Venue, 'viewer' | 'eventId' | 'blockId' | 'streamId'>) {
  const { status, body } = await viewer.request(
    `GET /api/v1/kickboxing/competitions/${eventId}/blocks/${blockId}/live-streams/${streamId}/signed-url`,
  );
  expect(status).toBe(200);
  return { path: new URL(body.url).pathname, mode: body.mode as 'live' | 'replay' };
}

export async function stateOf({ organiser, path }: Venue) {
  const { status, body } = await organiser.request(`GET ${path}`);
  expect(status).toBe(200);
  return body;
}

export async function until<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  limitMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline) throw new Error(`It did not come: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The media playlist behind a master playlist, parsed strictly. */
export async function mediaPlaylist(api: TestApi, master: string, query = '') {
  const answer = await api.app.inject(master);
  expect(answer.statusCode, answer.body).toBe(200);
  const { variants } = HLS.parse(answer.body) as HLS.types.MasterPlaylist;
  const address = new URL(variants[0]?.uri ?? '', `http://x${master}`).pathname;
  const media = await api.app.inject(`${address}${query}`);
  expect(media.statusCode, media.body).toBe(200);
  return { address, text: media.body, playlist: HLS.parse(media.body) as HLS.types.MediaPlaylist, variants };
}

/** A segment of a playlist, as players load it: its name leads to its address of this moment. */
export async function loadSegment(api: TestApi, playlist: string, uri: string): Promise<Buffer> {
  const redirect = await api.app.inject(new URL(uri, `http://x${playlist}`).pathname);
  expect(redirect.statusCode, redirect.body).toBe(302);
  const answer = await api.app.inject(String(redirect.headers.location));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.rawPayload;
}
