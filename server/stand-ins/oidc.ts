/**
 * Demo ID: a small real OpenID Connect issuer for the embedded default and the tests, on a loopback port of its own.
 * Each sign-in asks for a person and does not remember them, so that the next sign-in can use another person. Keys and
 * codes live as long as the process. It does not run in production.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import type { OidcSettings } from '../src/config-providers.ts';
import { demoPersons, messagePage, type SignInForm, signInPage } from './oidc-pages.ts';
import { createMemoryStore } from './oidc-store.ts';
import { pageHeaders } from './page.ts';

const bodyLimit = 10_000;
const accountLimit = 1_000;

export interface DemoId extends AsyncDisposable {
  settings: OidcSettings;
}

interface Person {
  email: string;
  name: string;
  isVerified: boolean;
}

/** @param code the provider's code at Ringside, which is a part of the redirect URI. */
export async function startDemoId({ code = 'demo-id' }: { code?: string } = {}): Promise<DemoId> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const clientSecret = randomBytes(32).toString('base64url');
  const persons = new Map<string, Person>();
  const provider = new Provider(issuer, {
    ...(await constantSettings()),
    clients: [
      {
        client_id: 'ringside',
        client_secret: clientSecret,
        redirect_uris: [`http://localhost/api/v1/identity/auth/providers/${code}/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    findAccount: (_ctx, subject) => {
      const person = persons.get(subject);
      return person && { accountId: subject, claims: () => toClaims(subject, person) };
    },
  });
  // Ringside's port is configurable, and Vite uses another one.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    URL.canParse(uri) && isLoopbackUrl(new URL(uri)) && uri.endsWith(`/providers/${code}/callback`);
  const answerProtocol = provider.callback();

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/sign-in/')) return void answerProtocol(request, response);
    answerSignIn(provider, persons, request, response).catch(() => {
      sendPage(response, 400, messagePage('This sign-in is over', 'Go back to Ringside and start again.'));
    });
  });
  return {
    settings: {
      code,
      name: 'Demo ID',
      issuer,
      // The port changes with each start, but linked identities must stay valid.
      identityIssuer: 'urn:ringside:demo-id',
      clientId: 'ringside',
      clientSecret,
      metadata: { icon: 'id-badge' },
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function constantSettings(): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    adapter: createMemoryStore(),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'demo' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')], names: cookieNames },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    expiresWithSession: () => false,
    // No consent is needed: the only client is Ringside.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const accountId = session?.accountId;
      if (client === undefined || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.set(pageHeaders);
      ctx.type = 'html';
      ctx.body = messagePage('Demo ID cannot go on', out.error_description ?? out.error);
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  };
}

/** Browsers share cookies between ports of one host: these names must not be Ringside's. */
const cookieNames = { session: 'demoIdSession', interaction: 'demoIdSignIn', resume: 'demoIdResume' };

async function answerSignIn(
  provider: Provider,
  persons: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Throws when this sign-in does not belong to the browser or has expired.
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return sendPage(response, 200, signInPage());
  const form = new URLSearchParams(await readBody(request));
  if (form.has('cancel')) {
    const refusal = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
    return provider.interactionFinished(request, response, refusal);
  }
  const person = toPerson(form);
  if (person === undefined) return sendPage(response, 400, signInPage(readForm(form)));
  const accountId = createHash('sha256').update(person.email).digest('hex').slice(0, 32);
  const [oldest] = persons.keys();
  if (persons.size >= accountLimit && oldest !== undefined) persons.delete(oldest);
  persons.set(accountId, person);
  return provider.interactionFinished(request, response, { login: { accountId } });
}

function toPerson(form: URLSearchParams): Person | undefined {
  const chosen = demoPersons.find(({ email }) => email === form.get('person'));
  if (chosen) return { ...chosen, isVerified: true };
  const { email, name, isVerified } = readForm(form);
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) ? { email, name, isVerified } : undefined;
}

function readForm(form: URLSearchParams): SignInForm {
  return {
    email: (form.get('email') ?? '').trim().toLowerCase(),
    name: (form.get('name') ?? '').trim(),
    isVerified: form.has('verified'),
  };
}

function toClaims(sub: string, { email, name, isVerified }: Person) {
  const [given, ...family] = name.split(/\s+/);
  return {
    sub,
    email,
    email_verified: isVerified,
    ...(name ? { name, given_name: given } : {}),
    ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
  };
}

function isLoopbackUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > bodyLimit) throw new Error('The form is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).end(html);
}
