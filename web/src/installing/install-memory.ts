/** What this browser remembers for the install hint: how often and how long somebody was here, and whether it was shown. */

interface Memory {
  visits: number;
  lastSeenAt: number;
  watchedSeconds: number;
  wasShown: boolean;
}

const storageKey = 'ringside-install';
/** After such a break another visit begins. */
const breakMs = 30 * 60_000;
const secondVisit = 2;
const watchedLongSeconds = 600;

export function noteVisit(now = Date.now()) {
  change((memory) => {
    // A clock that was set back begins no visit, and the next break counts from it.
    const isVisit = memory.visits === 0 || now - memory.lastSeenAt >= breakMs;
    return { visits: memory.visits + (isVisit ? 1 : 0), lastSeenAt: now };
  });
}

export function noteWatched(seconds: number) {
  change((memory) => ({ watchedSeconds: memory.watchedSeconds + seconds }));
}

export function noteShown() {
  change(() => ({ wasShown: true }));
}

/** Whether the viewer knows Ringside, and was not asked before. Never where the answer could not be remembered. */
export function isGoodMoment() {
  const memory = read();
  if (!memory || memory.wasShown) return false;
  return memory.visits >= secondVisit || memory.watchedSeconds >= watchedLongSeconds;
}

/** Always of what is stored, because other tabs write too. */
function change(by: (memory: Memory) => Partial<Memory>) {
  const memory = read();
  if (!memory) return;
  try {
    window.localStorage.setItem(storageKey, JSON.stringify({ ...memory, ...by(memory) }));
  } catch {
    // The storage is full.
  }
}

/** Undefined: nothing can be stored here. */
function read(): Memory | undefined {
  let text: string | null;
  try {
    text = window.localStorage.getItem(storageKey);
  } catch {
    return undefined;
  }
  const stored = parse(text);
  return {
    visits: countOf(stored.visits),
    lastSeenAt: countOf(stored.lastSeenAt),
    watchedSeconds: countOf(stored.watchedSeconds),
    wasShown: stored.wasShown === true,
  };
}

function parse(text: string | null): Partial<Record<keyof Memory, unknown>> {
  try {
    return (JSON.parse(text ?? '{}') as Partial<Memory> | null) ?? {};
  } catch {
    return {};
  }
}

function countOf(value: unknown) {
  return typeof value === 'number' && value > 0 ? value : 0;
}
