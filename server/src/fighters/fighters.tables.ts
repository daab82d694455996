import type { Generated, GeneratedAlways, Insertable, Selectable, Updateable } from 'kysely';

/** Before Ringside, as told by the promoter. Stored as JSON, because it is read and written as a whole. */
export interface FightRecord {
  wins: number;
  losses: number;
  draws: number;
  noContests: number;
  knockouts: number;
  countedUntil: string | null;
}

interface FighterTable {
  id: Generated<string>;
  slug: string;
  name: string;
  nickname: string | null;
  countryCode: string | null;
  birthDate: string | null;
  heightCm: number | null;
  reachCm: number | null;
  stance: 'orthodox' | 'southpaw' | 'switch' | null;
  gym: string | null;
  pictureId: string | null;
  record: FightRecord | null;
  version: Generated<number>;
  /** Folded, for the search; kept by the database. */
  words: GeneratedAlways<string>;
}

interface MergedFighterTable {
  /** Of a fighter who is no more. */
  id: string;
  /** Into whom they were merged. */
  fighterId: string;
}

interface OldFighterSlugTable {
  slug: string;
  fighterId: string;
}

export interface FighterTables {
  fighters: FighterTable;
  mergedFighters: MergedFighterTable;
  oldFighterSlugs: OldFighterSlugTable;
}

export type FighterRow = Omit<Selectable<FighterTable>, 'words'>;
export type NewFighterRow = Insertable<FighterTable>;
export type FighterRowUpdate = Updateable<FighterTable>;
