import { type Bell, type BellKind, chapterStartMs } from '@ringside/rules/bell';

/** The first bell of each kind that counts. */
export interface BoutBells {
  boutId: string;
  walkoutAt: string | null;
  roundAt: string | null;
  overAt: string | null;
}

/**
 * Where the bouts of a recording begin, by the clock of its pictures, in their order. For those who may watch it: when a bout
 * begins tells how long those before it took.
 * @param venueDelayMs how much later than a moment its picture is stamped.
 */
export function chaptersOf(bouts: readonly BoutBells[], venueDelayMs: number) {
  const chapters = bouts.flatMap(({ boutId, walkoutAt, roundAt, overAt }) => {
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
  return chapters
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ startMs, ...chapter }) => ({ ...chapter, startsAt: new Date(startMs).toISOString() }));
}

function firstBell(kind: BellKind, round: number | null, at: string | null): Bell[] {
  return at === null ? [] : [{ id: kind, kind, round, at: Date.parse(at), isUndone: false }];
}
