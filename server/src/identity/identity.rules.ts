/** Sessions, tokens and passwords: the figures of the specification and of the design, section 5. The clock is passed in. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const accessTokenLifetimeMs = 10 * minute;
const rememberedLifetimeMs = 30 * 24 * hour;
const browserSessionLifetimeMs = 12 * hour;

/** A used token that comes back this soon is a racing tab; later it is somebody else's copy. */
const racingTabMs = 10 * second;

/** The links in mails: a lost password is at hand, a mailbox is opened the next day. */
export const mailTokenLifetimeMs = {
  'verify-email': 48 * hour,
  'change-email': 48 * hour,
  'reset-password': 30 * minute,
} as const;

export function refreshTokenLifetimeMs(remember: boolean): number {
  return remember ? rememberedLifetimeMs : browserSessionLifetimeMs;
}

/** @returns what a refresh token that gives no new ones means. */
export function judgeRefusedToken(usedAt: string | null, now: Date): 'ignore' | 'revoke-session' {
  if (usedAt === null) return 'ignore';
  return now.getTime() - Date.parse(usedAt) > racingTabMs ? 'revoke-session' : 'ignore';
}

export interface NameParts {
  name?: string | null | undefined;
  firstName: string;
  middleName?: string | null | undefined;
  lastName: string;
}

const nameLimit = 255;

/** The name shown to others: as given, otherwise made of its parts, as many as fit into a name. */
export function displayName({ name, firstName, middleName, lastName }: NameParts): string {
  const made = [[firstName, middleName, lastName], [firstName, lastName], [firstName]].map((parts) =>
    parts.filter(Boolean).join(' '),
  );
  return name || made.find((candidate) => [...candidate].length <= nameLimit) || firstName;
}
