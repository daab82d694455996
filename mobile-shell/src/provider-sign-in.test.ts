import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { endSession } from './end-session.ts';
import { signInUrl } from './links.ts';
import { memoryVault, tokenSet } from './memory-vault.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { openTokens } from './tokens.ts';

const origin = 'https://ringside.example';
const returnTo = '/auth/login?returnTo=%2Fcompetitions%2Fr-7%2Flive';

async function start(answer: () => Promise<Response> | Response = issue, vault = memoryVault()) {
  let time = Date.now();
  const tokens = await openTokens(vault);
  const openBrowser = vi.fn(async (_url: string) => undefined);
  const closeBrowser = vi.fn(async () => {
    throw new Error('Android has none.');
  });
  const send = vi.fn(async (_request: Request) => answer());
  const providers = createProviderSignIn({
    origin,
    vault,
    tokens,
    openBrowser,
    closeBrowser,
    send,
    now: () => time,
    endSession: (replaced) => endSession(replaced, { origin, send, now: () => time }),
  });
  const opened = () => new URL(openBrowser.mock.lastCall?.[0] ?? '');
  const pass = (ms: number) => {
    time += ms;
  };
  return { vault, tokens, providers, send, opened, closeBrowser, pass };
}

const issue = () => Response.json({ id: '1', tokens: tokenSet('provider') });
const visit = { code: 'demo-id', returnTo, isFresh: false };
const answerOf = (opened: URL, query: Record<string, string> = { code: 'c' }) =>
  new URLSearchParams({ state: opened.searchParams.get('state') ?? '', ...query });

test('the browser gets a challenge, and the verifier only goes to the server', async () => {
  const { providers, opened, send, tokens } = await start();
  await providers.begin(visit);
  const asked = opened();
  expect(asked.origin + asked.pathname).toBe(`${origin}/api/v1/identity/auth/providers/demo-id/authorize`);
  expect(asked.searchParams.get('redirectUrl')).toBe(signInUrl);
  expect(await providers.finish(answerOf(asked))).toBe(returnTo);
  const exchanged = new URL(send.mock.lastCall?.[0].url ?? '');
  const verifier = exchanged.searchParams.get('codeVerifier') ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
    asked.searchParams.get('codeChallenge'),
  );
  expect(asked.href).not.toContain(verifier);
  expect(tokens.get()?.accessToken.value).toBe('access-provider');
});

test('an answer that this app has not asked for is ignored, and does not end the visit that is under way', async () => {
  const { providers, opened, send, tokens } = await start();
  expect(await providers.finish(new URLSearchParams({ code: 'evil', state: 'guessed' }))).toBeUndefined();
  await providers.begin(visit);
  for (const state of ['guessed', '', 'x'.repeat(20_000)]) {
    expect(await providers.finish(new URLSearchParams({ code: 'evil', state }))).toBeUndefined();
  }
  expect(await providers.finish(new URLSearchParams({ code: 'evil' }))).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
  expect(tokens.get()).toBeUndefined();
  expect(await providers.finish(answerOf(opened()))).toBe(returnTo);
});

test('an answer counts once', async () => {
  const { providers, opened, send } = await start();
  await providers.begin(visit);
  const answer = answerOf(opened());
  await providers.finish(answer);
  expect(await providers.finish(answer)).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
});

test('an answer that the system reports sixty times at once counts once', async () => {
  const { providers, opened, send } = await start();
  await providers.begin(visit);
  const answer = answerOf(opened());
  const paths = await Promise.all(Array.from({ length: 60 }, () => providers.finish(answer)));
  expect(paths.filter((path) => path !== undefined)).toEqual([returnTo]);
  expect(send).toHaveBeenCalledTimes(1);
});

test('the visit outlives the app, for ten minutes', async () => {
  const first = await start();
  await first.providers.begin(visit);
  const next = await start(issue, first.vault);
  expect(await next.providers.finish(answerOf(first.opened()))).toBe(returnTo);
});

test('a late answer closes the browser and leads to the sign-in page, which says so', async () => {
  const { providers, opened, pass, closeBrowser, send, vault } = await start();
  await providers.begin(visit);
  pass(10 * 60_000 + 1);
  expect(await providers.finish(answerOf(opened()))).toBe(`${returnTo}&error=sign_in_expired`);
  expect(closeBrowser).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
  expect(vault.held).toEqual({});
});

test.each([
  ['a refusal by the person', { error: 'access_denied' }, issue, 'access_denied'],
  ['no code and no reason', {}, issue, 'provider_failed'],
  [
    'a code that the server refuses',
    { code: 'c' },
    () => new Response('{}', { status: 401 }),
    'provider_failed',
  ],
  ['no network', { code: 'c' }, () => Promise.reject(new TypeError('Failed to fetch')), 'provider_failed'],
  ['a page of a proxy', { code: 'c' }, () => new Response('<html>'), 'provider_failed'],
])('%s leads back to the sign-in page, which says so', async (_, query, answer, error) => {
  const { providers, opened, tokens } = await start(answer);
  await providers.begin(visit);
  const path = await providers.finish(answerOf(opened(), query as Record<string, string>));
  expect(path).toBe(`${returnTo}&error=${error}`);
  expect(tokens.get()).toBeUndefined();
});

test('a step-up asks the provider to ask again', async () => {
  const { providers, opened } = await start();
  await providers.begin({ ...visit, isFresh: true });
  expect(opened().searchParams.get('fresh')).toBe('true');
});

describe('a step-up', () => {
  const logout = '/api/v1/identity/auth/credentials/logout';
  const sentBy = (send: { mock: { calls: Request[][] } }) =>
    send.mock.calls.map(([request]) => [
      new URL(request?.url ?? '').pathname,
      request?.headers.get('authorization'),
    ]);

  test('ends the session that its own replaces (10.9, 40.28)', async () => {
    const { providers, opened, send, tokens } = await start();
    await tokens.signedIn(tokenSet('old'), true);
    await providers.begin({ ...visit, isFresh: true });
    expect(await providers.finish(answerOf(opened()))).toBe(returnTo);
    await vi.waitFor(() => expect(sentBy(send).slice(1)).toEqual([[logout, 'Bearer access-old']]), 20_000);
    expect(tokens.get()?.accessToken.value).toBe('access-provider');
  });

  test('ends it also when its access token has expired', async () => {
    const { providers, opened, send, tokens } = await start();
    await tokens.signedIn(tokenSet('old', -1), true);
    await providers.begin({ ...visit, isFresh: true });
    send.mockImplementation(async ({ url }) =>
      url.endsWith('/refresh') ? Response.json(tokenSet('renewed')) : issue(),
    );
    await providers.finish(answerOf(opened()));
    await vi.waitFor(() => expect(sentBy(send).at(-1)).toEqual([logout, 'Bearer access-renewed']), 20_000);
    expect(tokens.get()?.accessToken.value).toBe('access-provider');
  });

  test('that fails leaves it alone, and one without a network keeps the new one', async () => {
    const failed = await start(() => new Response('{}', { status: 401 }));
    await failed.tokens.signedIn(tokenSet('old'), true);
    await failed.providers.begin({ ...visit, isFresh: true });
    await failed.providers.finish(answerOf(failed.opened()));
    expect([failed.send.mock.calls.length, failed.tokens.get()?.accessToken.value]).toEqual([
      1,
      'access-old',
    ]);

    const { providers, opened, send, tokens } = await start();
    await tokens.signedIn(tokenSet('old'), true);
    await providers.begin({ ...visit, isFresh: true });
    send.mockImplementation(async ({ url }) => {
      if (url.endsWith(logout)) throw new TypeError('Failed to fetch');
      return issue();
    });
    expect(await providers.finish(answerOf(opened()))).toBe(returnTo);
    expect(tokens.get()?.accessToken.value).toBe('access-provider');
  });
});
