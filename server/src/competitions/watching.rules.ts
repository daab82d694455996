/**
 * May this user watch this block now? (docs/product.md, 13.1 to 13.4.) One pure function for the access page, the
 * signed URL and each ping.
 */
export interface AccessWindow {
  startDate: string;
  endDate: string | null;
}

export interface WatchingQuestion {
  streamIsActive: boolean;
  paymentRequired: boolean;
  /** The user's accesses to the block: those of the block and those of the whole event. */
  accesses: AccessWindow[];
  permissions: string[];
  now: Date;
}

type RefusalReason = 'stream-inactive' | 'access-required' | 'access-not-started' | 'access-ended';

export interface WatchingAnswer {
  canWatch: boolean;
  /** null when the user can watch. */
  reason: RefusalReason | null;
  /**
   * The access to show: of the open ones the one that ends last; otherwise the next to start; otherwise the last to
   * end.
   */
  window: AccessWindow | null;
}

export function mayWatch(question: WatchingQuestion): WatchingAnswer {
  const { accesses, now } = question;
  const time = now.getTime();
  const open = accesses.filter((access) => hasStarted(access, time) && !hasEnded(access, time));
  const next = accesses.filter((access) => !hasStarted(access, time) && !hasEnded(access, time));
  const over = accesses.filter((access) => hasEnded(access, time));
  const window =
    pick(open, (a, b) => endOf(b) - endOf(a)) ??
    pick(next, (a, b) => Date.parse(a.startDate) - Date.parse(b.startDate)) ??
    pick(over, (a, b) => endOf(b) - endOf(a)) ??
    null;

  const isEntitled =
    !question.paymentRequired || open.length > 0 || question.permissions.includes('event:read');
  const reason: RefusalReason | null = isEntitled
    ? question.streamIsActive
      ? null
      : 'stream-inactive'
    : next.length > 0
      ? 'access-not-started'
      : over.length > 0
        ? 'access-ended'
        : 'access-required';
  return { canWatch: reason === null, reason, window };
}

/** A stream that is switched off for a moment does not end the playback. */
export function mayKeepWatching(question: Omit<WatchingQuestion, 'streamIsActive'>): boolean {
  return mayWatch({ ...question, streamIsActive: true }).canWatch;
}

/**
 * How long a viewer without permissions may keep watching if nothing changes. @returns milliseconds since 1970, or
 * Infinity; undefined: they may not watch now.
 */
export function mayKeepWatchingUntil(
  question: Omit<WatchingQuestion, 'streamIsActive' | 'permissions'>,
): number | undefined {
  const { canWatch, window } = mayWatch({ ...question, streamIsActive: true, permissions: [] });
  if (!canWatch) return undefined;
  if (!question.paymentRequired || window === null) return Number.POSITIVE_INFINITY;
  return endOf(window);
}

/**
 * A block is live until it ends; after that its recording plays. A stream that an encoder feeds is live until its broadcast
 * ends, because fights run late.
 */
export function playbackMode(
  { endDate, broadcast }: { endDate: string; broadcast: string | null },
  now: Date,
): 'live' | 'replay' {
  if (broadcast !== null) return broadcast === 'ended' ? 'replay' : 'live';
  return now.getTime() < Date.parse(endDate) ? 'live' : 'replay';
}

function hasStarted(access: AccessWindow, time: number): boolean {
  return Date.parse(access.startDate) <= time;
}

function hasEnded(access: AccessWindow, time: number): boolean {
  return endOf(access) <= time;
}

function endOf(access: AccessWindow): number {
  return access.endDate === null ? Number.POSITIVE_INFINITY : Date.parse(access.endDate);
}

function pick<T>(items: T[], compare: (a: T, b: T) => number): T | undefined {
  return items.toSorted(compare)[0];
}

const signedUrlLifetimeMs = 120_000;
const longestSlotMs = 12 * 60 * 60 * 1_000;

/**
 * Native Apple playback cannot change its URL while it plays, so its URL stays valid as long as the slot; the lease
 * check of each playlist still ends the playback at once.
 */
export function signedUrlExpiry(
  { player, mode, endDate }: { player: 'mse' | 'native'; mode: 'live' | 'replay'; endDate: string },
  now: Date,
): Date {
  const short = now.getTime() + signedUrlLifetimeMs;
  if (player === 'mse') return new Date(short);
  const longest = now.getTime() + longestSlotMs;
  const slotEnd = mode === 'live' ? Date.parse(endDate) : longest;
  return new Date(Math.min(longest, Math.max(short, slotEnd)));
}
