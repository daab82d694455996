import type { paths } from '@ringside/openapi/schema';
import { isTokenSet, type TokenSet } from './tokens.ts';

const refreshPath = '/api/v1/identity/auth/token/refresh' satisfies keyof paths;
const logoutPath = '/api/v1/identity/auth/credentials/logout' satisfies keyof paths;

interface Parts {
  origin: string;
  send: (request: Request) => Promise<Response>;
  now: () => number;
}

/** Signs out a session whose tokens the app does not hold any more. The server finds it by a token that has not expired. */
export async function endSession({ accessToken, refreshToken }: TokenSet, { origin, send, now }: Parts) {
  let { value } = accessToken;
  if (Date.parse(accessToken.expiresAt) <= now()) {
    const response = await send(
      new Request(new URL(refreshPath, origin), {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: refreshToken.value }),
        credentials: 'omit',
      }),
    );
    const renewed: unknown = await response.json();
    if (!isTokenSet(renewed)) return;
    value = renewed.accessToken.value;
  }
  const headers = { authorization: `Bearer ${value}` };
  await send(new Request(new URL(logoutPath, origin), { headers, credentials: 'omit' }));
}
