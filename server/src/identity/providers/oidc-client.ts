/**
 * Sign-in providers over OpenID Connect: the only importer of openid-client. What an issuer can do is discovered at its
 * first use and looked up again every hour; an issuer that is away costs its own sign-ins and nothing else.
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
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import type { OidcSettings } from '../../config-providers.ts';

interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcClient {
  readonly settings: OidcSettings;
  /** @returns the provider's sign-in page. @throws OidcError */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * @param search the query with which the provider led back.
   * @returns the claims, the ID token's signature, issuer, audience, times and nonce verified. @throws OidcError
   */
  exchangeCode(request: AuthorizationRequest, search: string): Promise<Record<string, unknown>>;
}

/** The issuer is away or its answer does not hold; `reason` is fit for the log. */
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
const rediscoverMs = 60 * 60_000;

export function createOidcClient(settings: OidcSettings): OidcClient {
  let known: { configuration: Configuration; at: number } | undefined;
  let underWay: Promise<Configuration> | undefined;

  /** One call at a time, however many ask; a failure is not remembered. */
  function rediscover(): Promise<Configuration> {
    underWay ??= discover(settings)
      .then((configuration) => {
        known = { configuration, at: Date.now() };
        return configuration;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  async function configuration(): Promise<Configuration> {
    if (known === undefined) return rediscover();
    // What was known goes on in the meantime, and for as long as the issuer does not answer.
    if (Date.now() - known.at > rediscoverMs) rediscover().catch(() => {});
    return known.configuration;
  }

  return {
    settings,
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
        const issuer = settings.knownAs ?? claims.iss;
        if (claims.email !== undefined || client.serverMetadata().userinfo_endpoint === undefined)
          return { ...claims, iss: issuer };
        const userInfo = await fetchUserInfo(client, tokens.access_token, claims.sub);
        return { ...userInfo, ...claims, iss: issuer };
      }),
  };
}

async function discover(settings: OidcSettings): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  return discovery(issuer, settings.clientId, undefined, clientAuthentication(settings), {
    timeout: timeoutSeconds,
    execute: [
      // The code comes over a direct connection, which would do; the signature holds without one, too.
      enableNonRepudiationChecks,
      // The configuration allows plain http on loopback alone.
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  });
}

function clientAuthentication(settings: OidcSettings): ClientAuth {
  const { clientSecret, clientAuthentication: wanted } = settings;
  if (clientSecret === undefined) return None();
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, ...rest) => {
    // RFC 8414: basic, where the issuer does not say.
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

/** A code of the library, the protocol or the network: never a text, which might repeat what was sent. */
function reasonOf(error: unknown): string {
  const codes: string[] = [];
  for (let at = error; at instanceof Error && codes.length < 5; at = at.cause) {
    const { error: protocolError, code } = at as { error?: unknown; code?: unknown };
    codes.push(...[protocolError, code, at.name].filter((item) => typeof item === 'string').slice(0, 1));
  }
  return codes.filter((code) => /^[\w.-]{1,64}$/.test(code)).join(' ') || 'unknown';
}
