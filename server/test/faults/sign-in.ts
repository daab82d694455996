/** Signs devices in: through a server, or without it, because servers limit how often people sign in. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../src/db/database.ts';
import { createKeyring } from '../../src/identity/sessions/keyring.ts';
import { insertSession } from '../../src/identity/sessions/session.repository.ts';
import { loadSigningKeys } from '../../src/identity/sessions/signing-keys.ts';
import { createTokens } from '../../src/identity/sessions/tokens.ts';
import { administrator, type ServerProcess } from '../processes.ts';
import { call } from './call.ts';

export interface Device {
  sessionId: string;
  token: string;
}

/** Asks again while the answer is a 503: a busy machine refuses calls for a moment. @returns the tokens of the contract. */
export async function signInAdministrator(server: ServerProcess, tries = 60) {
  const login = 'POST /api/v1/identity/auth/credentials/login?includeTokens=true';
  const { status, body } = await call(server, login, { body: administrator });
  if (status === 200) return body.tokens;
  if (status !== 503 || tries === 1)
    throw new Error(`The administrator could not sign in: ${status} ${JSON.stringify(body)}`);
  await wait(500);
  return signInAdministrator(server, tries - 1);
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
