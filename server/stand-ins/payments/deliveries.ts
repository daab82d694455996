/**
 * Sends the events to the shop, signed, until it answers 2xx: again after 1, 5, 25 s and so on, for three days. Several are
 * on their way at once, so that they may overtake each other, as at the provider.
 */
import { createHmac } from 'node:crypto';
import type { Provider } from './provider.ts';
import type { EventRecord } from './state.ts';

export type Order = 'in-order' | 'reversed' | 'shuffled';

export interface Endpoint {
  /** Undefined while the shop has no address yet. */
  url: () => string | undefined;
  /** Several while a secret is replaced. */
  secrets: string[];
}

const firstRetryMs = 1_000;
const longestRetryMs = 3_600_000;
const giveUpMs = 3 * 86_400_000;
const answerMs = 10_000;
const atOnce = 16;

export class Deliveries {
  /** Each event is sent so many times. */
  copies = 1;
  isHeld = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Set<Promise<void>>();
  private readonly waiting = new Set<EventRecord>();
  private readonly ending = new AbortController();
  private readonly provider: Provider;
  private readonly endpoint: Endpoint;
  private readonly onChange: () => void;

  constructor(provider: Provider, endpoint: Endpoint, onChange: () => void) {
    this.provider = provider;
    this.endpoint = endpoint;
    this.onChange = onChange;
    for (const record of provider.state.events.values()) this.add(record);
  }

  /** Takes an event up; `wake` sends it. */
  add(record: EventRecord): void {
    if (record.delivery === 'waiting') this.waiting.add(record);
  }

  /** Sends what is due. */
  wake(): void {
    clearTimeout(this.timer);
    if (this.isHeld || this.ending.signal.aborted) return;
    let next = Infinity;
    for (const record of this.waiting) {
      if (this.running.size >= atOnce) return;
      if (record.dueAt <= Date.now()) this.start(record);
      next = Math.min(next, record.dueAt);
    }
    if (!Number.isFinite(next)) return;
    this.timer = setTimeout(() => this.wake(), Math.min(Math.max(next - Date.now(), 5), 60_000));
    this.timer.unref();
  }

  /** Sends everything that waits, one after the other in this order, without regard to the time of the next attempt. */
  async release(order: Order = 'in-order'): Promise<void> {
    this.isHeld = true;
    await Promise.all(this.running);
    const records = [...this.waiting];
    if (order === 'reversed') records.reverse();
    if (order === 'shuffled') records.sort(() => Math.random() - 0.5);
    for (const record of records) await this.attempt(record);
    this.isHeld = false;
    this.wake();
  }

  /** One more attempt, also of an event that has arrived. @returns the status of the answer; 0: none. */
  async resend(record: EventRecord): Promise<number> {
    return this.attempt(record);
  }

  /** @returns the number of events that were given up. */
  lose(): number {
    const count = this.waiting.size;
    for (const record of this.waiting) record.delivery = 'failed';
    this.waiting.clear();
    this.onChange();
    return count;
  }

  /** Resolves when no event waits any more. */
  async settled(timeoutMs = 10_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (this.waiting.size > 0 || this.running.size > 0) {
      if (Date.now() > end) throw new Error('The events did not arrive in time');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.ending.abort();
    await Promise.allSettled(this.running);
  }

  private start(record: EventRecord): void {
    record.dueAt = Date.now() + answerMs * 2;
    const run = this.attempt(record)
      .then(() => {})
      .finally(() => {
        this.running.delete(run);
        this.wake();
      });
    this.running.add(run);
  }

  private async attempt(record: EventRecord): Promise<number> {
    const copies = Array.from({ length: this.copies }, () => this.send(record));
    const statuses = await Promise.all(copies);
    const status = statuses.find((one) => one >= 200 && one < 300) ?? statuses[0] ?? 0;
    if (this.ending.signal.aborted) {
      // The next start sends it again.
      record.dueAt = Date.now();
      return status;
    }
    record.attempts += 1;
    record.lastAnswer = status === 0 ? 'no answer' : String(status);
    if (status >= 200 && status < 300) record.delivery = 'delivered';
    else if (record.delivery === 'waiting') this.postpone(record);
    if (record.delivery !== 'waiting') this.waiting.delete(record);
    this.onChange();
    return status;
  }

  private postpone(record: EventRecord): void {
    const retryMs = Math.min(firstRetryMs * 5 ** (record.attempts - 1), longestRetryMs);
    record.dueAt = Date.now() + retryMs;
    const ageMs = this.provider.now().getTime() - record.event.created * 1_000;
    if (ageMs + retryMs > giveUpMs) record.delivery = 'failed';
  }

  private async send({ event, delivery }: EventRecord): Promise<number> {
    const url = this.endpoint.url();
    if (!url) return 0;
    const body = JSON.stringify({ ...event, pending_webhooks: delivery === 'waiting' ? 1 : 0 }, null, 2);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (stand-in)',
          'stripe-signature': signatureOf(body, this.endpoint.secrets, this.provider.seconds()),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(answerMs), this.ending.signal]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 0;
    }
  }
}

/** The value of the header `stripe-signature`. @param at in seconds. */
function signatureOf(body: string, secrets: readonly string[], at: number): string {
  const sign = (secret: string) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return [`t=${at}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}
