/**
 * @clocks apart
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertAccess, insertBlock, insertEvent, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const paid = { block: { paymentRequired: true } };

const ask = (device: Pick<Device, 'request'>, path: string) => device.request(`GET ${path}`);

async function expectRefusal(device: Device, path: string, type: string) {
  const { status, body } = await ask(device, path);
  expect(status).toBe(403);
  expect(body.type).toBe(`/problems/${type}`);
}

/** The status that a player gets for the URL. */
const play = async (url: string) => {
  await api.heardChanges();
  return (await api.request(`GET ${new URL(url).pathname}`)).status;
};

describe('getLiveStreamSignedUrl', () => {
  it('returns a URL that plays, and the playback session to ping', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath } = await insertWatchable(api.db);
    const { status, body, headers } = await ask(viewer, signedUrlPath);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.mode).toBe('live');
    expect(Date.parse(body.expiresAt) - api.clock.now().getTime()).toBeCloseTo(120 * second, -4);
    expect(await play(body.url)).toBe(200);
    const ping = await viewer.request(`POST /api/v1/playback/sessions/${body.playbackSessionId}/ping`);
    expect(ping.status).toBe(204);
  });

  it('returns a URL that plays until it expires and not longer', async () => {
    const { body } = await ask(await api.signInAs(), (await insertWatchable(api.db)).signedUrlPath);
    const { playbackSessionId: id } = body;
    // The test keeps the lease alive, so that only the expired signature can end playback.
    const keep = () =>
      api.db
        .updateTable('playbackLeases')
        .set({ pingedAt: api.clock.now().toISOString() })
        .where('id', '=', id)
        .execute();
    api.clock.advance(119 * second);
    await keep();
    expect(await play(body.url)).toBe(200);
    api.clock.advance(2 * second);
    await keep();
    expect(await play(body.url)).toBe(403);
  });

  it('accepts the slug of the competition as well as its id', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath, eventId } = await insertWatchable(api.db, { event: { slug: 'by-slug' } });
    expect((await ask(viewer, signedUrlPath.replace(eventId, 'by-slug'))).status).toBe(200);
  });

  it('switches from live to replay when the block ends', async () => {
    const viewer = await api.signInAs();
    const endDate = new Date(api.clock.now().getTime() + 30 * second).toISOString();
    const { signedUrlPath } = await insertWatchable(api.db, { block: { endDate } });
    const live = await ask(viewer, signedUrlPath);
    expect(live.body.mode).toBe('live');
    expect(live.body.url).toMatch(/\/live\.m3u8$/);
    api.clock.advance(30 * second);
    const replay = await ask(viewer, signedUrlPath);
    expect(replay.body.mode).toBe('replay');
    expect(replay.body.url).toMatch(/\/replay\.m3u8$/);
    expect(await play(replay.body.url)).toBe(200);
  });

  it('gives native players a URL until the end of the block, for at most 12 hours', async () => {
    const lifetime = async (block: object, query: string) => {
      const { signedUrlPath } = await insertWatchable(api.db, { block });
      const { body } = await ask(await api.signInAs(), `${signedUrlPath}${query}`);
      return Math.round((Date.parse(body.expiresAt) - api.clock.now().getTime()) / minute);
    };
    expect(await lifetime({ endDate: hoursFromNow(2) }, '?player=native')).toBe(120);
    expect(await lifetime({ endDate: hoursFromNow(20) }, '?player=native')).toBe(720);
    expect(
      await lifetime(
        { endDate: new Date(api.clock.now().getTime() + minute).toISOString() },
        '?player=native',
      ),
    ).toBe(2);
    expect(await lifetime({ endDate: hoursFromNow(-1), startDate: hoursFromNow(-2) }, '?player=native')).toBe(
      720,
    );
    expect(await lifetime({ endDate: hoursFromNow(2) }, '?player=mse')).toBe(2);
    const { signedUrlPath } = await insertWatchable(api.db);
    expect((await ask(await api.signInAs(), `${signedUrlPath}?player=vlc`)).status).toBe(400);
  });

  it('refuses a stream that is not active, also to organisers', async () => {
    const { signedUrlPath } = await insertWatchable(api.db, { stream: { status: 'inactive' } });
    await expectRefusal(await api.signInAs(), signedUrlPath, 'stream-inactive');
    await expectRefusal(await api.signInAs({ scopes: ['event:read'] }), signedUrlPath, 'stream-inactive');
  });

  it('stops playback when the stream becomes inactive, and allows it again when it is active', async () => {
    const organiser = await api.signInAs({ scopes: ['event:update'] });
    const viewer = await api.signInAs();
    const { signedUrlPath, eventId, blockId, liveStreamId } = await insertWatchable(api.db);
    const { body } = await ask(viewer, signedUrlPath);
    const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}`;
    await organiser.request(`PATCH ${path}`, { body: { status: 'inactive' } });
    expect(await play(body.url)).toBe(403);
    const ping = `POST /api/v1/playback/sessions/${body.playbackSessionId}/ping`;
    expect((await viewer.request(ping)).status).toBe(204);
    await organiser.request(`PATCH ${path}`, { body: { status: 'active' } });
    expect(await play(body.url)).toBe(200);
  });

  it('requires an access to a paid block, within the dates of the access', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath, eventId, blockId } = await insertWatchable(api.db, paid);
    await expectRefusal(viewer, signedUrlPath, 'access-required');
    await insertAccess(api.db, {
      eventId,
      blockId,
      userId: viewer.userId,
      startDate: hoursFromNow(1),
      endDate: hoursFromNow(2),
    });
    await expectRefusal(viewer, signedUrlPath, 'access-not-started');
    api.clock.advance(hour + second);
    expect((await ask(viewer, signedUrlPath)).status).toBe(200);
    api.clock.advance(hour);
    await expectRefusal(viewer, signedUrlPath, 'access-ended');
  });

  it('accepts an access to the whole event, but not one to another block or of another user', async () => {
    const [viewer, other] = [await api.signInAs(), await api.signInAs()];
    const { signedUrlPath, eventId } = await insertWatchable(api.db, paid);
    const blockId = await insertBlock(api.db, { eventId });
    await insertAccess(api.db, { eventId, blockId, userId: viewer.userId });
    await insertAccess(api.db, { eventId, userId: other.userId });
    await expectRefusal(viewer, signedUrlPath, 'access-required');
    expect((await ask(other, signedUrlPath)).status).toBe(200);
  });

  it('lets an organiser preview a paid block', async () => {
    const { signedUrlPath } = await insertWatchable(api.db, paid);
    expect((await ask(await api.signInAs({ scopes: ['event:read'] }), signedUrlPath)).status).toBe(200);
    await expectRefusal(await api.signInAs({ scopes: ['event:update'] }), signedUrlPath, 'access-required');
  });

  it('plays a hidden event, and answers 404 for a draft, also to organisers', async () => {
    const viewer = await api.signInAs();
    const hidden = await insertWatchable(api.db, { event: { status: 'hidden' } });
    expect((await ask(viewer, hidden.signedUrlPath)).status).toBe(200);
    const draft = await insertWatchable(api.db, { event: { status: 'draft' } });
    expect((await ask(viewer, draft.signedUrlPath)).status).toBe(404);
    expect((await ask(await api.signInAs({ scopes: ['event:read'] }), draft.signedUrlPath)).status).toBe(404);
  });

  it('answers 404 when event, block and live stream do not belong together', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath, eventId, blockId, liveStreamId } = await insertWatchable(api.db);
    const sibling = await insertBlock(api.db, { eventId });
    for (const [part, other] of [
      [eventId, await insertEvent(api.db)],
      [blockId, sibling],
      [liveStreamId, randomUUID()],
    ] as const) {
      expect((await ask(viewer, signedUrlPath.replace(part, other))).status).toBe(404);
    }
  });

  it('needs a sign-in', async () => {
    expect((await ask(api, (await insertWatchable(api.db)).signedUrlPath)).status).toBe(401);
  });

  it('keeps one playback session per device, also when it requests another stream', async () => {
    const viewer = await api.signInAs();
    const [one, two] = [await insertWatchable(api.db), await insertWatchable(api.db)];
    const ids = new Set<string>();
    for (const { signedUrlPath } of [one, one, two]) {
      ids.add((await ask(viewer, signedUrlPath)).body.playbackSessionId);
    }
    expect(ids.size).toBe(1);
  });

  it('returns one playback session for many simultaneous requests of a device', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath } = await insertWatchable(api.db);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(viewer, signedUrlPath)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.playbackSessionId)).size).toBe(1);
  });
});
