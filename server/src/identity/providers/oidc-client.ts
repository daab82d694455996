/**
 * Sign-in providers over OpenID Connect: the only importer of openid-client. An issuer's metadata is discovered at
 * the first use and again every hour; an unreachable issuer breaks only its own sign-ins.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
} from 'openid-client';
import type { OidcSettings } from '../../config-providers.ts';

interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The person must sign in again, even if the provider knows them. */
  isFresh: boolean;
}

export interface OidcClient {
  readonly settings: OidcSettings;
  /** Whether the issuer can be reached, from memory while its metadata is fresh. @throws OidcError */
  check(): Promise<void>;
  /** @returns the URL of the provider's sign-in page. @throws OidcError */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * @param search the query of the provider's callback.
   * @returns the claims, after the check of the ID token's signature, issuer, audience, times and nonce. @throws
   * OidcError
   */
  exchangeCode(request: AuthorizationRequest, search: string): Promise<Record<string, unknown>>;
}

/** The issuer is unreachable or its answer is invalid; `reason` is safe for the log. */
export class OidcError extends Error {
  override name = 'OidcError';
  readonly reason: string;

  constructor(cause: unknown) {
    const reason = reasonOf(cause);
    super(`The sign-in provider failed: ${reason}`);
    this.reason = reason;
  }
}

const timeoutSeconds = 5;
const answerLimit = 1024 * 1024;
const rediscoverMs = 60 * 60_000;

export function createOidcClient(settings: OidcSettings): OidcClient {
  let known: { configuration: Configuration; at: number } | undefined;
  let underWay: Promise<Configuration> | undefined;

  /** One call at a time for all callers; a failure is not cached. */
  function rediscover(): Promise<Configuration> {
    underWay ??= discover(settings)
      .then((configuration) => {
        known = { configuration, at: performance.now() };
        return configuration;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  async function configuration(): Promise<Configuration> {
    if (known === undefined) return rediscover();
    // The old metadata stays in use meanwhile, and as long as the issuer does not answer.
    if (performance.now() - known.at > rediscoverMs) rediscover().catch(() => {});
    return known.configuration;
  }

  return {
    settings,
    check: () =>
      asOidcError(async () => {
        const isFresh = known !== undefined && performance.now() - known.at < rediscoverMs;
        if (!isFresh) await rediscover();
      }),
    authorizationUrl: (request) =>
      asOidcError(
        async () =>
          buildAuthorizationUrl(await configuration(), {
            redirect_uri: request.redirectUri,
            scope: [...new Set(['openid', ...(settings.scopes ?? ['email', 'profile'])])].join(' '),
            state: request.state,
            nonce: request.nonce,
            code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
            code_challenge_method: 'S256',
            // Providers that ignore one of them follow the other.
            ...(request.isFresh ? { prompt: 'login', max_age: '0' } : {}),
          }).href,
      ),

    exchangeCode: (request, search) =>
      asOidcError(async () => {
        const client = await configuration();
        const url = new URL(request.redirectUri);
        url.search = search;
        const tokens = await authorizationCodeGrant(client, url, {
          expectedState: request.state,
          expectedNonce: request.nonce,
          pkceCodeVerifier: request.codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('there is no ID token');
        const userInfo = await readUserInfo(client, tokens.access_token, claims);
        return { ...userInfo, ...claims, iss: settings.identityIssuer ?? claims.iss };
      }),
  };
}

/** What thin ID tokens leave out: the address, or only that it was verified. The library checks that `sub` is the same. */
async function readUserInfo(
  client: Configuration,
  accessToken: string,
  { sub, email, email_verified: isVerified }: IDToken,
): Promise<Record<string, unknown>> {
  const isComplete = email !== undefined && isVerified !== undefined;
  if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return {};
  if (email === undefined) return fetchUserInfo(client, accessToken, sub);
  // The sign-in works without it: then the address counts as not verified.
  const { email_verified: told, ...userInfo } = await fetchUserInfo(client, accessToken, sub).catch(() => ({
    email: undefined,
    email_verified: undefined,
  }));
  // It speaks of the address beside it.
  return { ...userInfo, ...(userInfo.email === email ? { email_verified: told } : {}) };
}

async function discover(settings: OidcSettings): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  return discovery(issuer, settings.clientId, undefined, clientAuthentication(settings), {
    timeout: timeoutSeconds,
    [customFetch]: fetchLimited,
    execute: [
      // The code comes over a direct connection, which would be enough; the signature is a second proof.
      enableNonRepudiationChecks,
      // The configuration allows plain http only on loopback.
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  });
}

/** An answer of more than 1 MB fails: it would be held in memory whole. */
async function fetchLimited(...call: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...call);
  let size = 0;
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > answerLimit) controller.error(new RangeError('The answer is too long.'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body?.pipeThrough(limited), answer);
}

function clientAuthentication(settings: OidcSettings): ClientAuth {
  const { clientSecret, clientAuthentication: wanted } = settings;
  if (clientSecret === undefined) return None();
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, ...rest) => {
    // RFC 8414: basic, unless the issuer says otherwise.
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = wanted ?? (supported.includes('client_secret_basic') ? 'client_secret_basic' : undefined);
    return (method === 'client_secret_basic' ? basic : post)(server, ...rest);
  };
}

async function asOidcError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new OidcError(error);
  }
}

/** A code of the library, the protocol or the network, never a message, which might contain sent values. */
function reasonOf(error: unknown): string {
  const codes: string[] = [];
  for (let at = error; at instanceof Error && codes.length < 5; at = at.cause) {
    const { error: protocolError, code } = at as { error?: unknown; code?: unknown };
    codes.push(...[protocolError, code, at.name].filter((item) => typeof item === 'string').slice(0, 1));
  }
  return codes.filter((code) => /^[\w.-]{1,64}$/.test(code)).join(' ') || 'unknown';
}
