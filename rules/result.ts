/**
 * Which results fit together, and which of their versions counts. A *result* has versions: one is signed, a second person confirms it,
 * and then it is official. A correction is a new version. The highest official version counts, so one that waits hides nothing.
 */

export type ResultWinner = 'red' | 'blue' | 'draw' | 'none';

export type ResultMethod =
  | 'decision-unanimous'
  | 'decision-split'
  | 'decision-majority'
  | 'decision-technical'
  | 'ko'
  | 'tko'
  | 'tko-doctor'
  | 'tko-corner'
  | 'disqualification'
  | 'injury'
  | 'walkover'
  | 'no-contest';

export interface ResultGiven {
  winner: ResultWinner;
  method: ResultMethod;
  round: number | null;
  seconds: number | null;
  scorecards: readonly { red: number; blue: number }[];
}

/** What is needed of the bout. */
export interface FoughtBout {
  rounds: number;
  roundSeconds: number;
  hasExtraRound: boolean;
  status: 'announced' | 'cancelled' | 'replaced';
}

/** `field`: of the result. */
export interface ResultIssue {
  field: keyof ResultGiven;
  detail: string;
}

/** In the order in which a form offers them: the likeliest first. */
export const resultMethods: readonly ResultMethod[] = [
  'decision-unanimous',
  'decision-split',
  'decision-majority',
  'ko',
  'tko',
  'tko-doctor',
  'tko-corner',
  'injury',
  'disqualification',
  'decision-technical',
  'no-contest',
  'walkover',
];

/** These count as wins by knockout. */
export const knockouts: readonly ResultMethod[] = ['ko', 'tko', 'tko-doctor', 'tko-corner'];
/** After the last round. */
const decisions: readonly ResultMethod[] = ['decision-unanimous', 'decision-split', 'decision-majority'];

export const isDecision = (method: ResultMethod) => decisions.includes(method);
export const isKnockout = (method: ResultMethod) => knockouts.includes(method);

/** Who can have won in this way. */
export function winnersOf(method: ResultMethod): readonly ResultWinner[] {
  if (method === 'walkover' || method === 'no-contest') return ['none'];
  return isDecision(method) || method === 'decision-technical' ? ['red', 'blue', 'draw'] : ['red', 'blue'];
}

export function findResultIssues(given: ResultGiven, bout: FoughtBout): ResultIssue[] {
  return [
    winnerIssue(given, bout),
    roundIssue(given, bout),
    secondsIssue(given, bout),
    cardsIssue(given),
  ].filter((issue) => issue !== undefined);
}

function winnerIssue({ winner, method }: ResultGiven, { status }: FoughtBout): ResultIssue | undefined {
  const possible = winnersOf(method);
  if (!possible.includes(winner)) return { field: 'winner', detail: mustBe[possible.length] as string };
  return status === 'cancelled' && winner !== 'none'
    ? { field: 'method', detail: 'The bout is cancelled: it is a walkover or a no contest.' }
    : undefined;
}

const mustBe: Record<number, string> = {
  1: 'Must be none: nobody wins by this.',
  2: 'Must be red or blue: somebody wins by this.',
  3: 'Must be red, blue or draw.',
};

function roundIssue({ method, round }: ResultGiven, { rounds, hasExtraRound }: FoughtBout) {
  const last = rounds + (hasExtraRound ? 1 : 0);
  const issue = (detail: string): ResultIssue => ({ field: 'round', detail });
  if (round === null) return isKnockout(method) ? issue('Must say in which round.') : undefined;
  if (method === 'walkover') return issue('Must be null: nobody has fought.');
  if (round > last) return issue(`The bout has ${last} ${last === 1 ? 'round' : 'rounds'}.`);
  if (isDecision(method) && round < rounds) return issue('Must be the last round, or null.');
  return undefined;
}

function secondsIssue({ method, round, seconds }: ResultGiven, { roundSeconds }: FoughtBout) {
  const issue = (detail: string): ResultIssue => ({ field: 'seconds', detail });
  if (seconds === null) return undefined;
  if (method === 'walkover') return issue('Must be null: nobody has fought.');
  if (isDecision(method)) return issue('Must be null: the judges decide after the last round.');
  if (round === null) return issue('Must be null without a round.');
  return seconds > roundSeconds ? issue(`A round has ${roundSeconds} seconds.`) : undefined;
}

/** Corners that were mixed up are the likeliest mistake of all. */
function cardsIssue({ winner, method, scorecards }: ResultGiven): ResultIssue | undefined {
  const issue = (detail: string): ResultIssue => ({ field: 'scorecards', detail });
  if (scorecards.length === 0) return undefined;
  if (method === 'walkover') return issue('Must be empty: nobody has fought.');
  const isOfJudges = winnersOf(method).length === 3;
  if (!isOfJudges || (winner !== 'red' && winner !== 'blue')) return undefined;
  const loser = winner === 'red' ? 'blue' : 'red';
  return scorecards.every((card) => card[loser] > card[winner])
    ? issue('All of them are for the other corner.')
    : undefined;
}

/** The version that viewers see. */
export function officialVersion<Version extends { version: number; officialAt: string | null }>(
  versions: readonly Version[],
): Version | undefined {
  return versions
    .filter(({ officialAt }) => officialAt !== null)
    .reduce<Version | undefined>(
      (last, next) => (last && last.version > next.version ? last : next),
      undefined,
    );
}
