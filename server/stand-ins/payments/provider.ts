/** What every part of the stand-in shares: the state, the clock, and how a change becomes an event. */
import { eventTypes } from '../../src/shop/stripe/event-types.ts';
import { type EventRecord, newId, type State } from './state.ts';
import { apiVersion, type ProviderObject } from './wire.ts';

const endpointTypes: ReadonlySet<string> = new Set(eventTypes);

export interface RequestOrigin {
  id: string | null;
  idempotency_key: string | null;
}

const eventDays = 30;

export class Provider {
  /** The request that is being answered; its events name it. */
  request: RequestOrigin = { id: null, idempotency_key: null };
  /** After this time a bank debit arrives. */
  settlementMs = 20_000;
  /** New events wait so long before they are sent. */
  deliveryDelayMs = 0;
  /** What becomes of the next refunds of card payments. */
  refunds: 'succeed' | 'stay-pending' | 'fail-later' = 'succeed';

  readonly state: State;
  readonly now: () => Date;
  /** How browsers reach the stand-in, without a trailing slash. */
  readonly origin: string;
  private readonly onEvent: (record: EventRecord) => void;

  constructor(parts: {
    state: State;
    now: () => Date;
    origin: string;
    onEvent: (record: EventRecord) => void;
  }) {
    this.state = parts.state;
    this.now = parts.now;
    this.origin = parts.origin;
    this.onEvent = parts.onEvent;
  }

  seconds(): number {
    return Math.floor(this.now().getTime() / 1_000);
  }

  /** @param before the object as it was, for the types that end in `updated`. */
  emit<T extends ProviderObject>(type: string, object: T, before?: T): void {
    const event = {
      id: newId('evt'),
      object: 'event' as const,
      api_version: apiVersion,
      created: this.seconds(),
      data: {
        object: structuredClone(object),
        ...(before && { previous_attributes: difference(before, object) }),
      },
      livemode: false as const,
      pending_webhooks: 0,
      request: { ...this.request },
      type,
    };
    const record: EventRecord = {
      event,
      delivery: endpointTypes.has(type) ? 'waiting' : 'none',
      attempts: 0,
      dueAt: Date.now() + this.deliveryDelayMs,
      lastAnswer: '',
    };
    this.state.events.set(event.id, record);
    this.forgetOldEvents();
    this.onEvent(record);
  }

  private forgetOldEvents(): void {
    const limit = this.seconds() - eventDays * 86_400;
    for (const [id, { event }] of this.state.events) {
      if (event.created >= limit) return;
      this.state.events.delete(id);
    }
  }
}

function difference(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name))),
  );
}
