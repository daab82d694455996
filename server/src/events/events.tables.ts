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
  saleStartDate: string | null;
  saleEndDate: string | null;
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
  saleStartDate: string | null;
  saleEndDate: string | null;
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
  /** How much later than a moment its picture is stamped. */
  venueDelayMs: Generated<number>;
  version: Version;
}

export interface AccessTable {
  id: Generated<string>;
  eventId: string;
  /** null: the whole event. */
  blockId: string | null;
  /** null: the access waits for the account that confirms `email`. */
  userId: string | null;
  /** Lower-case; null once the access has a user. */
  email: ColumnType<string | null, string | undefined, never>;
  startDate: string;
  /** null: open-ended. */
  endDate: string | null;
  /** The order that paid for it; null: it was granted without payment. */
  orderId: ColumnType<string | null, string | undefined>;
  /** The compensation that gave it; it is open while the order of that is. */
  compensationItemId: ColumnType<string | null, string | undefined, never>;
  /** Given for nothing: it has an end and a note. */
  isComplimentary: ColumnType<boolean, boolean | undefined, never>;
  /** Why it was given. */
  note: ColumnType<string | null, string | null | undefined>;
  /** When an organiser gave it, or changed it: its start may be in the past. */
  grantedAt: Generated<string>;
  version: Version;
}

/** A slug that an event had before; written by a trigger on `events`. */
interface OldSlugTable {
  slug: string;
  eventId: string;
}

export interface EventsTables {
  events: EventTable;
  blocks: BlockTable;
  liveStreams: LiveStreamTable;
  accesses: AccessTable;
  oldSlugs: OldSlugTable;
}

export type EventRow = Selectable<EventTable>;
export type NewEventRow = Insertable<EventTable>;
export type EventRowUpdate = Updateable<EventTable>;
export type BlockRow = Selectable<BlockTable>;
export type NewBlockRow = Insertable<BlockTable>;
export type BlockRowUpdate = Updateable<BlockTable>;
/** Without the delay, which belongs to the clock of the card. */
export type LiveStreamRow = Omit<Selectable<LiveStreamTable>, 'venueDelayMs'>;
export type NewLiveStreamRow = Insertable<LiveStreamTable>;
export type LiveStreamRowUpdate = Updateable<LiveStreamTable>;
export type AccessRow = Omit<Selectable<AccessTable>, 'compensationItemId' | 'grantedAt'>;
export type NewAccessRow = Insertable<AccessTable>;
export type AccessRowUpdate = Updateable<AccessTable>;
