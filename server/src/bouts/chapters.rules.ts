import { type Bell, type BellKind, chapterStartMs } from '@ringside/rules/bell';

/** The first bell of each kind that counts. */
export interface BoutBells {
  boutId: string;
  walkoutAt: string | null;
  roundAt: string | null;
  overAt: string | null;
}

interface Recording {
  firstBells: readonly BoutBells[];
  /** How much later than a moment its picture is stamped. */
  venueDelayMs: number;
  /** Where an organiser has set beginnings, by the clock of the pictures. */
  setChapters: readonly { boutId: string; startsAt: string }[];
  /** Its clock is not that of the evening, so that bells say nothing of it. */
  isFilm: boolean;
}

/**
 * Where the bouts of a recording begin, by the clock of its pictures, in their order; what was set by hand wins. For those who
 * may watch it: when a bout begins tells how long those before it took.
 */
export function chaptersOf({ firstBells, venueDelayMs, setChapters, isFilm }: Recording) {
  const rung = isFilm ? [] : chaptersByBell(firstBells, venueDelayMs);
  const bellOf = new Map(rung.map(({ boutId, bellAt }) => [boutId, bellAt]));
  const set = setChapters.map(({ boutId, startsAt }) => ({
    boutId,
    startMs: Date.parse(startsAt),
    bellAt: bellOf.get(boutId) ?? null,
  }));
  const isSet = new Set(set.map(({ boutId }) => boutId));
  return [...set, ...rung.filter(({ boutId }) => !isSet.has(boutId))]
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ startMs, ...chapter }) => ({ ...chapter, startsAt: new Date(startMs).toISOString() }));
}

function chaptersByBell(bouts: readonly BoutBells[], venueDelayMs: number) {
  return bouts.flatMap(({ boutId, walkoutAt, roundAt, overAt }) => {
    const bells = [
      ...firstBell('walkout', null, walkoutAt),
      ...firstBell('round-start', 1, roundAt),
      ...firstBell('over', null, overAt),
    ];
    const startMs = chapterStartMs(bells, venueDelayMs);
    if (startMs === undefined) return [];
    const bellMs = roundAt === null ? undefined : Date.parse(roundAt) + venueDelayMs;
    return [{ boutId, startMs, bellAt: bellMs === undefined ? null : new Date(bellMs).toISOString() }];
  });
}

function firstBell(kind: BellKind, round: number | null, at: string | null): Bell[] {
  return at === null ? [] : [{ id: kind, kind, round, at: Date.parse(at), isUndone: false }];
}
