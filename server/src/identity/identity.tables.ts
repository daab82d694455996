import type { Generated, Insertable, Selectable, Updateable } from 'kysely';

export interface UserTable {
  id: Generated<string>;
  email: string;
  emailVerifiedAt: string | null;
  name: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  phone: string | null;
  /** argon2id; null for an account that only signs in with a provider. */
  passwordHash: string | null;
  /** A random name of the account for passkeys; null until the first one. It contains no personal data. */
  passkeyHandle: Generated<string | null>;
  /** The last invitation; it counts until the user has a password or a confirmed address. */
  invitedAt: Generated<string | null>;
  /** Until then the account may set up its first second factor, where one is required. */
  firstFactorUntil: Generated<string | null>;
  /** Raised when all sessions end: the proofs of known devices are of one epoch. */
  deviceEpoch: Generated<number>;
  /** Clients show the results of all events without asking. */
  showsResults: Generated<boolean>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
}

interface PermissionTable {
  code: string;
  name: string;
  description: string | null;
}

interface RoleTable {
  code: string;
  name: string;
  description: string | null;
}

interface RolePermissionTable {
  roleCode: string;
  permissionCode: string;
}

interface UserRoleTable {
  userId: string;
  roleCode: string;
}

interface UserPermissionTable {
  userId: string;
  permissionCode: string;
}

/** One sign-in on one device; its revocation invalidates everything that was issued to it. */
export interface LoginSessionTable {
  id: Generated<string>;
  userId: string;
  remember: boolean;
  userAgent: string | null;
  createdAt: string;
  /** No token of the session outlives it. */
  endsAt: string;
  /** The last time at which its user proved who they are: at the sign-in or at a step-up. */
  authenticatedAt: string;
  /** Whether it has proved a second factor: a passkey, or a code beside the password. */
  secondFactor: Generated<boolean>;
  /** The last time at which it has proved one. */
  secondFactorAt: Generated<string | null>;
  revokedAt: string | null;
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, hex: the token itself is never stored. */
  tokenHash: string;
  sessionId: string;
  createdAt: string;
  expiresAt: string;
  usedAt: string | null;
  /** Of the refresh that used it; null when the client named none. */
  attempt: string | null;
  /** With the token itself it gives the token that followed; null without an attempt. */
  successorSeed: string | null;
}

interface SigningKeyTable {
  id: string;
  purpose: 'token' | 'media' | 'push';
  /** JWK with the private part. */
  jwk: Record<string, unknown>;
  createdAt: string;
}

/** The token in the link of a mail: it proves that its reader receives mail at the address. */
export interface MailTokenTable {
  /** SHA-256 of the token, hex: the token itself is never stored here. */
  tokenHash: string;
  /** null: there is no account, and the token is useless. */
  userId: string | null;
  purpose: 'verify-email' | 'change-email' | 'reset-password' | 'report-account' | 'invitation';
  /** The address that it was sent to. */
  email: string;
  /** Who invited; null: nobody, or the command line. */
  authorId: Generated<string | null>;
  createdAt: string;
  expiresAt: string;
}

/** How often something was tried: see attempt.rules.ts. */
interface AttemptCounterTable {
  /** A hash that names the limit and the network, device or account. */
  key: string;
  /** The failures that are not forgotten yet; a fraction, because forgetting is gradual. */
  failures: number;
  countedAt: string;
  waitUntil: string;
  /** From then on the row has no effect. */
  forgetAt: string;
}

export interface IdentityTables {
  users: UserTable;
  permissions: PermissionTable;
  roles: RoleTable;
  rolePermissions: RolePermissionTable;
  userRoles: UserRoleTable;
  userPermissions: UserPermissionTable;
  loginSessions: LoginSessionTable;
  refreshTokens: RefreshTokenTable;
  signingKeys: SigningKeyTable;
  mailTokens: MailTokenTable;
  attemptCounters: AttemptCounterTable;
}

export type UserRow = Selectable<UserTable>;
export type NewUserRow = Insertable<UserTable>;
export type UserRowUpdate = Updateable<UserTable>;
export type RoleRow = Selectable<RoleTable>;
export type RoleRowUpdate = Updateable<RoleTable>;
export type MailTokenPurpose = MailTokenTable['purpose'];
