/**
 * Signing in with a provider: `authorizeProvider` sends the browser there and remembers the attempt,
 * `handleProviderCallback` takes it back, on whichever server. On this site the callback signs in; a client on another
 * origin, where no cookie of ours can be set, receives a one-time code for `authenticateWithProvider`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem, validationProblem } from '../../http/problems.ts';
import { findAllowedUrl, originOf, ownOrigin } from '../../http/return-url.ts';
import { codeChallengeOf, hashSecret, newSecret } from '../one-time-secret.ts';
import type { TokenSet } from '../sessions/issue-tokens.ts';
import { setSessionCookies } from '../sessions/session-cookies.ts';
import { startLoginSession } from '../sessions/start-login-session.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { admitIdentity } from './admit-identity.ts';
import { type OidcClient, OidcError } from './oidc-client.ts';
import {
  deleteExpiredSignIns,
  insertProviderCode,
  insertProviderSignIn,
  spendProviderCode,
  spendProviderSignIn,
} from './provider.repository.ts';
import {
  providerCodeLifetimeMs,
  refusalWords,
  signInLifetimeMs,
  spentCodeWords,
  spentSignInWords,
  toIdentity,
} from './provider.rules.ts';
import type { ProviderIdentity, ProviderSignInRow } from './provider.tables.ts';
import { readProviderCookie, setProviderCookie } from './provider-cookie.ts';

interface Deps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  isSecure: (request: FastifyRequest) => boolean;
  providers: readonly OidcClient[];
  publicUrl: string | undefined;
  allowedOrigins: readonly string[];
}

type ProviderOperation =
  | 'listProviders'
  | 'authorizeProvider'
  | 'handleProviderCallback'
  | 'authenticateWithProvider';

/** Nothing asks for it at a provider's; it is on by default elsewhere, too (specification, section 9). */
const remember = true;
const noStore = { 'cache-control': 'no-store' };

export function providerHandlers(deps: Deps): Handlers<ProviderOperation> {
  const { db, now, tokens, isSecure, providers, publicUrl, allowedOrigins } = deps;
  return {
    async listProviders() {
      const data = providers.map(({ settings: { code, name, metadata = null } }) => ({
        code,
        name,
        metadata,
      }));
      return { status: 200, body: { data, total: data.length } };
    },

    async authorizeProvider({ path, query, request, reply }) {
      const provider = findProvider(path.providerCode);
      const origin = ownOrigin(request, publicUrl);
      const clientUrl = toClientUrl(query.redirectUrl ?? origin, 'redirectUrl', origin).href;
      const state = newSecret();
      const attempt = {
        nonce: newSecret(),
        codeVerifier: newSecret(),
        redirectUri: `${origin}/api/v1/identity/auth/providers/${provider.settings.code}/callback`,
      };
      const url = await provider.authorizationUrl({ ...attempt, state }).catch((error) => {
        tell(request, provider, error);
        throw problem('service-unavailable', {
          detail: 'The sign-in provider cannot be reached; try again soon.',
          headers: { 'retry-after': '5' },
        });
      });
      const instant = now();
      await deleteExpiredSignIns(db, instant.toISOString());
      await insertProviderSignIn(db, {
        ...attempt,
        stateHash: hashSecret(state),
        browserHash: hashSecret(setProviderCookie(request, reply, isSecure(request))),
        providerCode: provider.settings.code,
        clientUrl,
        clientState: query.state ?? null,
        codeChallenge: query.codeChallenge ?? null,
        expiresAt: later(instant, signInLifetimeMs),
      });
      return query.redirect === 'true'
        ? { status: 302, headers: { ...noStore, location: url } }
        : { status: 200, headers: noStore, body: { url } };
    },

    async handleProviderCallback({ path, query, request, reply }) {
      const provider = findProvider(path.providerCode);
      const origin = ownOrigin(request, publicUrl);
      const givenUrl = query.clientUrl && toClientUrl(query.clientUrl, 'clientUrl', origin);
      const signIn = await spendSignIn(request, path.providerCode, query.state);
      const clientUrl = givenUrl || new URL(signIn.clientUrl);
      const identity =
        query.error === undefined && query.code !== undefined
          ? await identify(request, provider, signIn, query.state)
          : { error: query.error === 'access_denied' ? query.error : 'provider_failed' };
      const outcome =
        'error' in identity
          ? identity
          : originOf(clientUrl) === origin
            ? await signInHere(request, reply, identity)
            : { code: await handOver(signIn, identity) };
      const state = query.clientState ?? signIn.clientState;
      return { status: 302, headers: { ...noStore, location: leadTo(clientUrl, { ...outcome, state }) } };
    },

    async authenticateWithProvider({ path, query, request }) {
      findProvider(path.providerCode);
      const code = await spendProviderCode(db, {
        codeHash: hashSecret(query.code),
        providerCode: path.providerCode,
        now: now().toISOString(),
      });
      const challenge = query.codeVerifier === undefined ? null : codeChallengeOf(query.codeVerifier);
      if (code === undefined || code.codeChallenge !== challenge)
        throw problem('unauthorized', { detail: spentCodeWords });
      const session = await admit(request, code.identity);
      if ('refusal' in session) throw problem('conflict', { detail: refusalWords[session.refusal] });
      const { user, issued } = session;
      return { status: 200, headers: noStore, body: { id: user.id, tokens: issued } };
    },
  };

  function findProvider(code: string): OidcClient {
    const provider = providers.find(({ settings }) => settings.code === code);
    if (provider === undefined) throw problem('not-found');
    return provider;
  }

  /** @throws problem 400 when the address is not one of ours. */
  function toClientUrl(text: string, name: 'redirectUrl' | 'clientUrl', origin: string): URL {
    const url = findAllowedUrl(text, [origin, ...allowedOrigins]);
    if (url) return url;
    throw validationProblem([
      { detail: 'Its origin is not one that this site allows.', pointer: `/${name}`, location: 'query' },
    ]);
  }

  /** @throws problem 401 when it was not begun in this browser, has expired or was ended already. */
  async function spendSignIn(request: FastifyRequest, providerCode: string, state: string) {
    const signIn = await spendProviderSignIn(db, {
      stateHash: hashSecret(state),
      // No attempt belongs to an empty one.
      browserHash: hashSecret(readProviderCookie(request) ?? ''),
      providerCode,
      now: now().toISOString(),
    });
    if (signIn === undefined) throw problem('unauthorized', { detail: spentSignInWords });
    return signIn;
  }

  async function identify(
    request: FastifyRequest,
    provider: OidcClient,
    signIn: ProviderSignInRow,
    state: string,
  ): Promise<ProviderIdentity | { error: string }> {
    const search = new URL(request.url, signIn.redirectUri).search;
    try {
      const claims = await provider.exchangeCode({ ...signIn, state }, search);
      return toIdentity(claims) ?? { error: 'provider_failed' };
    } catch (error) {
      tell(request, provider, error);
      return { error: 'provider_failed' };
    }
  }

  async function admit(request: FastifyRequest, identity: ProviderIdentity) {
    const instant = now();
    return db.transaction().execute(async (trx) => {
      const admission = await admitIdentity(trx, identity, instant);
      if ('refusal' in admission) return admission;
      const { user } = admission;
      const issued: TokenSet = await startLoginSession(trx, {
        user,
        remember,
        request,
        tokens,
        now: instant,
      });
      return { user, issued };
    });
  }

  async function signInHere(request: FastifyRequest, reply: FastifyReply, identity: ProviderIdentity) {
    const session = await admit(request, identity);
    if ('refusal' in session) return { error: session.refusal };
    setSessionCookies(reply, session.issued, { remember, secure: isSecure(request) });
    return {};
  }

  async function handOver(signIn: ProviderSignInRow, identity: ProviderIdentity): Promise<string> {
    const code = newSecret();
    await insertProviderCode(db, {
      codeHash: hashSecret(code),
      providerCode: signIn.providerCode,
      identity,
      codeChallenge: signIn.codeChallenge,
      expiresAt: later(now(), providerCodeLifetimeMs),
    });
    return code;
  }
}

/** Only what is ours to say stands in these three, whatever the address brought along. */
function leadTo(clientUrl: URL, answer: { code?: string; error?: string; state: string | null }): string {
  const url = new URL(clientUrl);
  for (const name of ['code', 'error', 'state'] as const) {
    const value = answer[name];
    if (value === undefined || value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

function later(instant: Date, ms: number): string {
  return new Date(instant.getTime() + ms).toISOString();
}

/** @throws what is no fault of the provider. */
function tell(request: FastifyRequest, { settings }: OidcClient, error: unknown): void {
  if (!(error instanceof OidcError)) throw error;
  request.log.warn({ provider: settings.code, reason: error.reason }, 'the sign-in provider failed');
}
