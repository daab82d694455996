/**
 * nginx that compresses JSON makes each `ETag` weak; organisers save behind it all the same.
 *
 * @tier all
 * @engine one
 */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertEvent, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';
import { compressing, type Edge, site, startEdge } from '../media/edge/nginx.ts';
import { describeWith } from '../tools.ts';

const api = await startApi({ publicUrl: `https://${site}`, trustProxy: ['127.0.0.1'] });
const organiser = await api.signInAs({
  scopes: [
    'event:read',
    'event:update',
    'identity.user:read',
    'identity.user:access_update',
    'settings:read',
    'settings:update',
  ],
});

describeWith('nginx', 'behind nginx that compresses JSON', () => {
  let edge: Edge;
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    edge = await startEdge((api.app.server.address() as AddressInfo).port, compressing);
  });
  afterAll(() => edge?.[Symbol.asyncDispose]());

  it.each([
    [
      'an event',
      async () => `/api/v1/events/${await insertEvent(api.db)}`,
      { name: 'First' },
      { name: 'Second' },
    ],
    [
      'a user',
      async () => `/api/v1/identity/users/${await insertUser(api.db)}`,
      { firstName: 'First' },
      { firstName: 'Second' },
    ],
    ['the settings', async () => '/api/v1/settings', { siteName: 'First' }, { siteName: 'Second' }],
  ])('saves %s by the ETag that was read, once', async (_what, make, first, second) => {
    const path = await make();
    const headers = { authorization: `Bearer ${organiser.accessToken}`, 'accept-encoding': 'gzip' };
    const read = await edge.call(path, { headers });
    expect([read.status, read.headers['content-encoding'], read.headers.etag]).toEqual([
      200,
      'gzip',
      expect.stringMatching(/^W\//),
    ]);
    const change = async (body: object) => {
      const { status } = await edge.call(path, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json', 'if-match': String(read.headers.etag) },
        body: JSON.stringify(body),
      });
      return status;
    };
    expect([await change(first), await change(second)]).toEqual([204, 412]);
  });
});
