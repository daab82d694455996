/**
 * How long a signed address stays valid, on a device whose clock may be wrong. The time is counted from its arrival.
 * The server's date only gives the length of its life, and only if that is plausible.
 */
const usualLifeMs = 120_000;
const longestLifeMs = 24 * 60 * 60 * 1000;

export interface TokenLife {
  receivedAt: number;
  lifeMs: number;
}

/** @param expiresAt by the server's clock; @param now by this device's. Both in milliseconds. */
export function tokenLife(expiresAt: number, now: number): TokenLife {
  const lifeMs = expiresAt - now;
  const isPlausible = lifeMs > 0 && lifeMs <= longestLifeMs;
  return { receivedAt: now, lifeMs: isPlausible ? lifeMs : usualLifeMs };
}

export function leftMs({ receivedAt, lifeMs }: TokenLife, now: number) {
  return receivedAt + lifeMs - now;
}
