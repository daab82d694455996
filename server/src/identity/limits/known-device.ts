/**
 * A device that has signed in to an account keeps a proof of it, even after it signs out, so that nobody can lock the
 * owner out by guessing wrong passwords (OWASP, "device cookies"). The proof does not replace the password.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'knownDevice';
const lifetimeMs = 180 * 24 * 3_600_000;

export interface KnownDevices {
  /** @returns a name of the device, or undefined when it has not signed in to the account before. */
  nameOf(request: FastifyRequest, email: string): string | undefined;
  remember(
    reply: FastifyReply,
    email: string,
    options: { remember: boolean; secure: boolean; now: Date },
  ): void;
}

/** @param secret a key of the server, from which a separate key is derived. */
export function createKnownDevices(secret: Buffer): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ringside known device', 32));
  const proofOf = (name: string, email: string) => {
    const mac = createHmac('sha256', key).update(`${name}\n${email}`).digest('base64url');
    return `${name}.${mac}`;
  };

  return {
    nameOf({ headers, cookies }, email) {
      // A call with an Authorization header has skipped the CSRF check, so its cookies are ignored.
      if (headers.authorization !== undefined) return undefined;
      const given = cookies[cookieName] ?? '';
      const [name = ''] = given.split('.', 1);
      const [a, b] = [given, proofOf(name, email)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
      return a.length === b.length && timingSafeEqual(a, b) ? name : undefined;
    },

    remember(reply, email, { remember, secure, now }) {
      const name = randomBytes(16).toString('base64url');
      reply.setCookie(cookieName, proofOf(name, email), {
        path: '/',
        sameSite: 'lax',
        httpOnly: true,
        secure,
        ...(remember ? { expires: new Date(now.getTime() + lifetimeMs) } : {}),
      });
    },
  };
}
