import { expect, it } from 'vitest';
import { contractClient } from './contract-client.ts';

const userId = '5f0a7c10-0000-4000-8000-000000000002';
const userPath = '/api/v1/identity/users/{userId}';

/** The client, and what it has sent. */
function clientOf(answer: BodyInit | null, init?: ResponseInit) {
  const sent: Request[] = [];
  const api = contractClient('http://test', async (request) => {
    sent.push(request);
    return new Response(answer, init);
  });
  return { api, sent };
}

it('writes parameters into the path, escaped', async () => {
  const { api, sent } = clientOf('{}');
  await api.GET(userPath, { params: { path: { userId: 'a/b c' } } });
  expect(sent[0]?.url).toBe('http://test/api/v1/identity/users/a%2Fb%20c');
  expect(sent[0]?.headers.has('content-type')).toBe(false);
});

it('sends a body as JSON, with the headers of the call', async () => {
  const { api, sent } = clientOf(null, { status: 204 });
  const body = { firstName: 'Mia' };
  await api.PATCH(userPath, { params: { path: { userId }, header: { 'If-Match': '"4"' } }, body });
  expect(await sent[0]?.json()).toEqual(body);
  expect(sent[0]?.method).toBe('PATCH');
  expect(sent[0]?.headers.get('if-match')).toBe('"4"');
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
});

it('sends another kind of body as it is', async () => {
  const { api, sent } = clientOf('{"created":1}');
  const body = 'email\nmia@ringside.test';
  await api.POST('/api/v1/events/access/import', {
    params: { query: { eventId: userId } },
    headers: { 'content-type': 'text/csv' },
    body,
    bodySerializer: (text: string) => text,
  } as never);
  expect(await sent[0]?.text()).toBe(body);
  expect(sent[0]?.headers.get('content-type')).toBe('text/csv');
});

it.each([
  ['nothing', null, 204],
  ['an empty text', '', 200],
])('has no data when the answer is %s', async (_, text, status) => {
  const { data, error, response } = await clientOf(text, { status }).api.GET('/api/v1/events');
  expect(data).toBeUndefined();
  expect(error).toBeUndefined();
  expect(response.status).toBe(status);
});

it('has a problem as the error, and what a proxy says as its text', async () => {
  const problem = { type: '/problems/forbidden', title: 'Forbidden', status: 403 };
  const refused = clientOf(JSON.stringify(problem), { status: 403 });
  expect(await refused.api.GET('/api/v1/events')).toMatchObject({ error: problem });
  const between = clientOf('<h1>Bad Gateway</h1>', { status: 502 });
  expect(await between.api.GET('/api/v1/events')).toMatchObject({ error: '<h1>Bad Gateway</h1>' });
});

it('hands a file or a stream over, but the error of either is read', async () => {
  const query = { params: { query: {} } } as never;
  const path = '/api/v1/events/access/export';
  const file = await clientOf('a,b').api.GET(path, { ...(query as object), parseAs: 'blob' } as never);
  expect(await (file.data as unknown as Blob).text()).toBe('a,b');
  const stream = await clientOf('a,b').api.GET(path, { parseAs: 'stream' } as never);
  expect(stream.data).toBe(stream.response.body);
  const refused = await clientOf('{"status":403}', { status: 403 }).api.GET(path, {
    parseAs: 'stream',
  } as never);
  expect(refused.error).toEqual({ status: 403 });
});
