/** The values of the forms of an event: what the contract has, with empty texts in place of null. */
import type { components } from '@ringside/openapi/schema';
import type { Stored } from '../../../ui/form/use-api-form.ts';
import { formatDateTime, zoneName } from '../../../ui/time/time.ts';
import { readEvent } from '../events.queries.ts';

type Event = components['schemas']['Event'];

export interface EventValues {
  name: string;
  slug: string;
  description: string;
  content: string;
  /** Instants; empty while there is no single one. */
  startDate: string;
  endDate: string;
  timezone: string;
  stripePriceId: string;
  /** null: not set; empty: set, but not finished. */
  saleStartDate: string | null;
  saleEndDate: string | null;
  status: Event['status'];
}

/** `pictureId` and `location` have pages of their own; an issue about them still needs its words. */
export const eventLabels = {
  name: 'Name',
  slug: 'Address',
  description: 'Short description',
  content: 'Text of the page',
  startDate: 'Starts',
  endDate: 'Ends',
  timezone: 'Time zone',
  stripePriceId: 'Price',
  saleStartDate: 'The sale starts',
  saleEndDate: 'The sale ends',
  status: 'Who can see it',
  location: 'Location',
  pictureId: 'Picture',
};

export const statusWords: Record<Event['status'], string> = {
  draft: 'Draft: organisers only',
  hidden: 'Hidden: everybody with the link',
  public: 'Public: everybody, in the lists',
};

export function toValues(event: Event): EventValues {
  const { name, slug, startDate, endDate, timezone, status } = event;
  const { description, content, stripePriceId, saleStartDate, saleEndDate } = event;
  return {
    name,
    slug,
    startDate,
    endDate,
    timezone,
    status,
    saleStartDate,
    saleEndDate,
    description: description ?? '',
    content: content ?? '',
    stripePriceId: stripePriceId ?? '',
  };
}

export async function readValues(eventId: string): Promise<Stored<EventValues>> {
  const { value, etag } = await readEvent(eventId);
  return { values: toValues(value), etag };
}

const emptiable = ['description', 'content', 'stripePriceId'] as const;

/** The body of a call; an emptied text that the contract may leave out becomes null. */
export function toBody<Values extends Partial<EventValues>>(values: Values) {
  const body: Record<string, unknown> = { ...values };
  for (const field of emptiable) {
    const text = values[field];
    if (text !== undefined) body[field] = text.trim() === '' ? null : text;
  }
  return body as {
    [Field in keyof Values]: Field extends (typeof emptiable)[number] ? string | null : Values[Field];
  };
}

/** The server would answer an unfinished time with words for engineers. */
export function checkDates({ startDate, endDate }: { startDate: string; endDate: string }) {
  const words = 'Choose a day and a time.';
  return { ...(startDate ? {} : { startDate: words }), ...(endDate ? {} : { endDate: words }) };
}

const instants = new Set(['startDate', 'endDate', 'saleStartDate', 'saleEndDate']);

/** Shows a value in the choice of 412. */
export function describeValue(zone: string) {
  return (field: string, value: unknown): string => {
    if (typeof value !== 'string' || value === '') return 'Empty';
    if (field === 'status') return statusWords[value as Event['status']] ?? value;
    if (!instants.has(field)) return value;
    return `${formatDateTime(value, zone)} ${zoneName(value, zone)}`;
  };
}
