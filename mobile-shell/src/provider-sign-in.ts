/**
 * Signing in at a provider, in the system browser: the person sees its address bar, and the app never sees the password.
 * The way back is a link that any app could catch or send. So the code in it is worth nothing without the *verifier*,
 * which never leaves this app, and an answer counts only with the *state* of the visit that this app has begun.
 */
import type { ProviderVisit } from '../../web/src/native.ts';
import { signInUrl } from './links.ts';
import { isTokenSet, type TokenSet, type TokenStore } from './tokens.ts';
import type { Vault } from './vault.ts';

/** The server ends an attempt after this time. */
const visitLastsMs = 10 * 60_000;

/** The app may be starting meanwhile. */
const exchangeWithinMs = 15_000;

interface Visit {
  code: string;
  returnTo: string;
  verifier: string;
  state: string;
  startedAt: number;
}

interface Parts {
  origin: string;
  vault: Vault;
  tokens: TokenStore;
  openBrowser: (url: string) => Promise<unknown>;
  closeBrowser: () => Promise<unknown>;
  send: (request: Request) => Promise<Response>;
  /** Signs out the session that the new one replaces, as the server does for a browser (docs/product.md, 10.9). */
  endSession: (replaced: TokenSet) => Promise<unknown>;
  now?: () => number;
}

export function createProviderSignIn({ origin, vault, tokens, now = Date.now, ...parts }: Parts) {
  const providerUrl = (code: string, path: string) =>
    new URL(`/api/v1/identity/auth/providers/${encodeURIComponent(code)}/${path}`, origin);

  /** One after the other: a system may report one answer twice at once. */
  let taken: Promise<unknown> = Promise.resolve();
  function takeVisit(state: string | null): Promise<Visit | undefined> {
    const visit = taken.then(() => readVisit(state));
    taken = visit.catch(() => {});
    return visit;
  }

  async function readVisit(state: string | null): Promise<Visit | undefined> {
    const visit = (await vault.read('provider-visit')) as Visit | undefined;
    // An answer to nothing must not end the visit that is under way.
    if (!visit || state === null || visit.state !== state) return undefined;
    await vault.remove('provider-visit');
    return visit;
  }

  /** @returns why nobody is signed in, in the words of the server (docs/product.md, 10.7 and 10.10). */
  async function faultOf(visit: Visit, answer: URLSearchParams): Promise<string | undefined> {
    if (now() - visit.startedAt > visitLastsMs) return 'sign_in_expired';
    const code = answer.get('code');
    return code === null ? (answer.get('error') ?? 'provider_failed') : exchange(visit, code);
  }

  async function exchange({ code, verifier }: Visit, answer: string): Promise<string | undefined> {
    const url = providerUrl(code, 'authenticate');
    url.search = new URLSearchParams({ code: answer, codeVerifier: verifier }).toString();
    try {
      const response = await parts.send(
        new Request(url, { credentials: 'omit', signal: AbortSignal.timeout(exchangeWithinMs) }),
      );
      const { tokens: issued } = (await response.json()) as { tokens?: unknown };
      if (!isTokenSet(issued)) return 'provider_failed';
      const replaced = tokens.get();
      await tokens.signedIn(issued, true);
      if (replaced) void parts.endSession(replaced).catch(() => {});
      return undefined;
    } catch {
      return 'provider_failed';
    }
  }

  return {
    async begin({ code, returnTo, isFresh }: ProviderVisit) {
      const [verifier, state] = [newSecret(), newSecret()];
      // The system may end the app while its browser is in front.
      await vault.write('provider-visit', {
        code,
        returnTo,
        verifier,
        state,
        startedAt: now(),
      } satisfies Visit);
      const url = providerUrl(code, 'authorize');
      url.search = new URLSearchParams({
        redirect: 'true',
        redirectUrl: signInUrl,
        state,
        codeChallenge: await challengeOf(verifier),
        ...(isFresh ? { fresh: 'true' } : {}),
      }).toString();
      await parts.openBrowser(url.href);
    },

    /** @returns the path to go on at; undefined for an answer to nothing that this app has asked. */
    async finish(answer: URLSearchParams): Promise<string | undefined> {
      const visit = await takeVisit(answer.get('state'));
      if (!visit) return undefined;
      await parts.closeBrowser().catch(() => {});
      const error = await faultOf(visit, answer);
      if (error === undefined) return visit.returnTo;
      const page = new URL(visit.returnTo, 'https://this.site');
      page.searchParams.set('error', error);
      return `${page.pathname}${page.search}`;
    },
  };
}

/** 256 bits that cannot be guessed, as base64url. */
function newSecret() {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** RFC 7636, S256. */
async function challengeOf(verifier: string) {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
