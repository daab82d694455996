/** The one timeline of what happened to a viewer: entries of many kinds, the newest first, at most 100. */

export interface TimelineEntry {
  kind:
    | 'access'
    | 'access-change'
    | 'order'
    | 'refund'
    | 'dispute'
    | 'block'
    | 'playback-session'
    | 'sign-in'
    | 'mail';
  id: string | null;
  /** Of an order, refund or dispute, for those who may read orders. */
  orderId: string | null;
  at: string;
  until: string | null;
  state:
    | 'waiting'
    | 'current'
    | 'future'
    | 'past'
    | 'live'
    | 'ended'
    | 'queued'
    | 'sent'
    | 'given-up'
    | 'done'
    | OrderState;
  detail: string;
  reason: 'device-limit' | 'replacement' | 'expiry' | 'stop' | 'access' | 'shared' | null;
  deviceName: string | null;
  actorName: string | null;
}

/** Of orders, refunds and disputes. */
type OrderState =
  | 'pending'
  | 'paid'
  | 'refunded'
  | 'disputed'
  | 'expired'
  | 'revoked'
  | 'succeeded'
  | 'failed'
  | 'canceled'
  | 'inquiry'
  | 'open'
  | 'won'
  | 'lost';

export const blank = { until: null, reason: null, deviceName: null, actorName: null, orderId: null } as const;

const timelineLimit = 100;

export function mergeTimeline(lists: TimelineEntry[][]): { timeline: TimelineEntry[]; hasMore: boolean } {
  // Instants in UTC sort as texts: `+` comes before `.`, so a whole second comes before its fractions.
  const all = lists.flat().toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return { timeline: all.slice(0, timelineLimit), hasMore: all.length > timelineLimit };
}

export function windowState(
  window: { startDate: string; endDate: string | null },
  now: Date,
): 'current' | 'future' | 'past' {
  if (window.endDate !== null && Date.parse(window.endDate) <= now.getTime()) return 'past';
  return Date.parse(window.startDate) > now.getTime() ? 'future' : 'current';
}

const changeWords: Record<string, string> = {
  createAccess: 'Access granted',
  importAccesses: 'Access imported',
  updateAccess: 'Access changed',
  deleteAccess: 'Access revoked',
};

export function describeChange(action: string): string {
  return changeWords[action] ?? 'Access changed';
}

const mailWords: Record<string, string> = {
  'verify-email': 'Mail: confirm your address',
  'change-email': 'Mail: confirm your new address',
  'reset-password': 'Mail: choose a new password',
  invitation: 'Mail: invitation',
  'account-exists': 'Mail: you already have an account',
  'email-in-use': 'Mail: this address already has an account',
  'email-change-requested': 'Mail: your address is about to change',
  'email-changed': 'Mail: your address has changed',
  'account-deleted': 'Mail: your account is deleted',
  test: 'Mail: test',
};

/** Only what kind of mail it is: its content may hold a link that signs in. */
export function describeMail(kind: string): string {
  return mailWords[kind] ?? `Mail: ${kind.replaceAll('-', ' ')}`;
}
