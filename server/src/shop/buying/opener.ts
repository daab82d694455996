/**
 * Who opened a payment page: a signed-in account, or a browser with its key. Nobody else is given the page or its state,
 * because both tell when it is paid, and so what an address has bought.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export interface Opener {
  /** What a new order belongs to; null: nobody can ask for its payment page again. */
  opener: string | null;
  openerKey: string | null;
  /** Whose open orders the caller may have, for example from before the sign-in. */
  mine: string[];
}

interface Opened {
  opener: string | null;
  openerKey: string | null;
  userId: string | null;
}

/** A link alone tells nothing: it may have leaked, and an address that is not confirmed may be anybody's. */
export function isMine({ opener, openerKey, userId }: Opened, request: FastifyRequest): boolean {
  const { mine, openerKey: key } = openerOf(request);
  if (key !== null && openerKey === key) return true;
  if (opener !== null && mine.includes(opener)) return true;
  return request.user !== undefined && userId === request.user.userId;
}

/** The key itself is not stored: it would open the state of all payments of a browser. */
export function openerOf({ headers, user }: FastifyRequest): Opener {
  const key = headers['checkout-key'];
  const openerKey = typeof key === 'string' ? createHash('sha256').update(key).digest('base64url') : null;
  const mine = [
    ...(user === undefined ? [] : [`user:${user.userId}`]),
    ...(openerKey === null ? [] : [`key:${openerKey}`]),
  ];
  return { opener: mine[0] ?? null, openerKey, mine };
}
