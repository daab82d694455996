/**
 * A body may be as large as its operation needs (openapi/scripts/body-limits.ts), however it is sent.
 *
 * @engine one
 */
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractOperations, deref } from '../../src/contract/document.ts';
import { issueLimit } from '../../src/contract/issues.ts';
import { type FuzzRequest, sendRaw } from '../fuzz/raw-http.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:create', 'event:update'] });
const login = 'POST /api/v1/identity/auth/credentials/login';
const headers = { 'content-type': 'application/json' };

/** JSON of exactly this many bytes that the contract refuses. */
const jsonOf = (bytes: number) => `{"email":"${'x'.repeat(bytes - 12)}"}`;

describe('a body', () => {
  it.each([
    ['that is as large as allowed', 4096, 400, undefined],
    ['of one more byte', 4097, 413, 'The body may have at most 4 KB.'],
    ['of a megabyte', 1024 * 1024, 413, 'The body may have at most 4 KB.'],
  ])('%s gets the answer that says so', async (_name, bytes, status, detail) => {
    const answer = await api.request(login, { body: jsonOf(bytes), headers });
    expect(answer.status).toBe(status);
    if (detail) expect(answer.body).toMatchObject({ type: '/problems/payload-too-large', detail });
  });

  it('has the limit of its operation', async () => {
    const sent = [];
    for (const { operationId, requestBody, security, method, path } of contractOperations) {
      if (requestBody?.mediaTypes[0] !== 'application/json') continue;
      const scopes = security.flatMap((scheme) => Object.values(scheme).flat());
      const caller = await api.signInAs({ scopes });
      const url = path.replace(/\{\w+\}/g, crypto.randomUUID());
      const body = jsonOf(requestBody.limit + 1);
      const answer = await caller.request(`${method} ${url}`, { body, headers });
      expect([operationId, answer.status]).toEqual([operationId, 413]);
      sent.push(operationId);
    }
    expect(sent.length).toBeGreaterThan(20);
  });

  it('may hold the longest text of every field, also escaped', async () => {
    const { node } = deref('#/components/schemas/EventCreate/properties/content');
    const content = 'é'.repeat(Number(node.maxLength));
    const event = { name: 'x', slug: 'longest', content, timezone: 'Europe/Paris', location: {} };
    const dates = { startDate: '2027-01-01T00:00:00Z', endDate: '2027-01-01T00:00:00Z' };
    const body = JSON.stringify({ ...event, ...dates }).replaceAll('é', '\\u00e9');
    expect((await organiser.request('POST /api/v1/events', { body, headers })).status).toBe(201);
  });

  it('that no operation reads is bounded too', async () => {
    const body = jsonOf(5_000);
    const { status } = await organiser.request('POST /api/v1/playback/sessions', { body, headers });
    expect(status).toBe(413);
  });

  it('full of faults gets the first of them', async () => {
    const fields = Array.from({ length: issueLimit * 2 }, (_, number) => [`f${number}`, 1]);
    const body = Object.fromEntries(fields);
    const answer = await organiser.request('POST /api/v1/events', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toHaveLength(issueLimit);
  });
});

describe('over a socket', () => {
  let port = 0;
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  const request = (length: string, body: string): FuzzRequest => ({
    operationId: 'login',
    kind: 'hostile',
    method: 'POST',
    target: '',
    headers: [],
    body: undefined,
    raw: Buffer.from(
      `POST /api/v1/identity/auth/credentials/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${length}\r\n\r\n${body}`,
    ),
  });
  const chunk = (size: number) => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;

  it.each([
    ['in chunks without an end', request('transfer-encoding: chunked', chunk(1_000).repeat(5))],
    ['in one chunk', request('transfer-encoding: chunked', `${chunk(5_000)}0\r\n\r\n`)],
    ['announced, not sent', request('content-length: 5000', '')],
    ['announced as endless', request('content-length: 99999999999999', '{')],
  ])('a body %s is a 413, and the connection ends', async (_name, sent) => {
    const { status, body, headers: answered } = await sendRaw(port, sent, 5_000);
    expect(status).toBe(413);
    expect(JSON.parse(body).detail).toBe('The body may have at most 4 KB.');
    expect(answered.connection).toBe('close');
  });
});
