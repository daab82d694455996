/**
 * Where bouts begin in a recording or a film, set by hand (docs/product/card.md, 43.82 to 43.84).
 *
 * @engine both
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';
import { film as filmLive, publish } from './encoder.ts';
import { testFilm } from './test-films.ts';
import { mediaPlaylist, setUpVenue, stateOf, until, type Venue, watch } from './venue.ts';

const api = await startApi();
const timekeeper = await api.signInAs({ scopes: ['event:bell'] });
const small = testFilm('upload-4-s.mp4');
let venue: Venue;
let bouts: [string, string];

const addBout = async (blockId: string, position: number) =>
  (await api.db.insertInto('bouts').values({ blockId, position }).returning('id').executeTakeFirstOrThrow())
    .id;

beforeAll(async () => {
  venue = await setUpVenue(api);
  bouts = [await addBout(venue.blockId, 1), await addBout(venue.blockId, 2)];
  const encoder = await publish(venue.key);
  const stop = filmLive(encoder);
  await until(
    () => stateOf(venue),
    ({ recording }) => recording.seconds >= 6,
  );
  stop();
  encoder[Symbol.dispose]();
}, 60_000);

const pathOf = (boutId: string, of = venue.path) => `${of}/chapters/${boutId}`;
const set = (seconds: unknown, boutId = bouts[0], by: Device = venue.organiser) =>
  by.request(`PUT ${pathOf(boutId)}`, { body: { seconds } });
const remove = (boutId = bouts[0]) => venue.organiser.request(`DELETE ${pathOf(boutId)}`);
const list = async () => (await venue.organiser.request(`GET ${venue.path}/chapters`)).body.data;
const signedPath = () =>
  `/api/v1/kickboxing/competitions/${venue.eventId}/blocks/${venue.blockId}/live-streams/${venue.streamId}/signed-url`;
const chapters = async () => (await venue.viewer.request(`GET ${signedPath()}`)).body.chapters ?? [];

/** Where the picture of this moment stands in what a viewer gets; undefined: not at all. */
async function positionOf(startsAt: string) {
  const { playlist } = await mediaPlaylist(api, (await watch(venue)).path);
  let from = 0;
  let date = 0;
  for (const { duration, programDateTime } of playlist.segments) {
    date = programDateTime?.getTime() ?? date;
    const into = (Date.parse(startsAt) - date) / 1000;
    if (into >= 0 && into < duration) return from + into;
    from += duration;
    date += duration * 1000;
  }
  return undefined;
}

describe('setChapter', () => {
  it('waits for the end of the broadcast', async () => {
    expect((await set(1)).status).toBe(409);
    await venue.organiser.request(`POST ${venue.path}/end`);
    expect((await set(1)).status).toBe(204);
  });

  it('is what a player gets with its signed address, at this picture; it can be moved and removed', async () => {
    await set(2.5);
    const [chapter] = await chapters();
    expect(chapter).toMatchObject({ boutId: bouts[0], bellAt: null });
    expect(await positionOf(chapter.startsAt)).toBeCloseTo(2.5, 1);
    expect(await list()).toEqual([{ boutId: bouts[0], seconds: 2.5 }]);
    await set(1);
    expect(await positionOf((await chapters())[0].startsAt)).toBeCloseTo(1, 1);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect([await chapters(), await list()]).toEqual([[], []]);
  });

  it('wins over the bell, and gives way to it when it is removed', async () => {
    const bell = { id: crypto.randomUUID(), kind: 'walkout', round: null, at: new Date().toISOString() };
    const ring = `POST /api/v1/events/${venue.eventId}/bouts/${bouts[1]}/bells`;
    expect((await timekeeper.request(ring, { body: bell })).status).toBe(200);
    const [byBell] = await chapters();
    await set(3, bouts[1]);
    const [byHand] = await chapters();
    expect(await positionOf(byHand.startsAt)).toBeCloseTo(3, 1);
    await remove(bouts[1]);
    expect(await chapters()).toEqual([byBell]);
    await timekeeper.request(`DELETE /api/v1/events/${venue.eventId}/bouts/${bouts[1]}/bells/${bell.id}`);
  });

  it('stays with its picture when the replay is trimmed', async () => {
    await set(3);
    const { body } = await venue.organiser.request(`GET ${venue.path}/cut-places`);
    const start = body.cutPlaces[1];
    await venue.organiser.request(`PUT ${venue.path}/trim`, {
      body: { startSeconds: start, endSeconds: body.seconds },
    });
    expect(await positionOf((await chapters())[0].startsAt)).toBeCloseTo(3 - start, 1);
    expect(await list()).toEqual([{ boutId: bouts[0], seconds: 3 }]);
    await venue.organiser.request(`DELETE ${venue.path}/trim`);
  });

  it.each([
    ['behind the end', () => set(3_600)],
    ['before the start', () => set(-1)],
    ['no number', () => set('soon')],
  ])('refuses a time %s', async (_what, call) => {
    const { status, body } = await call();
    expect([status, body.issues[0].pointer]).toEqual([400, '/seconds']);
  });

  it('refuses a bout of another block, and who may not change events', async () => {
    const elsewhere = await addBout(await insertBlock(api.db, { eventId: venue.eventId }), 1);
    expect((await set(1, elsewhere)).status).toBe(404);
    expect((await set(1, crypto.randomUUID())).status).toBe(404);
    expect(
      (await set(1, bouts[0], await api.signInAs({ scopes: ['event:read', 'event:bell'] }))).status,
    ).toBe(403);
    expect((await set(1, bouts[0], venue.viewer)).status).toBe(403);
  });

  it('is one beginning when sixty come at once, and each change is audited', async () => {
    await remove();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => set(1 + (index % 2))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await list()).toHaveLength(1);
    await remove();
    const entries = await api.db
      .selectFrom('auditEntries')
      .select(['action', 'before', 'after'])
      .where('action', 'in', ['setChapter', 'deleteChapter'])
      .orderBy('createdAt', 'desc')
      .limit(1)
      .execute();
    expect(entries).toMatchObject([{ action: 'deleteChapter', before: { boutId: bouts[0] }, after: null }]);
  });

  it('is told to nobody else', async () => {
    await set(2.5);
    const [{ startsAt }] = await chapters();
    for (const path of [
      `/api/v1/kickboxing/competitions/${venue.eventId}`,
      `/api/v1/kickboxing/competitions/${venue.eventId}/bouts`,
      `/competitions/${venue.eventId}`,
    ])
      expect((await api.app.inject(path)).body).not.toContain(startsAt.slice(0, 19));
    expect((await api.app.inject(signedPath())).statusCode).toBe(401);
    await remove();
  });
});

describe('a film', () => {
  it('has beginnings of its own, which go with it; bells say nothing of it', async () => {
    await set(1);
    const base = venue.path.replace(/\/ingest$/, '');
    const { body: film } = await venue.organiser.request(`POST ${base}/films`, {
      body: { fileName: 'fight.mp4', size: small.length },
    });
    await api.app.inject({
      method: 'PATCH',
      url: `${base}/films/${film.id}?offset=0`,
      payload: small,
      headers: {
        authorization: `Bearer ${venue.organiser.accessToken}`,
        'content-type': 'application/octet-stream',
      },
    });
    await until(
      () => stateOf(venue),
      (state) => state.film?.id === film.id,
      30_000,
    );
    // Within the film by its own clock.
    const at = new Date().toISOString();
    const bell = { id: crypto.randomUUID(), boutId: bouts[1], kind: 'walkout' as const, round: null };
    await api.db
      .insertInto('bells')
      .values({ ...bell, at, rungAt: at, userId: null, undoneAt: null })
      .execute();
    expect([await chapters(), await list()]).toEqual([[], []]);
    await set(2, bouts[1]);
    const [chapter] = await chapters();
    expect(await positionOf(chapter.startsAt)).toBeCloseTo(2, 1);
    await venue.organiser.request(`DELETE ${base}/films/${film.id}`);
    expect(await list()).toEqual([{ boutId: bouts[0], seconds: 1 }]);
    expect(await api.db.selectFrom('chapters').select('boutId').execute()).toHaveLength(1);
  });
});

describe('a stream without a recording', () => {
  it('has no beginnings', async () => {
    const eventId = await insertEvent(api.db);
    const blockId = await insertBlock(api.db, { eventId });
    const streamId = await insertLiveStream(api.db, { blockId });
    const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${streamId}/ingest`;
    expect((await venue.organiser.request(`GET ${path}/chapters`)).status).toBe(404);
    const boutId = await addBout(blockId, 1);
    expect(
      (await venue.organiser.request(`PUT ${pathOf(boutId, path)}`, { body: { seconds: 1 } })).status,
    ).toBe(404);
  });
});
