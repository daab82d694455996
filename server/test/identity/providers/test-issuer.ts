/** An OpenID Connect issuer that returns the answers a test sets, correctly signed by default. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll } from 'vitest';
import type { OidcSettings } from '../../../src/config-providers.ts';

export interface TestIssuerAnswer {
  /** Override the valid claims of the ID token. */
  claims?: Record<string, unknown>;
  isForged?: boolean;
  userInfo?: Record<string, unknown>;
  status?: number;
}

export interface TestIssuer {
  settings: OidcSettings;
  /** The answers of the token endpoint by code; the nonce is that of the sign-in by default. */
  answers: Map<string, TestIssuerAnswer>;
  /** Authorization requests by code, as the sign-in page would have received them. */
  granted: Map<string, URLSearchParams>;
  /** The requests to the token endpoint, by code. */
  exchanged: Map<string, { form: URLSearchParams; authorization: string | undefined; isProved: boolean }>;
  behaviour: 'good' | 'silent' | 'broken' | 'unsure';
  close(): Promise<void>;
}

/** The issuer is closed after the tests of the file. */
export async function startTestIssuer(code: string, extra: Partial<OidcSettings> = {}): Promise<TestIssuer> {
  const keys = await generateKeyPair('RS256');
  const forged = await generateKeyPair('RS256');
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: TestIssuer = {
    settings: {
      code,
      name: `Odd ${code}`,
      issuer: address,
      clientId: 'odd',
      clientSecret: 'odd-secret-4711',
      ...extra,
    },
    answers: new Map(),
    granted: new Map(),
    exchanged: new Map(),
    behaviour: 'good',
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  afterAll(() => (server.listening ? issuer.close() : undefined));

  server.on('request', async (request, response) => {
    if (issuer.behaviour === 'silent') return;
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (issuer.behaviour === 'broken') return send({ error: 'server_error' }, 500);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    switch (new URL(String(request.url), address).pathname) {
      case '/.well-known/openid-configuration':
        return send({
          issuer: issuer.behaviour === 'unsure' ? 'https://somebody-else.test' : address,
          authorization_endpoint: `${address}/authorize`,
          token_endpoint: `${address}/token`,
          userinfo_endpoint: `${address}/userinfo`,
          jwks_uri: `${address}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return send({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' }] });
      case '/userinfo': {
        const token = String(request.headers.authorization).slice('Bearer '.length);
        const { claims, userInfo } = issuer.answers.get(token) ?? {};
        return send({ sub: claims?.sub ?? token, ...userInfo }, Number(userInfo?.status ?? 200));
      }
      case '/token':
        return answerToken();
      default:
        return send({}, 404);
    }

    async function answerToken() {
      const given = String(form.get('code'));
      const answer = issuer.answers.get(given) ?? {};
      const asked = issuer.granted.get(given);
      const challenge = createHash('sha256')
        .update(String(form.get('code_verifier')))
        .digest('base64url');
      issuer.exchanged.set(given, {
        form,
        authorization: request.headers.authorization,
        isProved: asked?.get('code_challenge') === challenge,
      });
      if (asked === undefined || answer.status) return send({ error: 'invalid_grant' }, answer.status ?? 400);
      const claims = { iss: address, aud: 'odd', nonce: asked.get('nonce'), sub: given, ...answer.claims };
      const issuedAt = Math.floor(Date.now() / 1_000);
      const idToken = await new SignJWT({ iat: issuedAt, exp: issuedAt + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256' })
        .sign((answer.isForged ? forged : keys).privateKey);
      return send({ access_token: given, token_type: 'Bearer', expires_in: 60, id_token: idToken });
    }
  });
  return issuer;
}

/** The person agrees at the sign-in page. @returns the path of the callback, with code and state. */
export function agreeAtProvider(
  issuer: TestIssuer,
  url: string,
  code: string,
  answer: TestIssuerAnswer = {},
): string {
  const asked = new URL(url).searchParams;
  issuer.granted.set(code, asked);
  issuer.answers.set(code, answer);
  const { pathname } = new URL(String(asked.get('redirect_uri')));
  return `${pathname}?${new URLSearchParams({ code, state: String(asked.get('state')) })}`;
}
