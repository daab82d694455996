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
  /** Since then it neither signs in nor proves anything. */
  frozenAt: Generated<string | null>;
}

/** A challenge that waits for its answer, and is spent by deleting it; that of a sign-in is here once it has been answered. */
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
