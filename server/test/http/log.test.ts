/**
 * The log never contains a secret. The tests put canaries into every part of a request.
 *
 * @engine one
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { registration, signIn } from '../accounts.ts';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi({ logLevel: 'trace' });
const canary = 'canary-4711';
const text = () => api.log.join('');

describe('the log', () => {
  it('has a line for each request, with its route instead of its path', async () => {
    const { signedUrlPath, eventId } = await insertWatchable(api.db);
    const viewer = await api.signInAs();
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    await api.request(`GET ${new URL(body.url).pathname}`);
    await api.request(`GET /api/v1/kickboxing/competitions/${eventId}?${canary}=1`);
    const lines = api.log.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          method: 'GET',
          route: '/api/v1/kickboxing/competitions/:competitionId',
          status: 400,
          ms: expect.any(Number),
        }),
        expect.objectContaining({
          route: '/media/hls/:sig/:exp/:leaseId/:streamId/:videoId/:file',
          status: 200,
        }),
      ]),
    );
    const [signature = ''] = new URL(body.url).pathname.split('/').slice(3);
    expect(signature).toHaveLength(43);
    expect(text()).not.toContain(signature);
    expect(text()).not.toContain(viewer.accessToken);
  });

  it('contains no secret of successful requests', async () => {
    const account = { ...registration(), password: `Aa1!${canary}` };
    await api.request('POST /api/v1/identity/auth/credentials/register', { body: account });
    const { accessToken, refreshToken, cookies } = await signIn(api, account, {
      headers: { 'user-agent': canary, 'x-forwarded-for': canary, referer: `https://x.test/?${canary}` },
    });
    await api.request('POST /api/v1/identity/auth/token/refresh', { cookies });
    for (const secret of [accessToken, refreshToken, account.email, canary])
      expect(text()).not.toContain(secret);
  });

  it('contains no secret of refused requests', async () => {
    const headers = {
      authorization: `Bearer ${canary}`,
      cookie: `accessToken=${canary}; refreshToken=${canary}`,
    };
    const body = { email: `${canary}@example.test`, password: canary, [canary]: canary };
    for (const target of [
      'POST /api/v1/identity/auth/credentials/login',
      'POST /api/v1/identity/auth/credentials/register',
      'POST /api/v1/identity/auth/token/refresh',
      'GET /api/v1/identity/auth/credentials/logout',
      'GET /api/v1/events',
      `GET /api/v1/identity/auth/providers/demo/callback?code=${canary}&state=${canary}`,
      `GET /${canary}?${canary}`,
      `GET /api/v1/events/%zz${canary}`,
      `GET /media/hls/${canary}/1/2/3/4/live.m3u8?${canary}`,
      `GET /media/segments/${canary}/1/2/3/4.m4s?${canary}`,
    ]) {
      await api.request(target, { headers, ...(target.startsWith('POST') ? { body } : {}) });
      await api.request(
        target,
        target.startsWith('POST')
          ? { body: `{"${canary}`, headers: { ...headers, 'content-type': 'application/json' } }
          : { headers },
      );
    }
    expect(text()).not.toContain(canary);
  });

  it('contains the error but no secret of failed requests', async () => {
    await sql`alter table users rename to users_away`.execute(api.db);
    const { status, body } = await api.request('POST /api/v1/identity/auth/credentials/login', {
      body: { email: `${canary}@example.test`, password: canary },
      headers: { authorization: `Bearer ${canary}`, cookie: `accessToken=${canary}` },
    });
    await sql`alter table users_away rename to users`.execute(api.db);
    expect(status).toBe(500);
    expect(body).toEqual({
      type: '/problems/internal-server-error',
      status: 500,
      title: 'Internal Server Error',
      detail: 'Something went wrong on our side.',
      instance: '/api/v1/identity/auth/credentials/login',
    });
    const fault = api.log.map((line) => JSON.parse(line)).find((line) => line.level === 50);
    expect(fault.err).toMatchObject({
      message: expect.stringContaining('"users"'),
      stack: expect.any(String),
    });
    expect(text()).not.toContain(canary);
  });
});
