/**
 * The secret of an app is readable, because the server computes codes from it; it is answered once, at the set-up,
 * and never logged. A key of ours would stand in the same database and backups. Who reads them can make codes, but
 * still needs the password, of which there is only a hash.
 */
import type { Generated, Selectable } from 'kysely';

/** The authenticator app (TOTP) of an account. */
interface AuthenticatorTable {
  userId: string;
  /** Base32. The server must know it to check codes. */
  secret: string;
  /** The time step of the last accepted code: no code works twice. */
  lastStep: Generated<number>;
  createdAt: string;
  /** null until a first code was right: until then no sign-in asks for one. */
  confirmedAt: string | null;
  /** Since then sign-ins still ask for its code, but the code proves nothing else. */
  frozenAt: Generated<string | null>;
}

interface RecoveryCodeTable {
  userId: string;
  /** 1 to 10, also the beginning of the code, so that one hash is enough to check it. */
  number: number;
  /** argon2id. */
  codeHash: string;
  createdAt: Generated<string>;
  usedAt: string | null;
}

/** An owner has lost every factor, and waits. */
interface FactorRemovalTable {
  userId: string;
  requestedAt: string;
  /** The second mail about it; null until then. */
  remindedAt: string | null;
  dueAt: string;
  /** Of the links in the mails. */
  origin: string;
}

export interface SecondFactorTables {
  factorRemovals: FactorRemovalTable;
  authenticators: AuthenticatorTable;
  recoveryCodes: RecoveryCodeTable;
}

export type AuthenticatorRow = Selectable<AuthenticatorTable>;
