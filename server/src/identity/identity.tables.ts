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

/** One sign-in of one device; everything that is issued to it dies with it. */
export interface LoginSessionTable {
  id: Generated<string>;
  userId: string;
  remember: boolean;
  userAgent: string | null;
  createdAt: string;
  revokedAt: string | null;
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, hex: the token itself is never stored. */
  tokenHash: string;
  sessionId: string;
  createdAt: string;
  expiresAt: string;
  usedAt: string | null;
}

interface SigningKeyTable {
  id: string;
  purpose: 'token' | 'media';
  /** JWK with the private part. */
  jwk: Record<string, unknown>;
  createdAt: string;
}

/** What the link in a mail proves: that its reader holds this very address. */
export interface MailTokenTable {
  /** SHA-256 of the token, hex: the token itself is never stored here. */
  tokenHash: string;
  /** null: made for nobody, and good for nothing. */
  userId: string | null;
  purpose: 'verify-email' | 'change-email' | 'reset-password';
  /** The address that it was sent to. */
  email: string;
  createdAt: string;
  expiresAt: string;
}

/** How often something was tried: see attempt.rules.ts. */
interface AttemptCounterTable {
  /** A hash of what is counted and whose it is. */
  key: string;
  /** Those that are not forgotten yet; each is forgotten bit by bit. */
  failures: number;
  countedAt: string;
  waitUntil: string;
  /** From then on the row says nothing any more. */
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
