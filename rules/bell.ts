/**
 * What the bells of a bout mean. A *bell* is one tap of a timekeeper: never changed, perhaps undone. The state of a bout is
 * computed from its bells alone, so it is the same on every server and in every page, in whatever order the taps arrived.
 *
 * Bells are read in the order of (`at`, `id`). Two facts decide the odd cases:
 * - rounds never go back: a bell of an earlier round than the last known one came late, or from a clock that is behind
 * - a bell that says what is already so changes nothing: two timekeepers ring the same end
 */

export type BellKind = 'walkout' | 'round-start' | 'round-end' | 'stopped' | 'over';

export interface Bell {
  id: string;
  kind: BellKind;
  /** Null for a walkout and for the end of the bout. */
  round: number | null;
  /** Milliseconds since 1970. */
  at: number;
  isUndone: boolean;
}

export interface BoutPlan {
  rounds: number;
  /** One more round after a draw. */
  hasExtraRound: boolean;
}

export interface BoutState {
  /** `stopped`: the referee has stopped the fight within a round; it may go on, or be over. */
  phase: 'waiting' | 'walkout' | 'round' | 'break' | 'stopped' | 'over';
  /** The last round that is known of; null before the first one. */
  round: number | null;
  /** The first bell that brought the bout into this phase; null while it waits. */
  sinceMs: number | null;
}

const waiting: BoutState = { phase: 'waiting', round: null, sinceMs: null };

/** @param upToMs what has not happened yet at this time does not count, for a viewer whose picture is behind. */
export function boutState(bells: readonly Bell[], upToMs = Number.POSITIVE_INFINITY): BoutState {
  return statesOf(bells, upToMs).at(-1) ?? waiting;
}

/** Each state that the bout has been in, from its first bell on. */
function statesOf(bells: readonly Bell[], upToMs = Number.POSITIVE_INFINITY): BoutState[] {
  const states: BoutState[] = [];
  for (const bell of heardBells(bells)) {
    if (bell.at > upToMs) break;
    const next = stateAfter(states.at(-1) ?? waiting, bell);
    if (next) states.push(next);
  }
  return states;
}

/**
 * In the order in which they were rung. An id that is there twice is one tap, sent again: undone if one copy is, with the earliest
 * time. A bell without a real time cannot be put in order and does not exist.
 */
function heardBells(bells: readonly Bell[]): Bell[] {
  const undone = new Set(bells.filter(({ isUndone }) => isUndone).map(({ id }) => id));
  const heard = bells.filter(({ id, at }) => !undone.has(id) && Number.isFinite(at)).toSorted(inOrder);
  const byId = new Map<string, Bell>();
  for (const bell of heard) if (!byId.has(bell.id)) byId.set(bell.id, bell);
  return [...byId.values()];
}

function inOrder(a: Bell, b: Bell): number {
  // Two copies of one tap may differ in more than time: kind and round make the order total.
  return a.at - b.at || compare(a.id, b.id) || compare(a.kind, b.kind) || compare(a.round ?? 0, b.round ?? 0);
}

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** @returns undefined when the bell changes nothing. */
function stateAfter(state: BoutState, { kind, round, at }: Bell): BoutState | undefined {
  // Over is over. A wrong one is undone; a bell of another clock that comes behind it must not open the bout again.
  if (state.phase === 'over') return undefined;
  // Without the end of the round too: a knock-out. Without any round: the opponent did not come.
  if (kind === 'over') return { phase: 'over', round: state.round, sinceMs: at };
  // The second fighter walks out as well. After the first round nobody walks out any more.
  if (kind === 'walkout')
    return state.phase === 'waiting' ? { phase: 'walkout', round: null, sinceMs: at } : undefined;
  // A bell of a round that does not say which one tells nothing.
  if (round === null || !(round >= 1)) return undefined;
  const known = state.round ?? 0;
  if (round < known) return undefined;
  // A missed tap: the round before ended unheard, or the start of this one was not rung.
  if (round > known) return { phase: phaseAfter[kind], round, sinceMs: at };
  return canFollow[kind].includes(state.phase) ? { phase: phaseAfter[kind], round, sinceMs: at } : undefined;
}

type RoundBell = Exclude<BellKind, 'walkout' | 'over'>;

const phaseAfter = { 'round-start': 'round', 'round-end': 'break', stopped: 'stopped' } as const;

/** In which phases of its round a bell changes something. */
const canFollow: Record<RoundBell, BoutState['phase'][]> = {
  // After `stopped` it goes on after an accidental foul; after `break` the end was rung too early.
  'round-start': ['stopped', 'break'],
  // A stop that went on to the end of the round; a stop alone may end it as well.
  'round-end': ['round', 'stopped'],
  // Within a break nothing is stopped: the tap of the second timekeeper came late.
  stopped: ['round'],
};

/** What a timekeeper may ring. */
export type Ringable = Pick<Bell, 'kind' | 'round'>;

/** The meaning of the one large button; undefined when the bout is over. */
export function nextBell({ phase, round }: BoutState, plan: BoutPlan): Ringable | undefined {
  const last = round ?? 0;
  switch (phase) {
    case 'waiting':
      return { kind: 'walkout', round: null };
    case 'walkout':
      return { kind: 'round-start', round: 1 };
    case 'round':
      return { kind: 'round-end', round: last };
    case 'break':
      return last < plan.rounds ? { kind: 'round-start', round: last + 1 } : over;
    case 'stopped':
      // Most fights that a referee stops do not go on.
      return over;
    case 'over':
      return undefined;
  }
}

/** What else may be rung, the likeliest first. */
export function otherBells({ phase, round }: BoutState, plan: BoutPlan): Ringable[] {
  const last = round ?? 0;
  switch (phase) {
    case 'waiting':
      // A fight without walkouts; a walkover.
      return [{ kind: 'round-start', round: 1 }, over];
    case 'walkout':
      return [over];
    case 'round':
      return [{ kind: 'stopped', round: last }, over];
    case 'break':
      // A corner gives up, or a draw goes into the extra round.
      if (last < plan.rounds) return [over];
      return plan.hasExtraRound && last === plan.rounds ? [{ kind: 'round-start', round: last + 1 }] : [];
    case 'stopped':
      return [
        { kind: 'round-start', round: last },
        { kind: 'round-end', round: last },
      ];
    case 'over':
      return [];
  }
}

const over: Ringable = { kind: 'over', round: null };

export const sameTapMs = 5_000;

/**
 * Whether two timekeepers have rung the same thing. The state is the same with one of the two bells or with both.
 */
export function isSameTap(a: Omit<Bell, 'id' | 'isUndone'>, b: Omit<Bell, 'id' | 'isUndone'>): boolean {
  return a.kind === b.kind && a.round === b.round && Math.abs(a.at - b.at) <= sameTapMs;
}

export interface RoundSeen {
  round: number;
  startMs: number;
  /** Undefined while the round runs. Of a round whose end was missed: the next bell that is later than it. */
  endMs: number | undefined;
}

/** The rounds whose beginning was rung, in order. A restart does not make a second one. */
export function roundsSeen(bells: readonly Bell[]): RoundSeen[] {
  const rounds: RoundSeen[] = [];
  for (const run of runsOf(statesOf(bells))) {
    const seen = rounds.at(-1);
    if (seen?.round === run.round) seen.endMs = run.endMs;
    else rounds.push(run);
  }
  return rounds;
}

/** The stretches of time in which a round ran: a stop and a restart make two. */
function runsOf(states: readonly BoutState[]): RoundSeen[] {
  return states.flatMap(({ phase, round, sinceMs }, index) =>
    phase === 'round' && round !== null && sinceMs !== null
      ? [{ round, startMs: sinceMs, endMs: states[index + 1]?.sinceMs ?? undefined }]
      : [],
  );
}

export interface RoundTime {
  round: number;
  /** Undefined when the beginning of the round was not rung. */
  seconds: number | undefined;
}

/**
 * How far the last round has come at a time, as a result says it ("round 2, 1:34"). Counts only while the round ran.
 * @returns undefined before the first round.
 */
export function elapsedInRound(bells: readonly Bell[], atMs: number): RoundTime | undefined {
  const states = statesOf(bells, atMs);
  const round = states.at(-1)?.round ?? null;
  if (round === null) return undefined;
  if (states.find((state) => state.round === round)?.phase !== 'round') return { round, seconds: undefined };
  const runs = runsOf(states).filter((run) => run.round === round);
  const ms = runs.reduce((sum, { startMs, endMs = atMs }) => sum + endMs - startMs, 0);
  return { round, seconds: ms / 1_000 };
}

const beforeWalkoutMs = 8_000;
const beforeRoundMs = 5_000;

/**
 * Where the chapter of a bout begins, by the clock of the pictures. A bout that was cancelled after the walkout has one too.
 * @param venueDelayMs how much later the picture of a moment is stamped.
 * @returns undefined when nobody has walked out and no round has begun.
 */
export function chapterStartMs(bells: readonly Bell[], venueDelayMs: number): number | undefined {
  const states = statesOf(bells);
  const first =
    states.find(({ phase }) => phase === 'walkout') ?? states.find(({ phase }) => phase === 'round');
  if (!first || first.sinceMs === null) return undefined;
  return first.sinceMs + venueDelayMs - (first.phase === 'walkout' ? beforeWalkoutMs : beforeRoundMs);
}
