/**
 * The contract's types over fetch: the bare typed client. `query-api.ts` has the same as TanStack Query options.
 * The browser sends its cookies by itself, so no header is set. An expired access token is renewed by the
 * session, which plugs itself in at start (`connectSession`): this room knows no area.
 */
import { callsIgnoringExpiredToken } from '@ringside/openapi/operation-facts';
import type { paths } from '@ringside/openapi/schema';
import createFetchClient from 'openapi-fetch';

interface SessionDoor {
  isAccessTokenExpired: () => boolean;
  /** True when there is a fresh access token afterwards. */
  refresh: () => Promise<boolean>;
  /** The server refuses a token that should be good: the session has been ended elsewhere. */
  endedElsewhere: () => Promise<void>;
}

const nobody: SessionDoor = {
  isAccessTokenExpired: () => false,
  refresh: async () => false,
  endedElsewhere: async () => {},
};

let door = nobody;

/** @param session nothing: nobody is signed in. */
export function connectSession(session: SessionDoor = nobody) {
  door = session;
}

/** Signing in, out and refreshing must never wait for a refresh of their own: the contract says which calls. */
function ignoresExpiredToken({ method, url }: Request) {
  return callsIgnoringExpiredToken.includes(`${method} ${new URL(url).pathname}`);
}

async function fetchRefreshing(request: Request) {
  if (ignoresExpiredToken(request)) return globalThis.fetch(request);
  // Calls that are open to everybody would answer an expired token as if nobody were signed in.
  if (door.isAccessTokenExpired()) await door.refresh();
  const again = request.clone();
  const response = await globalThis.fetch(request);
  if (response.status !== 401) return response;
  if (door.isAccessTokenExpired()) return (await door.refresh()) ? globalThis.fetch(again) : response;
  await door.endedElsewhere();
  return response;
}

export const api = createFetchClient<paths>({
  // Resolved against the page, so that tests and the native shell may serve it from elsewhere.
  baseUrl: window.location.origin,
  fetch: fetchRefreshing,
  querySerializer,
});

/** Arrays repeat their key; objects (the filter) travel as JSON, as the contract says. */
function querySerializer(query: Record<string, unknown>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return search.toString();
}
