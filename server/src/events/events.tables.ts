import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';

/** Grows by one with every change of the row; see `http/entity-tag.ts`. */
type Version = Generated<number>;

/** Stored as JSON, because it is read and written as a whole. */
export interface Location {
  name: string | null;
  address: string | null;
  cityName: string | null;
  countryName: string | null;
}

export interface EventTable {
  id: Generated<string>;
  name: string;
  slug: string;
  description: string | null;
  content: string | null;
  startDate: string;
  endDate: string;
  timezone: string;
  location: Location;
  pictureId: string | null;
  status: Generated<'public' | 'draft' | 'hidden'>;
  stripePriceId: string | null;
  version: Version;
}

export interface BlockTable {
  id: Generated<string>;
  eventId: string;
  name: string;
  slug: string;
  description: string | null;
  startDate: string;
  endDate: string;
  location: Location;
  paymentRequired: Generated<boolean>;
  stripePriceId: string | null;
  version: Version;
}

export interface LiveStreamTable {
  id: Generated<string>;
  blockId: string;
  videoId: string;
  name: string;
  description: string | null;
  status: Generated<'active' | 'inactive'>;
  weight: Generated<number>;
  version: Version;
}

export interface AccessTable {
  id: Generated<string>;
  eventId: string;
  /** null: the whole event. */
  blockId: string | null;
  userId: string;
  startDate: string;
  /** null: open-ended. */
  endDate: string | null;
  /** The order that paid for it; null: it was granted without payment. */
  orderId: ColumnType<string | null, string | undefined>;
  version: Version;
}

export interface EventsTables {
  events: EventTable;
  blocks: BlockTable;
  liveStreams: LiveStreamTable;
  accesses: AccessTable;
}

export type EventRow = Selectable<EventTable>;
export type NewEventRow = Insertable<EventTable>;
export type EventRowUpdate = Updateable<EventTable>;
export type BlockRow = Selectable<BlockTable>;
export type NewBlockRow = Insertable<BlockTable>;
export type BlockRowUpdate = Updateable<BlockTable>;
export type LiveStreamRow = Selectable<LiveStreamTable>;
export type NewLiveStreamRow = Insertable<LiveStreamTable>;
export type LiveStreamRowUpdate = Updateable<LiveStreamTable>;
export type AccessRow = Selectable<AccessTable>;
export type NewAccessRow = Insertable<AccessTable>;
export type AccessRowUpdate = Updateable<AccessTable>;
