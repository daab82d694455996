import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { demoAccounts, demoEvents, liveDemoId } from '../../src/demo/demo-data.ts';
import { ringDemoBells } from '../../src/demo/demo-timekeeper.ts';
import { removeDemoAccounts, seedDemo } from '../../src/demo/seed-demo.ts';
import { createPictureFolder } from '../../src/media/pictures/picture-folder.ts';
import { bearer, signIn } from '../accounts.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const folder = mkdtempSync(path.join(tmpdir(), 'ringside-demo-'));
const seed = (accounts = true) =>
  seedDemo({ db: api.db, pictures: createPictureFolder(folder), now: api.clock.now(), accounts });
const [admin, viewer, timekeeper] = demoAccounts;
const competitions = '/api/v1/kickboxing/competitions';

beforeAll(() => seed());
afterEach(() => api.clock.reset());
afterAll(() => rmSync(folder, { recursive: true }));

interface Card {
  red: { fighter: { pictureId: string } };
  blue: { fighter: { pictureId: string } };
}

interface Dated {
  id: string;
  slug: string;
  startDate: string;
  endDate: string;
}

async function listed() {
  const { body } = await api.request(`GET ${competitions}?limit=100`);
  const now = api.clock.now().getTime();
  const isLive = (event: Dated) => Date.parse(event.startDate) <= now && now < Date.parse(event.endDate);
  const data: Dated[] = body.data;
  return {
    live: data.filter(isLive),
    upcoming: data.filter((event) => Date.parse(event.startDate) > now),
    past: data.filter((event) => Date.parse(event.endDate) <= now),
  };
}

/** Results keep their event, also from an operator. */
async function deleteEvents() {
  await api.db.deleteFrom('results').execute();
  await api.db.deleteFrom('bells').execute();
  await api.db.deleteFrom('events').execute();
}

it('has live, upcoming and past events', async () => {
  const { live, upcoming, past } = await listed();
  expect(live.length).toBeGreaterThan(0);
  expect(upcoming.length).toBeGreaterThan(0);
  expect(past.length).toBeGreaterThan(0);
});

it('also has a draft and a hidden event', async () => {
  const { accessToken } = await signIn(api, admin);
  const { body } = await api.request('GET /api/v1/events?limit=100', { headers: bearer(accessToken) });
  const statuses = new Set(body.data.map((event: { status: string }) => event.status));
  expect(statuses).toEqual(new Set(['public', 'draft', 'hidden']));
});

it('lets the viewer play live and past events, free and paid', async () => {
  const { accessToken } = await signIn(api, viewer);
  const headers = bearer(accessToken);
  const { live, past } = await listed();
  const modes = new Set<string>();
  const reasons = new Set<string>();
  for (const { id } of [...live, ...past]) {
    const { body: detail } = await api.request(`GET ${competitions}/${id}`);
    const { body: access } = await api.request(`GET ${competitions}/${id}/access`, { headers });
    for (const { blockId, canWatch, reason } of access.blocks) {
      reasons.add(reason);
      if (!canWatch) continue;
      const block = detail.blocks.find((item: { id: string }) => item.id === blockId);
      const stream = block.liveStreams.find((item: { status: string }) => item.status === 'active');
      const target = `${competitions}/${id}/blocks/${blockId}/live-streams/${stream.id}/signed-url`;
      const { body } = await api.request(`GET ${target}`, { headers });
      modes.add(body.mode);
      expect((await api.request(`GET ${new URL(body.url).pathname}`)).status).toBe(200);
    }
  }
  expect(modes).toEqual(new Set(['live', 'replay']));
  expect(reasons).toContain(null);
  expect(reasons).toContain('access-required');
});

it('is live again after a later start, and does not restore deleted events', async () => {
  const { upcoming } = await listed();
  const [deleted] = upcoming as [Dated];
  await api.db.deleteFrom('events').where('id', '=', deleted.id).execute();
  api.clock.advance(40 * 86_400_000);
  expect((await listed()).live).toEqual([]);
  await seed();
  const { live, upcoming: later, past } = await listed();
  expect(live.length).toBeGreaterThan(0);
  expect(past.length).toBeGreaterThan(0);
  expect(later.map(({ id }) => id)).toEqual(upcoming.slice(1).map(({ id }) => id));
});

it('has its pictures on every server, except the deleted ones', async () => {
  const [shown, deleted] = demoEvents(api.clock.now()).map(({ event }) => event.pictureId) as [
    string,
    string,
  ];
  await api.db.updateTable('events').set({ pictureId: null }).where('pictureId', '=', deleted).execute();
  await api.db.deleteFrom('images').where('id', '=', deleted).execute();
  const pictures = createPictureFolder(path.join(folder, 'another'));
  await seedDemo({ db: api.db, pictures, now: api.clock.now(), accounts: true });
  expect(await pictures.findSize(shown, '1920.avif')).toBeGreaterThan(1_000);
  expect(await pictures.findSize(shown, 'artwork-512.jpg')).toBeGreaterThan(1_000);
  expect(await pictures.findSize(deleted, '1920.avif')).toBeUndefined();
});

it('has a portrait of each fighter of its night', async () => {
  const { body } = await api.request(`GET ${competitions}/rotterdam-rumble-7/bouts`);
  const faces = body.data.flatMap(({ red, blue }: Card) =>
    [red, blue].map(({ fighter }) => fighter.pictureId),
  );
  expect(new Set(faces).size).toBe(18);
  const store = createPictureFolder(folder);
  for (const pictureId of faces)
    expect(await store.findSize(pictureId, 'square-224.avif')).toBeGreaterThan(500);
});

it('has a past night with results, and chapters where a round begins in its film', async () => {
  const { accessToken } = await signIn(api, viewer);
  const results = await api.request(`GET ${competitions}/open-ring-ghent/results`);
  expect(results.body.data).toHaveLength(6);
  const signers = await api.db.selectFrom('results').select(['signedBy', 'confirmedBy']).execute();
  for (const { signedBy, confirmedBy } of signers) expect([signedBy, confirmedBy]).not.toContain(null);
  const { body: competition } = await api.request(`GET ${competitions}/open-ring-ghent`);
  const [{ id, liveStreams }] = competition.blocks;
  const target = `${competitions}/open-ring-ghent/blocks/${id}/live-streams/${liveStreams[0].id}/signed-url`;
  const { body } = await api.request(`GET ${target}`, { headers: bearer(accessToken) });
  const master = await api.request(`GET ${new URL(body.url).pathname}`);
  const rung = String(master.body)
    .split('\n')
    .find((line) => line.endsWith('.m3u8'));
  const playlist = await api.request(`GET ${new URL(rung ?? '', body.url).pathname}`);
  const [, began = ''] = /PROGRAM-DATE-TIME:(.*)/.exec(String(playlist.body)) ?? [];
  // In the film a round begins 17 seconds after the beginning of each of its loops of 32 seconds.
  const seconds = body.chapters.map(
    ({ bellAt }: { bellAt: string }) => (Date.parse(bellAt) - Date.parse(began)) / 1000,
  );
  expect(seconds).toEqual([17, 64 + 17, 128 + 17]);
});

it('has no accounts when others could reach the server', async () => {
  await removeDemoAccounts(api.db);
  await seed(false);
  for (const { email, password } of demoAccounts) {
    const body = { email, password };
    const { status } = await api.request('POST /api/v1/identity/auth/credentials/login', { body });
    expect(status).toBe(401);
  }
});

it('exists once when several servers start on an empty platform at the same time', async () => {
  await deleteEvents();
  const start = (server: string) =>
    seedDemo({
      db: api.db,
      pictures: createPictureFolder(path.join(folder, server)),
      now: api.clock.now(),
      accounts: true,
    });
  await Promise.all(['first', 'second', 'third'].map(start));
  expect((await listed()).live.length).toBeGreaterThan(0);
});

it('starts although somebody else has registered the address of a demo account', async () => {
  await removeDemoAccounts(api.db);
  await deleteEvents();
  const body = { email: viewer.email, password: 'Not-the-demo-1!', firstName: 'Not', lastName: 'Demo' };
  const { status } = await api.request('POST /api/v1/identity/auth/credentials/register', { body });
  expect(status).toBe(201);
  await seed();
  expect((await listed()).live.length).toBeGreaterThan(0);
});

it('has a refund policy and an address to ask, until an operator writes other ones', async () => {
  const site = async () => (await api.request('GET /api/v1/site')).body;
  expect(await site()).toMatchObject({
    supportEmail: 'help@ringside.test',
    refundPolicy: expect.stringMatching(/all of your money back/),
  });
  await api.db.updateTable('settings').set({ refundPolicy: null, supportEmail: null }).execute();
  await seed();
  expect(await site()).toMatchObject({ supportEmail: null, refundPolicy: null });
});

it('rings the bells of its night once, until somebody rings who can sign in as the timekeeper', async () => {
  const path = `/api/v1/events/${liveDemoId}`;
  const signedIn = async () => bearer((await signIn(api, timekeeper)).accessToken);
  const ringBells = () => ringDemoBells({ db: api.db, now: api.clock.now });
  const board = async () => (await api.request(`GET ${path}/bell-board`, { headers: await signedIn() })).body;
  const counts = await Promise.all([ringBells(), ringBells()]);
  expect(Math.max(...counts)).toBeGreaterThan(13);
  const { bouts, bells } = await board();
  expect(new Set(bells.map(({ id }: { id: string }) => id)).size).toBe(bells.length);
  expect(bells.every(({ userName }: { userName: string }) => userName === 'Demo Timekeeper')).toBe(true);
  api.clock.advance(60 * 60_000);
  expect(await ringBells()).toBeGreaterThan(0);
  const rung = await api.request(`POST ${path}/bouts/${bouts[8].id}/bells`, {
    headers: await signedIn(),
    body: { id: randomUUID(), kind: 'stopped', round: 1, at: api.clock.now().toISOString() },
  });
  expect(rung.status).toBe(200);
  const before = await board();
  api.clock.advance(60 * 60_000);
  expect(await ringBells()).toBe(0);
  expect(await board()).toEqual(before);
});
