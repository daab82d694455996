/**
 * The server with the encoder dies, hangs, stops or has a wrong clock: viewers at both servers go on.
 *
 * @tier all
 * @engine postgres
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { until } from '../ingest/venue.ts';
import { newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';
import { clockError } from '../wrong-clock.ts';
import { call } from './call.ts';
import { type LiveVenue, listPath, publishAt, setUpLiveVenue, untilLive, watchAt } from './live-venue.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

/** An encoder that was cut off comes back at once; a real one after some seconds. */
const goOnMs = 10_000;

describe('when the server with the encoder is gone', { timeout: 90_000 }, () => {
  const recordings = newDataDir();
  const dataDirs = [newDataDir(), newDataDir()];
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let db: Db;
  let signIn: SignIn;
  let servers: ServerProcess[];
  let venue: LiveVenue;

  const start = async (index: number, env: Record<string, string> = {}) => {
    const server = await startProcess({
      DATABASE_URL: String(database.databaseUrl),
      DATA_DIR: String(dataDirs[index]),
      RECORDING_DIR: recordings,
      RTMP_PORT: '0',
      CONNECTIONS_PER_ADDRESS_MAX: '5000',
      TRUST_PROXY: '127.0.0.1',
      ...env,
    });
    servers.push(server);
    return server;
  };

  beforeAll(async () => {
    database = await openTestDatabase();
    db = database.db;
    signIn = await createSignIn(db);
  }, 60_000);
  beforeEach(async () => {
    servers = [];
  });
  const end = async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
  };
  afterAll(async () => {
    await end();
    await database?.[Symbol.asyncDispose]();
  }, 60_000);

  const isFromGeneration = (least: number) => (text: string) =>
    [...text.matchAll(/(?:^|\/)(\d+)-\d+(?:-\d+)?\.m4s/gm)].some(
      ([, generation]) => Number(generation) >= least,
    );
  const textAt = async (server: ServerProcess) => {
    const { status, body } = await call(server, `GET ${listPath(venue)}`).catch(() => ({
      status: 0,
      body: '',
    }));
    return { status, body: String(body) };
  };

  it.each(['killed', 'hanging', 'stopping'] as const)(
    'because it is %s, the other one shows the slate and then takes the encoder, within 10 s',
    async (fault) => {
      const [owner, other] = await Promise.all([start(0), start(1)]);
      venue = await setUpLiveVenue(db, signIn, other);
      using first = await publishAt(owner, venue);
      await untilLive(other, venue);
      const viewer = watchAt(other, venue);
      await until(
        async () => viewer.seen.length,
        (count) => count > 6,
      );
      const goneAt = viewer.now();
      owner.child.kill(({ killed: 'SIGKILL', hanging: 'SIGSTOP', stopping: 'SIGTERM' } as const)[fault]);
      first.stop();
      // Nobody publishes: the slate, as a broadcast of the other server.
      await until(async () => viewer.lastText(), isFromGeneration(2));
      const slateMs = viewer.now() - goneAt;
      expect(slateMs).toBeLessThan(fault === 'stopping' ? 4_000 : 7_000);
      expect(viewer.lastText()).toContain('#EXT-X-DISCONTINUITY-SEQUENCE');

      using _second = await publishAt(other, venue, 7_200_000);
      await until(async () => viewer.lastText(), isFromGeneration(3));
      expect(viewer.now() - goneAt).toBeLessThan(goOnMs);
      if (fault === 'hanging') owner.child.kill('SIGCONT');
      const back = fault === 'hanging' ? owner : await start(0);
      const viewerThere = watchAt(back, venue);
      await wait(4_000);
      await Promise.all([viewer.stop(), viewerThere.stop()]);
      expect(viewerThere.seen.length).toBeGreaterThan(4);
      const [here, there] = [viewer, viewerThere].map((one) => one.lastText().split('\n').slice(2, 7));
      expect(there?.at(0)).toBe(here?.at(0));
      expect(viewer.failures).toEqual([]);
      const worst = Math.round(viewer.longestGap(goneAt - 500));
      expect(worst).toBeLessThan(goOnMs);
      const times = [...viewer.lastText().matchAll(/PROGRAM-DATE-TIME:(.+)/g)].map(([, at]) =>
        Date.parse(String(at)),
      );
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      process.stdout.write(`${fault}: slate after ${Math.round(slateMs)} ms, longest gap ${worst} ms\n`);
      await end();
    },
  );

  it.each([45, -45])('does not go by its clock, which is %i s off', async (seconds) => {
    const [owner, other] = await Promise.all([start(0, clockError(seconds * 1000)), start(1)]);
    venue = await setUpLiveVenue(db, signIn, other);
    using first = await publishAt(owner, venue);
    await untilLive(other, venue);
    const viewer = watchAt(other, venue);
    await wait(5_000);
    // Nobody took it over, although the owner's clock says something else.
    expect(isFromGeneration(2)(viewer.lastText())).toBe(false);
    const at = [...viewer.lastText().matchAll(/PROGRAM-DATE-TIME:(.+)/g)].at(-1)?.[1];
    expect(Math.abs(Date.now() - Date.parse(String(at)))).toBeLessThan(10_000);
    const goneAt = viewer.now();
    owner.child.kill('SIGKILL');
    first.stop();
    using _second = await publishAt(other, venue);
    await until(async () => viewer.lastText(), isFromGeneration(2));
    expect(viewer.now() - goneAt).toBeLessThan(goOnMs);
    await viewer.stop();
    expect(viewer.failures).toEqual([]);
    await end();
  });

  it('and was the only one, a viewer sees the slate as soon as it is back', async () => {
    const only = await start(0);
    venue = await setUpLiveVenue(db, signIn, only);
    using encoder = await publishAt(only, venue);
    await untilLive(only, venue);
    only.child.kill('SIGKILL');
    encoder.stop();
    await only.ended;
    const back = await start(0);
    const master = await call(back, `GET ${venue.master}`);
    expect(master.status).toBe(200);
    expect(await textAt(back)).toMatchObject({
      status: 200,
      body: expect.stringMatching(/\/2-\d+-\d+\.m4s/),
    });
    await end();
  });

  it('killed in the middle of a segment, the replay has every whole segment', async () => {
    const [owner, other] = await Promise.all([start(0), start(1)]);
    venue = await setUpLiveVenue(db, signIn, other);
    using encoder = await publishAt(owner, venue);
    await untilLive(other, venue);
    const viewer = watchAt(other, venue);
    await until(
      async () => viewer.lastText().match(/^\d+-\d+\.m4s$/gm)?.length ?? 0,
      (segments) => segments >= 3,
    );
    // In the middle of the next one.
    await wait(700);
    owner.child.kill('SIGKILL');
    const text = viewer.lastText();
    encoder.stop();
    await viewer.stop();
    const whole = [...text.matchAll(/^(\d+-\d+)\.m4s$/gm)].map(([, name]) => name);
    expect(whole.length).toBeGreaterThanOrEqual(3);
    const { status } = await call(other, `POST ${venue.path}/end`, { token: venue.organiser });
    expect(status).toBe(204);
    const replayPath = listPath(venue).replace('live.m3u8', 'replay.m3u8');
    const replay = await until(
      () => call(other, `GET ${replayPath}`),
      (answer) => answer.status === 200,
    );
    const recorded = [...replay.body.matchAll(/^(\d+-\d+)\.m4s$/gm)].map(([, name]) => name);
    expect(recorded.slice(0, whole.length)).toEqual(whole);
    expect(recorded.length - whole.length).toBeLessThanOrEqual(1);
    for (const name of recorded) {
      const signed = await call(other, `GET ${replayPath.replace('replay.m3u8', `${name}.m4s`)}`);
      expect((await call(other, `GET ${signed.headers.location}`)).status).toBe(200);
    }
    const halves = readdirSync(path.join(recordings, venue.videoId)).filter((file) => file.endsWith('.new'));
    expect(halves.length).toBeLessThanOrEqual(1);
    await end();
  });
});
