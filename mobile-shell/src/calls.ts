/**
 * Calls to the API with the access token in a header, because the webview has no cookies of the server. The tokens stay
 * in this folder: the client asks for a sign-in or a refresh as in a browser, and what it needs is put in and taken out
 * here.
 */
import { callsIncludingTokens } from '@ringside/openapi/operation-facts';
import type { paths } from '@ringside/openapi/schema';
import { isTokenSet, type TokenStore } from './tokens.ts';

const refreshPath = '/api/v1/identity/auth/token/refresh' satisfies keyof paths;
const logoutPath = '/api/v1/identity/auth/credentials/logout' satisfies keyof paths;

type Send = (request: Request) => Promise<Response>;

/**
 * @param send `fetch`, without a binding.
 * @param now the server's time: a device's clock may be wrong.
 * @param onSignedIn is called when the tokens of a sign-in are kept.
 */
export function createCalls(
  tokens: TokenStore,
  origin: string,
  send: Send,
  now: () => number,
  onSignedIn = () => {},
) {
  let refreshing: Promise<Response> | undefined;

  /** A refresh token works once, so everybody who wants one waits for the same. */
  function refresh(request: Request): Promise<Response> {
    refreshing ??= sendRefresh(request).finally(() => {
      refreshing = undefined;
    });
    return refreshing.then((response) => response.clone());
  }

  async function sendRefresh(request: Request) {
    const signIn = tokens.current();
    const refreshToken = tokens.get()?.refreshToken.value;
    const asked: unknown = await request
      .clone()
      .json()
      .catch(() => ({}));
    const response = await send(
      new Request(request.url, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ ...(asked as object), ...(refreshToken ? { refreshToken } : {}) }),
        credentials: 'omit',
        signal: request.signal,
      }),
    );
    const renewed: unknown = response.ok && (await readBody(response));
    if (isTokenSet(renewed)) await tokens.renewed(renewed, signIn);
    return response;
  }

  async function sendSignIn(request: Request) {
    const url = new URL(request.url);
    url.searchParams.set('includeTokens', 'true');
    const body = await request.clone().text();
    const response = await send(
      new Request(url, {
        method: request.method,
        headers: request.headers,
        body,
        credentials: 'omit',
        signal: request.signal,
      }),
    );
    const answer = response.ok ? ((await readBody(response)) as { tokens?: unknown }) : {};
    if (isTokenSet(answer.tokens)) {
      await tokens.signedIn(answer.tokens, wantsToBeRemembered(body));
      onSignedIn();
    }
    return response;
  }

  async function sendWithToken(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    const accessToken = tokens.get()?.accessToken.value;
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`);
    const response = await send(new Request(request, { headers, credentials: 'omit' }));
    // A new sign-in has ended the session of this call meanwhile: that must not be taken for the end of the new one.
    const isReplaced = tokens.get() !== undefined && tokens.get()?.accessToken.value !== accessToken;
    return response.status === 401 && request.method === 'GET' && isReplaced
      ? sendWithToken(request)
      : response;
  }

  /** The server finds the session to end by a token that has not expired. */
  async function sendLogout(request: Request) {
    const expiresAt = Date.parse(tokens.get()?.accessToken.expiresAt ?? '');
    if (expiresAt <= now()) await refresh(new Request(new URL(refreshPath, origin), { method: 'POST' }));
    return sendWithToken(request);
  }

  return async (request: Request): Promise<Response> => {
    const { origin: target, pathname } = new URL(request.url);
    // A token is for one server alone.
    if (target !== origin) return send(request);
    if (pathname === refreshPath) return refresh(request);
    if (pathname === logoutPath) return sendLogout(request);
    if (callsIncludingTokens.includes(`${request.method} ${pathname}`)) return sendSignIn(request);
    return sendWithToken(request);
  };
}

function readBody(response: Response): Promise<unknown> {
  return response
    .clone()
    .json()
    .catch(() => ({}));
}

/** As in a browser, it is on unless it was turned off (docs/product.md, 9.2). */
function wantsToBeRemembered(body: string) {
  try {
    return (JSON.parse(body) as { remember?: unknown }).remember !== false;
  } catch {
    return true;
  }
}
