/**
 * Refuses cross-site requests with a viewer's cookies (docs/product.md, 9.11). Browsers send the origin of a request
 * in Sec-Fetch-Site, older ones in Origin; a client that sends neither is not a browser and adds no cookies by
 * itself. Calls with an Authorization header prove themselves and never fall back to the cookie.
 */
import type { FastifyRequest } from 'fastify';
import { problem } from './problems.ts';

/** @param allowedOrigins lower-case origins besides the server's own. @throws problem csrf-verification-failed. */
export function verifySameOrigin(
  request: FastifyRequest,
  options: { allowedOrigins: string[]; publicUrl: string | undefined },
): void {
  // A page of an app has no cookies here, and so no power over the person who is signed in.
  if (request.headers.authorization !== undefined || request.isFromApp) return;

  const origin = request.headers.origin?.toLowerCase();
  if (origin !== undefined && options.allowedOrigins.includes(origin)) return;

  // Browsers send no site for a link in a mail. Without this check such a link would sign the reader out.
  if (request.headers['sec-fetch-mode'] === 'navigate') throw problem('csrf-verification-failed');

  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw problem('csrf-verification-failed');
  }
  if (origin === undefined) return;
  if (origin === options.publicUrl || (URL.canParse(origin) && new URL(origin).host === request.host)) return;
  throw problem('csrf-verification-failed');
}
