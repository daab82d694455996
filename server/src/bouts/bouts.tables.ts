import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';

/** Stored as JSON, because it is read and written as a whole. */
export interface WeighIn {
  weightKg: number;
  day: string | null;
  isMissed: boolean;
  consequence: string | null;
}

export interface Replacement {
  corner: 'red' | 'blue';
  fighterId: string;
  name: string;
}

interface BoutTable {
  id: Generated<string>;
  blockId: string;
  /** Grows from the first bout to the main event; it may have gaps. */
  position: number;
  /** null: to be announced. */
  redFighterId: string | null;
  blueFighterId: string | null;
  redWeighIn: WeighIn | null;
  blueWeighIn: WeighIn | null;
  weightClass: string | null;
  weightLimitKg: number | null;
  isCatchweight: Generated<boolean>;
  rules: Generated<'k1' | 'full-contact' | 'low-kick' | 'muay-thai' | 'kick-light' | 'other'>;
  rulesText: string | null;
  rounds: Generated<number>;
  roundSeconds: Generated<number>;
  breakSeconds: Generated<number>;
  hasExtraRound: Generated<boolean>;
  title: string | null;
  status: Generated<'announced' | 'cancelled' | 'replaced'>;
  statusReason: string | null;
  /** JSON as text when it is written: the driver takes an array for one of PostgreSQL's. */
  replacements: ColumnType<Replacement[], string | undefined, string>;
  /** When its status or a fighter changed; null: never. */
  changedAt: ColumnType<string | null, string | null | undefined, string>;
  version: Generated<number>;
}

interface BellTable {
  /** Made by the device. */
  id: string;
  boutId: string;
  kind: 'walkout' | 'round-start' | 'round-end' | 'stopped' | 'over';
  round: number | null;
  at: string;
  userId: string | null;
  /** When it arrived. */
  rungAt: string;
  undoneAt: string | null;
}

interface ChapterTable {
  ingestId: string;
  boutId: string;
  /** null: of the recording. */
  filmId: string | null;
  seconds: number;
  /** The same by the clock of the pictures. */
  startsAt: string;
}

interface Scorecard {
  judge: string;
  red: number;
  blue: number;
}

interface ResultTable {
  id: Generated<string>;
  boutId: string;
  version: number;
  /** Who fought: the card may name others later. */
  redFighterId: string;
  blueFighterId: string;
  winner: 'red' | 'blue' | 'draw' | 'none';
  method:
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
  round: number | null;
  seconds: number | null;
  /** JSON as text when it is written. */
  scorecards: ColumnType<Scorecard[], string | undefined, never>;
  note: string | null;
  reason: string | null;
  signedBy: string | null;
  signedAt: string;
  confirmedBy: string | null;
  /** null: provisional. */
  officialAt: string | null;
}

export interface BoutTables {
  bouts: BoutTable;
  bells: BellTable;
  results: ResultTable;
  chapters: ChapterTable;
}

export type BoutRow = Omit<Selectable<BoutTable>, 'changedAt'>;
export type NewBoutRow = Insertable<BoutTable>;
export type BoutRowUpdate = Updateable<BoutTable>;
export type BellRow = Selectable<BellTable>;
export type NewBellRow = Insertable<BellTable>;
export type ChapterRow = Selectable<ChapterTable>;
export type ResultRow = Selectable<ResultTable>;
export type NewResultRow = Insertable<ResultTable>;
