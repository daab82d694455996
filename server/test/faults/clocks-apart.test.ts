/**
 * Two server processes on one PostgreSQL, one of them with a wrong clock: sessions, leases, video and limits agree.
 *
 * @tier all
 * @engine postgres
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertWatchable } from '../factories.ts';
import { clockError } from '../wrong-clock.ts';
import { call } from './call.ts';
import { useServerPair } from './server-pair.ts';
import { signInAdministrator } from './sign-in.ts';

const auth = '/api/v1/identity/auth';
const playback = '/api/v1/playback/sessions';
/** By their clock. */
type Server = 'right' | 'wrong';

describe.each([90, -90])('with a clock %i s off', { timeout: 60_000 }, (seconds) => {
  const trusted = { TRUST_PROXY: '127.0.0.1' };
  const pair = useServerPair([trusted, { ...trusted, ...clockError(seconds * 1000) }]);
  const of = (server: Server) => pair.servers[server === 'right' ? 0 : 1];
  const on = (server: Server, target: string, options?: Parameters<typeof call>[2]) =>
    call(of(server), target, options);

  const signIn = (server: Server) => signInAdministrator(of(server));
  const refresh = (server: Server, refreshToken: string) =>
    on(server, `POST ${auth}/token/refresh`, { body: { refreshToken } });
  const isSignedIn = async (server: Server, token: string) =>
    (await on(server, `GET ${auth}/token/user-info`, { token })).status === 200;

  it('only the server with the wrong clock warns the operator', () => {
    const warnings = pair.servers.map((server) =>
      server.output().includes("clock differs from the database's"),
    );
    expect(warnings).toEqual([false, true]);
  });

  it('a session lives on both servers, and ends on both', async () => {
    const tokens = await signIn('right');
    expect(await isSignedIn('wrong', tokens.accessToken.value)).toBe(true);
    const { status, body: next } = await refresh('wrong', tokens.refreshToken.value);
    expect(status).toBe(200);
    // The token of a second tab, which has just lost the race.
    for (const server of ['right', 'wrong'] as const)
      expect((await refresh(server, tokens.refreshToken.value)).status).toBe(401);
    const { status: again, body: last } = await refresh('right', next.refreshToken.value);
    expect(again).toBe(200);
    expect((await refresh('wrong', next.refreshToken.value)).status).toBe(401);
    const token = last.accessToken.value;
    for (const server of ['right', 'wrong'] as const) expect(await isSignedIn(server, token)).toBe(true);
    await on('right', `GET ${auth}/credentials/logout`, { token });
    for (const server of ['right', 'wrong'] as const) expect(await isSignedIn(server, token)).toBe(false);
  });

  it('tokens last equally long', async () => {
    const lifetimes = [await signIn('right'), await signIn('wrong')].map(({ accessToken }) =>
      Math.round((Date.parse(accessToken.expiresAt) - Date.now()) / 5_000),
    );
    expect(lifetimes).toEqual([120, 120]);
  });

  it('two devices watch through either server, and a third one ends the first', async () => {
    const [one, two, three] = await Promise.all(
      (['right', 'wrong', 'right'] as const).map(async (server) => (await signIn(server)).accessToken.value),
    );
    const start = async (server: Server, token: string) =>
      (await on(server, `POST ${playback}`, { token })).body.id;
    const ping = async (token: string, id: string) => {
      const answers: string[] = [];
      for (const server of ['wrong', 'right', 'wrong'] as const) {
        const { status, body } = await on(server, `POST ${playback}/${id}/ping`, { token });
        answers.push(status === 204 ? 'alive' : body.type);
      }
      return answers;
    };
    const alive = ['alive', 'alive', 'alive'];
    const first = await start('right', one);
    expect(await ping(one, first)).toEqual(alive);
    const next = await start('wrong', two);
    for (const [token, id] of [
      [one, first],
      [two, next],
    ])
      expect(await ping(token, id)).toEqual(alive);
    const last = await start('right', three);
    expect(await ping(one, first)).toEqual(Array(3).fill('/problems/playback-ended-by-device-limit'));
    expect(await ping(two, next)).toEqual(alive);
    expect(await ping(three, last)).toEqual(alive);
  });

  it('an address of one server plays on the other, and both list the same segments', async () => {
    const { signedUrlPath } = await insertWatchable(pair.database.db);
    const token = (await signIn('right')).accessToken.value;
    for (const [signs, serves] of [
      ['right', 'wrong'],
      ['wrong', 'right'],
    ] as const) {
      const { body } = await on(signs, `GET ${signedUrlPath}`, { token });
      const folder = new URL(body.url).pathname.replace('/live.m3u8', '/360p');
      const newest = async (server: Server) => {
        const { body: playlist } = await on(server, `GET ${folder}/live.m3u8`);
        const path = String(playlist.trim().split('\n').at(-1));
        return { path, number: Number(/(\d+)\.m4s$/.exec(path)?.[1]) };
      };
      const [listed, listedElsewhere] = [await newest(signs), await newest(serves)];
      // Two seconds may end between the two calls.
      expect(Math.abs(listed.number - listedElsewhere.number)).toBeLessThanOrEqual(1);
      expect((await on(serves, `GET ${listed.path}`)).status).toBe(200);
      expect((await on(signs, `GET ${listedElsewhere.path}`)).status).toBe(200);
    }
  });

  it('who must wait at one server must wait as long at the other', async () => {
    const body = { email: `${randomUUID()}@ringside.test` };
    const ask = (server: Server) => on(server, `POST ${auth}/credentials/password-reset`, { body });
    for (let times = 0; times < 6; times++) expect((await ask('wrong')).status).toBe(204);
    const waits = [await ask('wrong'), await ask('right')];
    expect(waits.map(({ status }) => status)).toEqual([429, 429]);
    for (const { headers } of waits) expect(Math.abs(Number(headers['retry-after']) - 55)).toBeLessThan(6);
  });
});
