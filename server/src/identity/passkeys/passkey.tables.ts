import type { Generated, Selectable } from 'kysely';

interface PasskeyTable {
  id: Generated<string>;
  /** The authenticator's id of the credential, base64url. */
  credentialId: string;
  userId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Signatures so far; synced passkeys may always say 0. */
  counter: number;
  transports: string[];
  isSynced: boolean;
  /** Names the model of the authenticator. */
  aaguid: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A challenge that waits for its answer: it is spent by deleting it. */
interface PasskeyChallengeTable {
  challenge: string;
  ceremony: 'registration' | 'sign-in' | 'step-up';
  /** The session that asked for it; null for a sign-in. */
  sessionId: string | null;
  expiresAt: string;
}

export interface PasskeyTables {
  passkeys: PasskeyTable;
  passkeyChallenges: PasskeyChallengeTable;
}

export type PasskeyRow = Selectable<PasskeyTable>;
export type PasskeyCeremony = PasskeyChallengeTable['ceremony'];
