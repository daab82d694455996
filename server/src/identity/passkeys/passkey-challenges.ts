/**
 * The challenges of sign-ins with a passkey. They are signed and not stored, so that nobody can fill the table and no network
 * needs a limit. A used one is stored (`passkey.repository.ts`), so that it works once on all servers.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { challengeLifetimeMs } from './passkey.rules.ts';

export interface PasskeyChallenges {
  make(now: Date): Buffer;
  /** @returns the time at which the challenge expires; undefined: it has expired, or no server of ours made it. */
  expiryOf(challenge: string, now: Date): Date | undefined;
}

/** Bytes: the end in milliseconds, a random number, the signature of both. */
const [endSize, macSize] = [6, 16];

/** @param secret a key of all servers, from which a separate key is derived. */
export function createPasskeyChallenges(secret: Buffer): PasskeyChallenges {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ringside passkey challenge', 32));
  const macOf = (signed: Buffer) => createHmac('sha256', key).update(signed).digest().subarray(0, macSize);

  return {
    make(now) {
      const signed = randomBytes(16);
      signed.writeUIntBE(now.getTime() + challengeLifetimeMs, 0, endSize);
      return Buffer.concat([signed, macOf(signed)]);
    },

    expiryOf(challenge, now) {
      const bytes = Buffer.from(challenge, 'base64url');
      const [signed, mac] = [bytes.subarray(0, -macSize), bytes.subarray(-macSize)];
      // The last letter has spare bits: only one spelling of a challenge may count as used.
      const isOurs = bytes.length === 32 && bytes.toString('base64url') === challenge;
      if (!isOurs || !timingSafeEqual(mac, macOf(signed))) return undefined;
      const end = signed.readUIntBE(0, endSize);
      // After the clock was set back, an old challenge must not be good for longer.
      const isRunning = end > now.getTime() && end <= now.getTime() + challengeLifetimeMs + 60_000;
      return isRunning ? new Date(end) : undefined;
    },
  };
}
