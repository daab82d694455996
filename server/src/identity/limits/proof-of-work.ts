/**
 * Proof of work: where a network has to wait, a caller may compute instead, so that one phone of a venue denies nobody
 * else the sign-in. A challenge is signed and not stored. It is good for one network, one e-mail address and one attempt.
 */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Work } from '../../http/problems.ts';
import { challengeLifetimeMs, spentProofsMax, workBits } from './attempt.rules.ts';

export interface ProofsOfWork {
  /** @param purpose whom the challenge is for: the same call by somebody else needs another one. */
  ask(purpose: string[]): Work;
  /** @returns true once for each challenge, when its work is done. */
  spend(proof: string, purpose: string[]): boolean;
}

/** @param secret a key of all servers, from which a separate key is derived. */
export function createProofsOfWork(secret: Buffer, now: () => Date): ProofsOfWork {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ringside proof of work', 32));
  const macOf = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, 16);
  /**
   * Of this server alone. Each other server lets a proof in once more, for the same address, whose own counter counts it.
   */
  const spent = new Set<string>();

  return {
    ask(purpose) {
      const expiresAt = Math.ceil((now().getTime() + challengeLifetimeMs) / 1_000).toString(36);
      const salt = randomBytes(8).toString('base64url');
      const mac = macOf(expiresAt, salt, ...purpose).toString('base64url');
      return { challenge: [expiresAt, salt, mac].join('.'), bits: workBits };
    },

    spend(proof, purpose) {
      const [expiresAt = '', salt = '', mac = ''] = proof.split('.');
      const [given, right] = [Buffer.from(mac, 'base64url'), macOf(expiresAt, salt, ...purpose)];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      const leftMs = Number.parseInt(expiresAt, 36) * 1_000 - now().getTime();
      // After the clock was set back, an old challenge must not be good for longer.
      if (leftMs <= 0 || leftMs > challengeLifetimeMs + 60_000) return false;
      if (zeroBitsOf(proof) < workBits || spent.has(salt)) return false;
      spent.add(salt);
      const [oldest = ''] = spent;
      if (spent.size > spentProofsMax) spent.delete(oldest);
      return true;
    },
  };
}

/** With how many zero bits the SHA-256 of a text begins, up to 32. */
function zeroBitsOf(text: string): number {
  return Math.clz32(createHash('sha256').update(text).digest().readUInt32BE());
}
