/**
 * Broadcasts that nobody ends, and keys that are replaced at another server (docs/product.md, 28.2 and 28.4).
 *
 * @tier all
 * @engine one
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { film, publish } from './encoder.ts';
import { setUpVenue, stateOf, until, type Venue, watch } from './venue.ts';

const api = await startApi();
const onSecond = await api.startSecondServer();
afterEach(() => api.clock.reset());

/** Both servers look every five seconds. */
const looked = () => wait(6_000);
const is = (venue: Venue, state: string) =>
  until(
    () => stateOf(venue),
    (ingest) => ingest.state === state,
  );
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const refused = async (venue: Venue) =>
  (await publish(venue.key)).received().toString('latin1').includes('BadName');

it('ends 30 minutes after its last picture, but not before its block has ended for so long', async () => {
  const block = { startDate: minutesFromNow(-60), endDate: minutesFromNow(10) };
  const [left, going] = [await setUpVenue(api, block), await setUpVenue(api, block)];
  // At the second server, which then looks after broadcasts, too.
  const second = onSecond(going.organiser);
  expect((await second(`DELETE ${going.path}`)).status).toBe(204);
  going.key = (await second(`POST ${going.path}`)).body;
  using stillGoing = await publish(going.key);
  const stop = film(stillGoing);
  {
    using encoder = await publish(left.key);
    const stopLeft = film(encoder);
    await is(left, 'live');
    await until(
      () => stateOf(left),
      ({ recording }) => recording.seconds >= 2,
    );
    stopLeft();
  }
  await is(left, 'interrupted');

  // The block has ended 25 minutes ago.
  api.clock.advance(35 * 60_000);
  await looked();
  expect(await stateOf(left)).toMatchObject({ state: 'interrupted', endedAt: null });

  api.clock.advance(7 * 60_000);
  const { endedAt } = await is(left, 'ended');
  expect(await refused(left)).toBe(true);
  expect((await watch(left)).mode).toBe('replay');
  await looked();
  const there = (await onSecond(left.organiser)(`GET ${left.path}`)).body;
  expect(there).toMatchObject({ state: 'ended', endedAt });
  // An encoder that still films keeps its broadcast, however long its block is over.
  expect(await stateOf(going)).toMatchObject({ state: 'live', endedAt: null });
  stop();
}, 90_000);

it('cuts an encoder off within two seconds when its key is replaced at another server', async () => {
  const venue = await setUpVenue(api);
  using encoder = await publish(venue.key);
  const stop = film(encoder);
  await is(venue, 'live');
  expect((await onSecond(venue.organiser)(`PUT ${venue.path}/stream-key`)).status).toBe(200);
  await until(
    async () => encoder.socket.destroyed,
    (isCut) => isCut,
    2_000,
  );
  stop();
  expect(await refused(venue)).toBe(true);
}, 30_000);
