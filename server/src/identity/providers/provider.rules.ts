/**
 * The rules of signing in with a provider (docs/product.md, section 10). An *identity* is a person's account at the
 * provider; `admit-identity.ts` finds or creates the account that belongs to it.
 */
import { readEmail } from '../../http/email-address.rules.ts';
import { displayName } from '../identity.rules.ts';
import type { ProviderIdentity } from './provider.tables.ts';

/** The time limit of a sign-in at the provider. */
export const signInLifetimeMs = 10 * 60_000;
/** The clocks of providers differ from ours. */
const clockSkewMs = 60_000;
/** The time limit of a client on another origin to exchange its code. */
export const providerCodeLifetimeMs = 60_000;

export type Refusal = 'account_exists' | 'account_linked' | 'email_missing';

export const refusalWords: Record<Refusal, string> = {
  account_exists: 'An account with this e-mail address exists already. Sign in with its password.',
  account_linked:
    'The account with this e-mail address belongs to another identity at this provider. Sign in with that identity ' +
    'or with the password. If the address is yours now, ask an administrator of this site to unlink the identity.',
  email_missing: 'The sign-in provider names no e-mail address.',
};
export const spentSignInWords =
  'This sign-in has expired, was used already, or began in another browser. Start again.';
export const spentCodeWords = 'This code has expired or was used already. Start again.';

/**
 * What to do with an account that has the e-mail address of an identity but is not linked to it. An address that the
 * provider has not verified proves nothing. An account with another identity of the same issuer belongs to that person,
 * also one with a password that has to be confirmed again: a mailbox that a company hands on gets a new subject there,
 * and its account must not go with it. Any other account that has not verified the address may belong to another
 * person, who must lose all access to it. An account with a second
 * factor asks for more than a mailbox, and a new identity proves no more than that.
 */
export function judgeLink(verified: {
  byProvider: boolean;
  byAccount: boolean;
  hasOtherIdentity: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
}): 'link' | 'take-over' | Exclude<Refusal, 'email_missing'> {
  if (!verified.byProvider) return 'account_exists';
  const isOfOther = verified.hasOtherIdentity && (verified.byAccount || verified.hasPassword);
  if (isOfOther) return 'account_linked';
  if (!verified.byAccount) return 'take-over';
  return verified.hasSecondFactor ? 'account_exists' : 'link';
}

type Claims = Record<string, unknown>;

/**
 * Whether the person signed in at the provider after this sign-in began, and not hours before. Providers that do not say
 * when (`auth_time`) are trusted to have asked.
 * @param expiresAt of the sign-in.
 */
export function isFreshSignIn({ auth_time: seconds }: Claims, expiresAt: string): boolean {
  if (seconds === undefined) return true;
  const beganAt = Date.parse(expiresAt) - signInLifetimeMs;
  return typeof seconds === 'number' && seconds * 1_000 >= beganAt - clockSkewMs;
}

/** @returns undefined without an issuer and a subject that can be stored: then nobody can sign in. */
export function toIdentity(claims: Claims): ProviderIdentity | undefined {
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub))
    return undefined;
  const email = (typeof claims.email === 'string' ? readEmail(claims.email) : undefined) ?? null;
  return {
    issuer: iss,
    subject: sub,
    email,
    // Apple sends the value as text.
    emailVerified: email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
    ...toNames(claims, email),
    provedAt: toProvedAt(claims.auth_time),
  };
}

function toProvedAt(seconds: unknown): string | null {
  const date = new Date(typeof seconds === 'number' ? seconds * 1_000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/**
 * A provider that remembers a person signs them in without asking: that is no new proof. One that does not say when it asked
 * proves nothing, except where this sign-in told it to ask (`fresh`).
 */
export function authenticatedAt({ provedAt }: Pick<ProviderIdentity, 'provedAt'>, now: Date): Date {
  return new Date(Math.min(Date.parse(provedAt ?? '') || 0, now.getTime()));
}

/** The given parts; otherwise the name, split; otherwise the part of the address before the @. */
function toNames(claims: Claims, email: string | null) {
  const name = toName(claims.name);
  const given = toName(claims.given_name);
  const family = toName(claims.family_name);
  const middleName = toName(claims.middle_name) || null;
  const [first = '', ...rest] = name.split(' ');
  const fallback = toName(claims.preferred_username) || email?.split('@', 1)[0] || 'Viewer';
  const firstName = given || (family ? '' : first) || fallback;
  const lastName = family || (given ? '' : rest.join(' '));
  return {
    name: displayName({ name, firstName, middleName, lastName }),
    firstName,
    middleName,
    lastName,
  };
}

/** A provider's text cannot be sent back for correction, so it is cleaned and shortened. */
function toName(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  const text = claim
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return [...text].slice(0, 255).join('').trim();
}

/** @returns the client's URL with the result; its own `code`, `error` and `state` are replaced. */
export function answerUrl(
  clientUrl: URL,
  answer: { code?: string; error?: string; state: string | null },
): string {
  const url = new URL(clientUrl);
  for (const name of ['code', 'error', 'state'] as const) {
    const value = answer[name];
    if (value === undefined || value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

/** Where the provider sends the browser back to; it must be registered there. */
export function callbackUrl(origin: string, providerCode: string): string {
  return `${origin}/api/v1/identity/auth/providers/${providerCode}/callback`;
}
