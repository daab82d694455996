/** Signs devices in without the servers, which limit how often people sign in. */
import type { Db } from '../../src/db/database.ts';
import { createKeyring } from '../../src/identity/sessions/keyring.ts';
import { insertSession } from '../../src/identity/sessions/session.repository.ts';
import { loadSigningKeys } from '../../src/identity/sessions/signing-keys.ts';
import { createTokens } from '../../src/identity/sessions/tokens.ts';

export interface Device {
  sessionId: string;
  token: string;
}

export type SignIn = (userId: string) => Promise<Device>;

/** Signs access tokens with the keys of the servers, which are in the database. */
export async function createSignIn(db: Db): Promise<SignIn> {
  const now = () => new Date();
  const onError = (error: unknown) => {
    throw error;
  };
  const tokens = createTokens(createKeyring(db, { ...(await loadSigningKeys(db, now())), now, onError }));
  return async (userId) => {
    const device = {
      userId,
      remember: true,
      userAgent: null,
      createdAt: now().toISOString(),
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      authenticatedAt: now().toISOString(),
      revokedAt: null,
    };
    const sessionId = await insertSession(db, device);
    const expiresAt = new Date(Date.now() + 600_000);
    return { sessionId, token: await tokens.signAccessToken({ userId, sessionId }, now(), expiresAt) };
  };
}
