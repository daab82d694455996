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

export interface BoutTables {
  bouts: BoutTable;
  bells: BellTable;
}

export type BoutRow = Selectable<BoutTable>;
export type NewBoutRow = Insertable<BoutTable>;
export type BoutRowUpdate = Updateable<BoutTable>;
export type BellRow = Selectable<BellTable>;
export type NewBellRow = Insertable<BellTable>;
