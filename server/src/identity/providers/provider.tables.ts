import type { Generated, Insertable, Selectable } from 'kysely';

/** A person's identity at a provider; one user may have several. */
interface ProviderIdentityTable {
  issuer: string;
  subject: string;
  userId: string;
  createdAt: Generated<string>;
  /** The last sign-in with it; null: none since it is noted. */
  lastUsedAt: Generated<string | null>;
}

/** A sign-in that has begun and waits for the callback, on any server. */
interface ProviderSignInTable {
  /** SHA-256, like all hashes here: the secrets themselves are never stored. */
  stateHash: string;
  /** The hash of the cookie that binds the sign-in to one browser. */
  browserHash: string;
  providerCode: string;
  nonce: string;
  /** PKCE between this server and the provider. */
  codeVerifier: string;
  redirectUri: string;
  clientUrl: string;
  clientState: string | null;
  /** PKCE between a client on another origin and this server. */
  codeChallenge: string | null;
  /** The provider must ask the person again. */
  isFresh: boolean;
  expiresAt: string;
}

/** A person's identity, as the provider reports it. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  /** Lower-case; null: missing or unusable. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  /** When the person proved who they are, maybe long before this sign-in; null: the provider does not say. */
  provedAt: string | null;
}

/** The one-time code with which a client on another origin fetches its tokens. */
interface ProviderCodeTable {
  codeHash: string;
  providerCode: string;
  identity: ProviderIdentity;
  codeChallenge: string | null;
  expiresAt: string;
}

export interface ProviderTables {
  providerIdentities: ProviderIdentityTable;
  providerSignIns: ProviderSignInTable;
  providerCodes: ProviderCodeTable;
}

export type ProviderSignInRow = Selectable<ProviderSignInTable>;
export type NewProviderSignInRow = Insertable<ProviderSignInTable>;
export type NewProviderCodeRow = Insertable<ProviderCodeTable>;
