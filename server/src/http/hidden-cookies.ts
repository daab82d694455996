/**
 * The HttpOnly cookies. Over https their names begin with `__Host-`: a browser stores such a cookie only for this host and
 * from this host, so no sibling domain can put its own in its place (RFC 6265bis, 4.1.3.2). Over http nothing protects the
 * names; there, and in browsers that accept a forged prefix, a cookie that comes twice is refused.
 *
 * The hook makes `request.cookies` hold them by their short names, so no place that reads a cookie needs a check.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validationProblem } from './problems.ts';

const names = ['accessToken', 'refreshToken', 'knownDevice', 'providerSignIn'] as const;

export type HiddenCookie = (typeof names)[number];

const nameOf = (name: HiddenCookie, secure: boolean) => (secure ? `__Host-${name}` : name);

interface Lifetime {
  secure: boolean;
  expires?: Date;
  maxAge?: number;
}

export function setHiddenCookie(
  reply: FastifyReply,
  name: HiddenCookie,
  value: string,
  lifetime: Lifetime,
): void {
  reply.setCookie(nameOf(name, lifetime.secure), value, { ...scope, ...lifetime });
}

export function clearHiddenCookie(reply: FastifyReply, name: HiddenCookie, secure: boolean): void {
  reply.clearCookie(nameOf(name, secure), { ...scope, secure });
}

/** Lax: links from mails and the redirects of a provider come from other sites. */
const scope = { path: '/', sameSite: 'lax', httpOnly: true } as const;

/** Called after the plugin that reads cookies. */
export function readHiddenCookies(
  app: FastifyInstance,
  isSecure: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const sent = pairsOf(request.headers.cookie);
    for (const name of names) {
      const sentName = nameOf(name, isSecure(request));
      const values = sent.filter(([given]) => given === sentName).map(([, value]) => value);
      // A page reads none of them, and a call with its own token ignores them.
      if (values.length > 1 && isCallWithCookies(request)) return done(sentTwice(sentName));
      request.cookies[name] = values[0];
    }
    done();
  });
}

const isCallWithCookies = ({ url, headers }: FastifyRequest) =>
  url.startsWith('/api/') && headers.authorization === undefined;

function sentTwice(name: string) {
  const detail = `The browser sent the cookie ${name} twice: another site of this domain has set one too. Delete the cookies of this domain, then sign in again.`;
  return validationProblem([{ detail, pointer: '/Cookie', location: 'header' }]);
}

/** Its own reading: the plugin keeps the first of two cookies with one name. The values need no decoding. */
function pairsOf(header = ''): Array<[name: string, value: string]> {
  return header.split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), value.join('=').trim()];
  });
}
