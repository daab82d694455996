import type { ColumnType, Generated } from 'kysely';

export type OutageCause = 'stream' | 'playback';

/** Written by triggers of the migrations and by the outage watch. */
interface OutageTable {
  id: Generated<string>;
  blockId: string;
  cause: OutageCause;
  startedAt: string;
  /** null: it goes on, or the block has no stream. */
  endedAt: string | null;
  failedAt: string | null;
}

/** Who watched when it broke, or waited in front of a dark picture. */
interface OutageViewerTable {
  outageId: string;
  userId: string;
  since: string;
}

/** Who tried to watch and was not able to, at most one row for five minutes. */
interface DeniedPlayTable {
  blockId: string;
  userId: string;
  slice: string;
  triedAt: string;
}

/** What was delivered of a block in a few seconds, on all servers together, until it is judged. */
interface PlaybackSliceTable {
  blockId: string;
  since: string;
  delivered: number;
  failed: number;
}

export type CompensationTerms =
  | { remedy: 'replay'; scope: 'block' | 'event'; endDate: string }
  | ({ remedy: 'credit'; endDate: string } & Share)
  | ({ remedy: 'refund' } & Share);

/** A part of what was paid, or an amount for each currency. */
export type Share = { percent: number } | { amounts: Array<{ currency: string; amount: number }> };

interface CompensationTable {
  id: Generated<string>;
  outageId: string;
  eventId: string;
  blockId: string;
  key: string;
  terms: ColumnType<CompensationTerms, string, never>;
  origin: string;
  actorId: string | null;
  createdAt: string;
}

interface CompensationItemTable {
  id: Generated<string>;
  compensationId: string;
  outageId: string;
  orderId: string;
  userId: string | null;
  affectedSince: string;
  seconds: number;
  amount: number | null;
  currency: string | null;
  code: string | null;
  refundRequestId: Generated<string | null>;
  attempts: Generated<number>;
  dueAt: string;
  settledAt: Generated<string | null>;
  failure: Generated<string | null>;
  /** Of the replay, while its order does not open it. */
  withheldStartDate: Generated<string | null>;
  withheldEndDate: Generated<string | null>;
}

export interface CompensationTables {
  outages: OutageTable;
  outageViewers: OutageViewerTable;
  deniedPlays: DeniedPlayTable;
  playbackSlices: PlaybackSliceTable;
  compensations: CompensationTable;
  compensationItems: CompensationItemTable;
}
