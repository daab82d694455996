/**
 * The token behind "no more reminder mails". It names an account and the address that the mail went to, so it stops
 * working with a new address. It is signed, not stored: a mail of last year still works. It can do nothing else.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface UnsubscribeTokens {
  issue(user: { id: string; email: string }): string;
  /** @returns undefined for a token that this server did not issue. */
  read(token: string): { userId: string; isFor(email: string): boolean } | undefined;
}

const [idBytes, emailBytes, macBytes] = [16, 8, 32];

/** @param secret a key of the server, from which a separate key is derived. */
export function createUnsubscribeTokens(secret: Buffer): UnsubscribeTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ringside reminder mails', 32));
  const macOf = (payload: Buffer) => createHmac('sha256', key).update(payload).digest();

  return {
    issue({ id, email }) {
      const payload = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), markOf(email)]);
      return Buffer.concat([payload, macOf(payload)]).toString('base64url');
    },

    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== idBytes + emailBytes + macBytes) return undefined;
      const payload = bytes.subarray(0, idBytes + emailBytes);
      if (!timingSafeEqual(macOf(payload), bytes.subarray(payload.length))) return undefined;
      const hex = payload.toString('hex', 0, idBytes);
      return {
        userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        isFor: (email) => markOf(email).equals(payload.subarray(idBytes)),
      };
    },
  };
}

function markOf(email: string): Buffer {
  return createHash('sha256').update(email).digest().subarray(0, emailBytes);
}
