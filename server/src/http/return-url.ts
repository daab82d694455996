/**
 * Checks the addresses to which a browser may return from another site (providers, payment). Any other address would
 * make this site an open redirect, which phishing links use.
 */
import type { FastifyRequest } from 'fastify';
import { validationProblem } from './problems.ts';
import { requestScheme } from './request-scheme.ts';

/** A host name or address with an optional port. With other characters, a URL made of it could lead to another host. */
export const plainHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** The origin that this request was sent to. @throws problem 400 when its Host header is not a host. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const origin = `${requestScheme(request)}://${request.host}`;
  if (plainHost.test(request.host) && URL.canParse(origin)) return new URL(origin).origin;
  throw validationProblem([{ detail: 'Must be a host.', pointer: '/host', location: 'header' }]);
}

/**
 * @param allowed lower-case origins, also those of native apps, such as `ringside://app`.
 * @returns the URL as the browser will parse it; undefined: its origin is not allowed.
 */
export function findAllowedUrl(text: string, allowed: readonly string[]): URL | undefined {
  const url = readUrl(text);
  return url && allowed.includes(originOf(url)) ? url : undefined;
}

/**
 * @param returnUrls addresses of native apps, as a URL parser writes them, without query.
 * @returns the URL; undefined when it is not one of them. Its query is not compared.
 */
export function findAppUrl(text: string, returnUrls: readonly string[]): URL | undefined {
  const url = readUrl(text);
  if (url === undefined) return undefined;
  const address = new URL(url);
  address.search = '';
  address.hash = '';
  return returnUrls.includes(address.href) ? url : undefined;
}

function readUrl(text: string): URL | undefined {
  // URL parsers treat these characters differently, and no valid URL contains them.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : undefined;
}

/** `URL.origin` is 'null' for the schemes of native apps. */
export function originOf(url: URL): string {
  return url.origin === 'null' ? `${url.protocol}//${url.host}`.toLowerCase() : url.origin;
}
