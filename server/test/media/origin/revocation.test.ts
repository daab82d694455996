/**
 * A viewer passes addresses on, then loses the right to watch. Players are walked as any client does it: from the
 * signed address through the playlists, and through redirects, to the bytes of a segment.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertAccess, insertWatchable } from '../../factories.ts';
import { type Device, startApi } from '../../harness.ts';

const api = await startApi();
const second = 1_000;

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const kinds = [
  ['live', 'mse'],
  ['live', 'native'],
  ['replay', 'mse'],
  ['replay', 'native'],
] as const;
type Kind = (typeof kinds)[number];

/** A viewer who bought a block and watches it. */
async function watching([mode, player]: Kind) {
  const block =
    mode === 'live'
      ? { paymentRequired: true, endDate: hoursFromNow(11) }
      : { paymentRequired: true, startDate: hoursFromNow(-4), endDate: hoursFromNow(-1) };
  const ids = await insertWatchable(api.db, { block });
  const viewer = await api.signInAs();
  const accessId = await insertAccess(api.db, { eventId: ids.eventId, userId: viewer.userId });
  const { body } = await viewer.request(`GET ${ids.signedUrlPath}?player=${player}`);
  expect(body.mode).toBe(mode);
  return { ...ids, viewer, accessId, master: body.url as string, leaseId: body.playbackSessionId as string };
}

const get = async (url: string) => {
  const { pathname } = new URL(url, 'http://ringside.test');
  await api.heardChanges();
  return api.app.inject({ url: pathname });
};
const status = async (url: string) => (await get(url)).statusCode;

/** The addresses of a playlist, made absolute. */
async function linksOf(playlist: string): Promise<string[]> {
  const { statusCode, body } = await get(playlist);
  expect(statusCode, playlist).toBe(200);
  return [...body.matchAll(/^(?:#EXT-X-MAP:URI="([^"]+)"|([^#\n].*))$/gm)].map(([, map, line]) =>
    new URL(map ?? line ?? '', playlist).toString(),
  );
}

/** Every address that a player meets: the playlists, what they name, and where redirects lead to. */
async function walk(master: string) {
  const variants = await linksOf(master);
  const named = (await Promise.all(variants.map(linksOf))).flat();
  const final: string[] = [];
  for (const url of [...named.slice(0, 3), ...named.slice(-3)]) {
    const answer = await get(url);
    if (answer.statusCode === 302) final.push(new URL(String(answer.headers.location), url).toString());
    else if (url.endsWith('.m4s')) final.push(url);
    else expect(answer.statusCode, url).toBe(200);
  }
  return { variants, named, final };
}

/** What a thief makes of a playlist address without asking for the playlist. */
function guesses(master: string): string[] {
  const newest = Math.floor((api.clock.now().getTime() - Date.UTC(2026, 0, 1)) / 2000) - 1;
  const files = ['init.mp4', '0.m4s', '95.m4s', `${newest}.m4s`, `${newest - 20}.m4s`];
  return files.map((file) => master.replace(/[^/]+$/, `720p/${file}`));
}

const ping = (device: Device, leaseId: string) =>
  device.request(`POST /api/v1/playback/sessions/${leaseId}/ping`);

async function takeAway(accessId: string) {
  await api.db.deleteFrom('accesses').where('id', '=', accessId).execute();
}

async function logOut(viewer: Device) {
  await viewer.request('GET /api/v1/identity/auth/credentials/logout');
}

describe.each(kinds)('%s in an %s player', (...kind) => {
  it('plays', async () => {
    const { final } = await walk((await watching(kind)).master);
    expect(final.length).toBeGreaterThan(3);
    for (const url of final) expect(await status(url), url).toBe(200);
  });

  it('is refused at once after the access was deleted and the device signed out, segments within 120 s', async () => {
    const { viewer, accessId, master } = await watching(kind);
    const { variants, named, final } = await walk(master);
    await takeAway(accessId);
    await logOut(viewer);

    const direct = named.filter((url) => !final.includes(url) && !url.endsWith('.m4s'));
    for (const url of [master, ...variants, ...direct, ...guesses(master)]) {
      expect([403, 404], url).toContain(await status(url));
    }
    api.clock.advance(121 * second);
    for (const url of [master, ...variants, ...named, ...final, ...guesses(master)]) {
      expect([403, 404], url).toContain(await status(url));
    }
  });

  it('is refused at once after the access was deleted, also to a client that never pings', async () => {
    const { accessId, master } = await watching(kind);
    const { variants } = await walk(master);
    await takeAway(accessId);
    for (const url of [master, ...variants, ...guesses(master)]) {
      expect([403, 404], url).toContain(await status(url));
    }
  });

  it('gives nothing new to sixty parallel calls after the access was deleted', async () => {
    const { accessId, master } = await watching(kind);
    const { variants } = await walk(master);
    await takeAway(accessId);
    const urls = Array.from({ length: 60 }, (_, index) => {
      const all = [master, ...variants, ...guesses(master)];
      return all[index % all.length] ?? master;
    });
    const statuses = await Promise.all(urls.map(status));
    expect(new Set(statuses.filter((code) => code !== 404))).toEqual(new Set([403]));
  });

  it('plays on while the device pings, far beyond the life of a segment address', async () => {
    const watched = await watching(kind);
    const { viewer, leaseId, signedUrlPath } = watched;
    let { master } = watched;
    for (let round = 0; round < 12; round += 1) {
      api.clock.advance(20 * second);
      expect((await ping(viewer, leaseId)).status).toBe(204);
      // An mse player swaps its address in time; a native player keeps the one that it has.
      if (kind[1] === 'mse') master = (await viewer.request(`GET ${signedUrlPath}`)).body.url;
      const { final } = await walk(master);
      for (const url of final) expect(await status(url), url).toBe(200);
    }
  });
});

describe('a replay in a native player', () => {
  const replay: Kind = ['replay', 'native'];

  it('goes on with its one playlist long after the segment addresses of its start have expired', async () => {
    const { viewer, leaseId, master } = await watching(replay);
    const { named } = await walk(master);
    const segments = named.filter((url) => url.endsWith('.m4s'));
    const seen = new Set<string>();
    for (const url of segments.slice(0, 12)) {
      api.clock.advance(55 * second);
      expect((await ping(viewer, leaseId)).status).toBe(204);
      const { statusCode, headers } = await get(url);
      expect(statusCode, url).toBe(302);
      expect(await status(String(headers.location))).toBe(200);
      seen.add(String(headers.location));
    }
    expect(await status([...seen][0] ?? '')).toBe(403);
  });

  it('is refused after a pause without pings, and plays with the address of a new session', async () => {
    const { viewer, master, signedUrlPath } = await watching(replay);
    const { named } = await walk(master);
    const segment = named.find((url) => url.endsWith('.m4s')) ?? '';
    api.clock.advance(600 * second);
    expect(await status(segment)).toBe(403);
    await viewer.request('POST /api/v1/playback/sessions');
    const { body } = await viewer.request(`GET ${signedUrlPath}?player=native`);
    expect(await status(body.url)).toBe(200);
    const { final } = await walk(body.url);
    for (const url of final) expect(await status(url)).toBe(200);
  });
});

describe('the right to watch', () => {
  it('ends playlists when the access ends by its date', async () => {
    const { accessId, master } = await watching(['live', 'native']);
    const endDate = new Date(api.clock.now().getTime() + 30 * second).toISOString();
    await api.db.updateTable('accesses').set({ endDate }).where('id', '=', accessId).execute();
    api.clock.advance(29 * second);
    expect(await status(master)).toBe(200);
    api.clock.advance(second);
    expect(await status(master)).toBe(403);
  });

  it('ends playlists when an organiser without access loses the permission or role', async () => {
    const { signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const { body } = await organiser.request(`GET ${signedUrlPath}?player=native`);
    expect(await status(body.url)).toBe(200);
    await api.db.deleteFrom('userPermissions').where('userId', '=', organiser.userId).execute();
    expect(await status(body.url)).toBe(403);
    await api.db
      .insertInto('userRoles')
      .values({ userId: organiser.userId, roleCode: 'administrator' })
      .execute();
    expect(await status(body.url)).toBe(200);
  });

  it('of another user, or to another block, does not help', async () => {
    const { accessId, master, eventId } = await watching(['live', 'native']);
    await takeAway(accessId);
    await insertAccess(api.db, { eventId, userId: (await api.signInAs()).userId });
    const other = await insertWatchable(api.db);
    expect(await status(master)).toBe(403);
    expect(other.eventId).not.toBe(eventId);
  });

  it('does not matter for a free block', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const { body } = await (await api.signInAs()).request(`GET ${signedUrlPath}`);
    expect(await status(body.url)).toBe(200);
  });
});
