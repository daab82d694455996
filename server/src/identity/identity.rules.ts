/** The figures of sessions, tokens and passwords (docs/product.md, 8.4, 9.1 and 9.6). The clock is passed in. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const accessTokenLifetimeMs = 10 * minute;
const rememberedLifetimeMs = 30 * day;
const browserSessionLifetimeMs = 12 * hour;

/** A used token that comes back within this time is from a second tab; later it is a stolen copy. */
const racingTabMs = 10 * second;

/** The links in mails. A password reset is urgent; a person may read other mails the next day. */
export const mailTokenLifetimeMs = {
  'verify-email': 48 * hour,
  'change-email': 48 * hour,
  'reset-password': 30 * minute,
  'report-account': 7 * day,
  invitation: 7 * day,
} as const;

export function refreshTokenLifetimeMs(remember: boolean): number {
  return remember ? rememberedLifetimeMs : browserSessionLifetimeMs;
}

/** The end of a session, however often its tokens are refreshed. */
export function sessionEnd(signedInAt: Date, maxDays: number): Date {
  return new Date(signedInAt.getTime() + maxDays * day);
}

/** @returns how to treat a refresh token that gives no new tokens. */
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

/** The name that others see: the given one, otherwise as many name parts as fit. */
export function displayName({ name, firstName, middleName, lastName }: NameParts): string {
  const made = [[firstName, middleName, lastName], [firstName, lastName], [firstName]].map((parts) =>
    parts.filter(Boolean).join(' '),
  );
  return name || made.find((candidate) => [...candidate].length <= nameLimit) || firstName;
}

/** Whether an invitation is still open: a user with a password or a proved address has accepted it. */
export function isInvited(user: {
  invitedAt: string | null;
  passwordHash: string | null;
  emailVerifiedAt: string | null;
}): boolean {
  return user.invitedAt !== null && user.passwordHash === null && user.emailVerifiedAt === null;
}
