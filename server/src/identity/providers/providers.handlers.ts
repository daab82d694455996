/**
 * Signing in with a provider: `authorizeProvider` sends the browser to the provider and stores the attempt;
 * `handleProviderCallback` ends it, on any server. On this site the callback signs in. A client on another origin,
 * where this server cannot set a cookie, receives a one-time code for `authenticateWithProvider`. So does a native app,
 * to which any app of the device may be listening in its place: its code needs the verifier that never left it.
 */
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { problem, validationProblem } from '../../http/problems.ts';
import { findAllowedUrl, findAppUrl, originOf, ownOrigin } from '../../http/return-url.ts';
import { codeChallengeOf, hashSecret, newSecret } from '../one-time-secret.ts';
import { type OidcClient, OidcError } from './oidc-client.ts';
import {
  deleteExpiredSignIns,
  insertProviderSignIn,
  spendProviderCode,
  spendProviderSignIn,
} from './provider.repository.ts';
import {
  answerUrl,
  callbackUrl,
  isFreshSignIn,
  refusalWords,
  signInLifetimeMs,
  spentCodeWords,
  spentSignInWords,
  toIdentity,
} from './provider.rules.ts';
import type { ProviderIdentity, ProviderSignInRow } from './provider.tables.ts';
import { readProviderCookie, setProviderCookie } from './provider-cookie.ts';
import { createProviderSessions, type SessionDeps } from './provider-sessions.ts';

interface Deps extends SessionDeps {
  providers: readonly OidcClient[];
  publicUrl: string | undefined;
  allowedOrigins: readonly string[];
  /** Where native apps take back a sign-in. */
  apps: { returnUrls: readonly string[] };
}

type ProviderOperation =
  | 'listProviders'
  | 'authorizeProvider'
  | 'handleProviderCallback'
  | 'authenticateWithProvider';

const noStore = { 'cache-control': 'no-store' };

export function providerHandlers(deps: Deps): Handlers<ProviderOperation> {
  const { db, now, isSecure, providers, publicUrl } = deps;
  const { toClientUrl, isApp } = clientUrls(deps);
  const sessions = createProviderSessions(deps);
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
      const clientUrl = toClientUrl(query.redirectUrl ?? origin, 'redirectUrl', origin);
      if (isApp(clientUrl) && query.codeChallenge === undefined)
        throw validationProblem([
          { detail: 'Is required for an app.', pointer: '/codeChallenge', location: 'query' },
        ]);
      const state = newSecret();
      const attempt = {
        nonce: newSecret(),
        codeVerifier: newSecret(),
        isFresh: query.fresh === 'true',
        redirectUri: callbackUrl(origin, provider.settings.code),
      };
      const url = await provider.authorizationUrl({ ...attempt, state }).catch((error) => {
        logProviderFault(request, provider, error);
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
        clientUrl: clientUrl.href,
        clientState: query.state ?? null,
        codeChallenge: query.codeChallenge ?? null,
        expiresAt: new Date(instant.getTime() + signInLifetimeMs).toISOString(),
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
      // It began for a page, and somebody has changed where it ends.
      if (isApp(clientUrl) && signIn.codeChallenge === null) throw notAllowed('clientUrl');
      const identity =
        query.error === undefined && query.code !== undefined
          ? await identify(request, provider, signIn, query.state)
          : { error: query.error === 'access_denied' ? query.error : 'provider_failed' };
      const outcome =
        'error' in identity
          ? identity
          : originOf(clientUrl) === origin && !isApp(clientUrl)
            ? await sessions.signInHere(request, reply, identity, signIn)
            : { code: await sessions.issueCode(signIn, identity) };
      const state = query.clientState ?? signIn.clientState;
      return { status: 302, headers: { ...noStore, location: answerUrl(clientUrl, { ...outcome, state }) } };
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
      const session = await sessions.startSession(request, code.identity);
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

  /** @throws problem 401 when it began in another browser, has expired or was used already. */
  async function spendSignIn(request: FastifyRequest, providerCode: string, state: string) {
    const signIn = await spendProviderSignIn(db, {
      stateHash: hashSecret(state),
      // No attempt has the hash of an empty text.
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
      if (signIn.isFresh && !isFreshSignIn(claims, signIn.expiresAt)) {
        request.log.warn(
          { provider: provider.settings.code },
          'the sign-in provider did not ask the person again',
        );
        return { error: 'provider_failed' };
      }
      const identity = toIdentity(claims);
      if (identity === undefined) return { error: 'provider_failed' };
      return signIn.isFresh ? { ...identity, provedAt: identity.provedAt ?? now().toISOString() } : identity;
    } catch (error) {
      logProviderFault(request, provider, error);
      return { error: 'provider_failed' };
    }
  }
}

/** Where a sign-in may end. */
function clientUrls({ allowedOrigins, apps: { returnUrls } }: Pick<Deps, 'allowedOrigins' | 'apps'>) {
  return {
    /** @throws problem 400 for an address outside of the allowed origins, and of no app. */
    toClientUrl(text: string, name: 'redirectUrl' | 'clientUrl', origin: string): URL {
      const url = findAppUrl(text, returnUrls) ?? findAllowedUrl(text, [origin, ...allowedOrigins]);
      if (url) return url;
      throw notAllowed(name);
    },
    /** Also an address of this site, which a device opens in the app. */
    isApp: (url: URL): boolean =>
      !/^https?:$/.test(url.protocol) || findAppUrl(url.href, returnUrls) !== undefined,
  };
}

function notAllowed(name: 'redirectUrl' | 'clientUrl') {
  return validationProblem([
    { detail: 'Its origin is not one that this site allows.', pointer: `/${name}`, location: 'query' },
  ]);
}

/** @throws any error that is not a fault of the provider. */
function logProviderFault(request: FastifyRequest, { settings }: OidcClient, error: unknown): void {
  if (!(error instanceof OidcError)) throw error;
  request.log.warn({ provider: settings.code, reason: error.reason }, 'the sign-in provider failed');
}
