import type { Vault } from './vault.ts';

/** A vault for tests, with what it holds. */
export function memoryVault(held: Record<string, unknown> = {}): Vault & { held: Record<string, unknown> } {
  return {
    held,
    read: async (key) => structuredClone(held[key]),
    async write(key, value) {
      held[key] = structuredClone(value);
    },
    async remove(key) {
      delete held[key];
    },
  };
}

const minuteMs = 60_000;

export function tokenSet(name: string, accessLeftMs = 10 * minuteMs) {
  const token = (kind: string, leftMs: number) => ({
    value: `${kind}-${name}`,
    expiresAt: new Date(Date.now() + leftMs).toISOString(),
  });
  return {
    accessToken: token('access', accessLeftMs),
    identityToken: token('identity', accessLeftMs),
    refreshToken: token('refresh', 60 * minuteMs),
  };
}
