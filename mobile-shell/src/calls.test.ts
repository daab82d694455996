import { callsIncludingTokens } from '@ringside/openapi/operation-facts';
import { expect, test, vi } from 'vitest';
import { createCalls } from './calls.ts';
import { memoryVault, tokenSet } from './memory-vault.ts';
import { openTokens } from './tokens.ts';

const origin = 'https://ringside.example';
const login = `${origin}/api/v1/identity/auth/credentials/login`;
const refresh = `${origin}/api/v1/identity/auth/token/refresh`;
const logout = `${origin}/api/v1/identity/auth/credentials/logout`;
const post = (url: string, body: object) =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** @param answer what the server answers to each call. */
async function open(answer: (request: Request) => Promise<Response> | Response, held = {}) {
  const vault = memoryVault(held);
  const tokens = await openTokens(vault);
  const send = vi.fn(async (request: Request) => answer(request));
  const onSignedIn = vi.fn();
  const call = createCalls(tokens, origin, send, Date.now, onSignedIn);
  return { vault, tokens, send, call, onSignedIn };
}

const sent = (send: { mock: { calls: Request[][] } }) =>
  send.mock.calls.map(([request]) => request as Request);

test('a call has the access token and no cookies', async () => {
  const { call, send } = await open(() => new Response('{}'), { tokens: tokenSet('1') });
  await call(new Request(`${origin}/api/v1/kickboxing/competitions`));
  const [request] = sent(send);
  expect(request?.headers.get('authorization')).toBe('Bearer access-1');
  expect(request?.credentials).toBe('omit');
});

test.each([
  'https://evil.example/api/v1/x',
  'https://ringside.example.evil/',
  'http://ringside.example/api/v1/x',
])('no token goes to %s', async (url) => {
  const { call, send } = await open(() => new Response(), { tokens: tokenSet('1') });
  await call(new Request(url));
  expect(sent(send)[0]?.headers.get('authorization')).toBeNull();
});

test('a sign-in asks for the tokens and keeps them before anybody hears of it', async () => {
  const { call, send, vault, onSignedIn } = await open(() =>
    Response.json({ id: '1', tokens: tokenSet('1') }),
  );
  const response = await call(post(login, { email: 'mia@ringside.test', password: 'x', remember: true }));
  expect(sent(send)[0]?.url).toBe(`${login}?includeTokens=true`);
  expect(await sent(send)[0]?.json()).toMatchObject({ email: 'mia@ringside.test' });
  expect(vault.held.tokens).toMatchObject({ refreshToken: { value: 'refresh-1' } });
  expect(await response.json()).toMatchObject({ id: '1' });
  expect(onSignedIn).toHaveBeenCalledOnce();
});

test('a call whose sign-in was replaced meanwhile is sent with the new one, once (40.28)', async () => {
  const { call, send, tokens } = await open(
    async (request) => {
      if (request.headers.get('authorization') !== 'Bearer access-1') return new Response('{}');
      await tokens.signedIn(tokenSet('2'), true);
      return new Response('{}', { status: 401 });
    },
    { tokens: tokenSet('1') },
  );
  expect((await call(new Request(`${origin}/api/v1/me`))).status).toBe(200);
  expect(sent(send).map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer access-1',
    'Bearer access-2',
  ]);
  // A sign-in that was only refused is not.
  send.mockImplementation(async () => new Response('{}', { status: 401 }));
  expect((await call(new Request(`${origin}/api/v1/me`))).status).toBe(401);
  expect(send).toHaveBeenCalledTimes(3);
});

test('a sign-in for this run alone leaves the vault empty', async () => {
  const { call, vault, tokens } = await open(() => Response.json({ id: '1', tokens: tokenSet('1') }));
  await call(post(login, { remember: false }));
  expect(tokens.get()?.accessToken.value).toBe('access-1');
  expect(vault.held).toEqual({});
});

test('a refused sign-in changes nothing', async () => {
  const { call, tokens } = await open(() => Response.json({ tokens: tokenSet('evil') }, { status: 401 }));
  expect((await call(post(login, {}))).status).toBe(401);
  expect(tokens.get()).toBeUndefined();
});

test('sixty refreshes at once are one, with the token in the body', async () => {
  const { call, send, tokens } = await open(() => Response.json(tokenSet('2')), { tokens: tokenSet('1', 0) });
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => call(post(refresh, { remember: true }))),
  );
  expect(await Promise.all(answers.map((answer) => answer.json()))).toHaveLength(60);
  expect(send).toHaveBeenCalledTimes(1);
  const [request] = sent(send);
  expect(await request?.json()).toEqual({ remember: true, refreshToken: 'refresh-1' });
  expect(request?.headers.get('authorization')).toBeNull();
  expect(tokens.get()?.accessToken.value).toBe('access-2');
});

test('a sign-out while a refresh is on its way stays a sign-out', async () => {
  const answer = Promise.withResolvers<Response>();
  const { call, send, tokens, vault } = await open(() => answer.promise, { tokens: tokenSet('1') });
  const refreshed = call(post(refresh, {}));
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), 20_000);
  await tokens.forget();
  answer.resolve(Response.json(tokenSet('2')));
  expect((await refreshed).status).toBe(200);
  expect(tokens.get()).toBeUndefined();
  expect(vault.held).toEqual({});
});

test('a sign-out with an expired access token gets a new one first, for the server finds the session by it', async () => {
  const { call, send } = await open(
    (request) =>
      request.url === refresh ? Response.json(tokenSet('2')) : new Response(null, { status: 204 }),
    { tokens: tokenSet('1', -1000) },
  );
  await call(new Request(logout));
  const requests = sent(send).map(({ url, headers }) => [url, headers.get('authorization')]);
  expect(requests).toEqual([
    [refresh, null],
    [logout, 'Bearer access-2'],
  ]);
});

test('the calls that include tokens come from the contract', () => {
  expect(callsIncludingTokens).toContain(`POST ${new URL(login).pathname}`);
});
