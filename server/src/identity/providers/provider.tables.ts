import type { Generated, Insertable, Selectable } from 'kysely';

/** Who somebody is at a provider; one user may have several. */
interface ProviderIdentityTable {
  issuer: string;
  subject: string;
  userId: string;
  createdAt: Generated<string>;
}

/** A sign-in that has begun and waits for the provider to lead the browser back, to whichever server. */
interface ProviderSignInTable {
  /** SHA-256, as all hashes here: what comes back is never stored. */
  stateHash: string;
  /** Of the cookie that binds it to one browser. */
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
  expiresAt: string;
}

/** Who a provider says somebody is. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  /** Lower-case; null: none that could be used. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
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
