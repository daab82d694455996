/**
 * The host that passkeys belong to. A browser uses them only there, so that a page of another site can never ask for
 * them. It is the host of PUBLIC_URL, never what a client sends in its Host header; without PUBLIC_URL it is localhost.
 * The price: a site that moves to another host loses all its passkeys. At `127.0.0.1` there are none; the answer
 * says to open the site as `localhost`, where they belong to the port that was asked.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { problem } from '../../http/problems.ts';
import { ownOrigin } from '../../http/return-url.ts';

export interface PasskeySite {
  /** WebAuthn calls it the relying party. */
  rpId: string;
  /** The only origin whose answers count. */
  origin: string;
}

/** @returns undefined at an address where passkeys cannot work. */
export function findPasskeySite(
  request: FastifyRequest,
  publicUrl: string | undefined,
): PasskeySite | undefined {
  const { hostname, origin } = new URL(ownOrigin(request, publicUrl));
  const canHavePasskeys = publicUrl === undefined ? hostname === 'localhost' : !isAddress(hostname);
  return canHavePasskeys ? { rpId: hostname, origin } : undefined;
}

/** @throws problem 409 at an address where passkeys cannot work, which says where they do. */
export function requirePasskeySite(request: FastifyRequest, publicUrl: string | undefined): PasskeySite {
  const site = findPasskeySite(request, publicUrl);
  if (site) return site;
  const { protocol, hostname, port } = new URL(ownOrigin(request, publicUrl));
  const local = `${protocol}//localhost${port && `:${port}`}`;
  throw problem('conflict', {
    detail:
      publicUrl === undefined
        ? `Passkeys do not work at ${hostname}. Open this site as ${local}, or ask its operator to set PUBLIC_URL.`
        : `Passkeys do not work at ${hostname}, because it is not a name. Ask the operator of this site to give it one.`,
  });
}

/** Browsers make no passkeys for addresses. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
