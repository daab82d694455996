/**
 * A date that leaps: the clean-up must not delete for ever what only looks old.
 *
 * @engine both
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanUpTasks, startCleanUp } from '../../src/clean-up.ts';
import { createCleanUpGuard } from '../../src/upkeep/clean-up-guard.ts';
import { findUpkeep, noteCleanUp } from '../../src/upkeep/upkeep.repository.ts';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

let steadyMs = 0;
const warnings: string[] = [];
const log = { debug: () => {}, warn: ((_: object, text: string) => void warnings.push(text)) as never };
const newServer = () =>
  createCleanUpGuard({ db: api.db, now: () => api.clock.now(), steady: () => steadyMs, log });

/** Time passes, by the date and by the steady clock. */
function pass(ms: number) {
  steadyMs += ms;
  api.clock.step(ms);
}

/** What the page of the system says. */
async function state() {
  const keeper = await api.signInAs({ scopes: ['settings:read'] });
  return (await keeper.request('GET /api/v1/settings/system')).body.cleanUp;
}

/** The rounds of a running server. @returns whether the last one deleted. */
async function run(guard: ReturnType<typeof newServer>, ms: number): Promise<boolean> {
  let deletes = false;
  for (let passed = 0; passed < ms; passed += 30 * minute) {
    pass(30 * minute);
    deletes = (await guard.dateOfRound()) !== undefined;
    if (deletes) await guard.noteRound();
  }
  return deletes;
}

beforeEach(async () => {
  api.clock.reset();
  warnings.length = 0;
  await noteCleanUp(api.db, api.clock.now().toISOString());
});
afterEach(() => api.clock.reset());

describe('the clean-up', () => {
  it('deletes nothing after a leap of 400 days (22.8)', async () => {
    const { userId } = await api.signInAs();
    const { liveStreamId } = await insertWatchable(api.db);
    const at = api.clock.now().toISOString();
    await api.db
      .insertInto('viewings')
      .values({ userId, liveStreamId, firstWatchedAt: at, lastWatchedAt: at, positionSeconds: 60 })
      .execute();
    const left = async () => ({
      sessions: (await api.db.selectFrom('loginSessions').select('id').execute()).length,
      viewings: (await api.db.selectFrom('viewings').select('liveStreamId').execute()).length,
    });
    const before = await left();
    api.clock.step(400 * day);
    let rounds = 0;
    await using _cleanUp = startCleanUp({
      tasks: (date) => cleanUpTasks({ db: api.db, pictures: {}, ingest: {}, now: () => date } as never),
      guard: newServer(),
      always: async () => rounds++,
      log,
      everyMs: 5,
    });
    await expect.poll(() => rounds).toBeGreaterThan(2);
    expect(await left()).toEqual(before);
    expect(warnings).toEqual([expect.stringContaining('the date has leapt')]);
  });

  it('goes on after 24 hours of the steady clock, and says so until then', async () => {
    const server = newServer();
    expect(await run(server, hour)).toBe(true);
    api.clock.step(2 * hour);
    expect(await run(server, 24 * hour)).toBe(false);
    expect(await state()).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('1 more hour.'),
    });
    expect(await run(server, hour)).toBe(true);
    expect(await state()).toMatchObject({ state: 'ok' });
  });

  it('goes on at once when the date is right again', async () => {
    const server = newServer();
    api.clock.step(400 * day);
    expect(await run(server, hour)).toBe(false);
    api.clock.step(-400 * day);
    expect(await run(server, hour)).toBe(true);
  });

  it.each([
    ['a leap back', -30 * day],
    ['a stop of a night', 8 * hour],
  ])('waits after %s', async (_, ms) => {
    api.clock.step(ms);
    expect(await run(newServer(), 12 * hour)).toBe(false);
  });

  it('waits anew after another leap', async () => {
    const server = newServer();
    api.clock.step(30 * day);
    await run(server, 20 * hour);
    api.clock.step(30 * day);
    expect(await run(server, 20 * hour)).toBe(false);
  });

  it('adds what several evenings have waited', async () => {
    for (let evening = 0; evening < 4; evening++) {
      api.clock.step(17 * hour);
      expect(await run(newServer(), 7 * hour)).toBe(evening === 3);
    }
  });

  it('waits as long on several servers, which take no turns', async () => {
    const [one, other] = [newServer(), newServer()];
    api.clock.step(30 * day);
    for (let halfHour = 0; halfHour < 48; halfHour++) {
      pass(30 * minute);
      expect([await one.dateOfRound(), await other.dateOfRound()]).toEqual([undefined, undefined]);
    }
    expect((await findUpkeep(api.db)).waitedMs).toBe(23.5 * hour);
  });
});
