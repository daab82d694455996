/**
 * Where a browser may be led after it was sent away (providers, payment). Anything else would make this site the first
 * half of somebody's phishing link.
 */
import type { FastifyRequest } from 'fastify';
import { validationProblem } from './problems.ts';

/** A host as a browser names it: whatever else stands in the header could lead an address made of it elsewhere. */
export const plainHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** The origin that this request was sent to. @throws problem 400 when its Host header is none. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = request;
  const origin = `${protocol}://${host}`;
  if (plainHost.test(host) && URL.canParse(origin)) return new URL(origin).origin;
  throw validationProblem([{ detail: 'Must be a host.', pointer: '/host', location: 'header' }]);
}

/**
 * @param allowed lower-case origins; `ringside://app` is one, too.
 * @returns the address as the browser will read it; undefined: it leads elsewhere.
 */
export function findAllowedUrl(text: string, allowed: readonly string[]): URL | undefined {
  // Parsers differ in what they make of these: none of them has a place in an address.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return allowed.includes(originOf(url)) ? url : undefined;
}

/** `URL.origin` knows none for the schemes of native apps. */
export function originOf(url: URL): string {
  return url.origin === 'null' ? `${url.protocol}//${url.host}`.toLowerCase() : url.origin;
}
