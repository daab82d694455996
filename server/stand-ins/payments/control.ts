/** What tests and the dashboard make the provider do. Ids are the provider's; an unknown one throws. */
import type { Api, Mode } from './api/api.ts';
import { expireSession, expireSessions, findSession } from './api/checkout.ts';
import { applyDiscount, faultOfDiscount } from './api/discounts.ts';
import { closeDispute, escalateInquiry, openDispute, reviewDispute } from './api/disputes.ts';
import { confirm, type PaymentMethod, type PayResult, pay, settle } from './api/paying.ts';
import { activeCode, createCoupon, createPromotionCode } from './api/promotions.ts';
import { refund, settleRefund } from './api/refunds.ts';
import type { Deliveries, Endpoint, Order } from './deliveries.ts';
import type { Provider } from './provider.ts';
import { missing, Params, parseForm } from './request.ts';
import type { Charge, Dispute, ProviderEvent, Refund, Session } from './wire.ts';

interface Parts {
  provider: Provider;
  api: Api;
  deliveries: Deliveries;
  endpoint: Endpoint;
}

export class PaymentControl {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  // What the provider has

  session(id: string): Session {
    return findSession(this.parts.provider, id).session;
  }

  sessions(): Session[] {
    return [...this.parts.provider.state.sessions.values()].map(({ session }) => session);
  }

  refunds(): Refund[] {
    return [...this.parts.provider.state.refunds.values()];
  }

  /** In the order in which they happened. */
  events(type?: string): ProviderEvent[] {
    const all = [...this.parts.provider.state.events.values()].map(({ event }) => event);
    return all.filter((event) => type === undefined || event.type === type);
  }

  /** Method and path of each request to the API, the oldest first. */
  calls(): readonly string[] {
    return this.parts.api.calls;
  }

  // The buyer

  /** As on the payment page. */
  pay(id: string, { method = 'card-ok' as PaymentMethod, email = '' } = {}): PayResult {
    const record = findSession(this.parts.provider, id);
    const address = record.session.customer_email ?? (email || 'buyer@example.test');
    return pay(this.parts.provider, record, { method, email: address });
  }

  /** The second step of `card-asks`. */
  confirm(id: string, agrees: boolean): PayResult {
    return confirm(this.parts.provider, findSession(this.parts.provider, id), agrees);
  }

  /** @returns why the code cannot be used, or undefined. */
  applyCode(id: string, code: string): string | undefined {
    const { provider } = this.parts;
    const record = findSession(provider, id);
    if (record.session.status !== 'open' || !record.session.allow_promotion_codes)
      return 'Codes cannot be used here.';
    const promotionCode = activeCode(provider, code);
    const coupon = provider.state.coupons.get(promotionCode?.promotion.coupon ?? '');
    if (promotionCode === undefined || coupon === undefined) return 'There is no such code.';
    const fault = faultOfDiscount(provider, { coupon, promotionCode }, record);
    if (fault === undefined) applyDiscount(provider, record, { coupon, promotionCode });
    return fault;
  }

  removeCode(id: string): void {
    const { provider } = this.parts;
    const record = findSession(provider, id);
    if (record.session.status === 'open') applyDiscount(provider, record, undefined);
  }

  // What happens by itself

  /** The bank debit of a session arrives or fails. */
  settle(id: string, succeeds: boolean): void {
    settle(this.parts.provider, findSession(this.parts.provider, id), succeeds);
  }

  expire(id: string): void {
    expireSession(this.parts.provider, findSession(this.parts.provider, id));
  }

  /** Expires, settles and refunds what is due now. */
  tick(): void {
    const { provider } = this.parts;
    expireSessions(provider);
    for (const [id, { dueAt, succeeds }] of provider.state.settlements) {
      if (dueAt > Date.now()) continue;
      const made = provider.state.refunds.get(id);
      const record = provider.state.sessions.get(id);
      provider.state.settlements.delete(id);
      if (made) settleRefund(provider, made, succeeds);
      if (record) settle(provider, record, succeeds);
    }
  }

  // The dashboard

  /** @param id of a payment intent or a charge; @param amount undefined: what is left. */
  refund(id: string, amount?: number): Refund {
    return refund(this.parts.provider, this.charge(id), { amount });
  }

  /** Also: one that has succeeded fails later. */
  settleRefund(id: string, succeeds: boolean): void {
    const made = this.parts.provider.state.refunds.get(id);
    if (made === undefined) throw missing('refund', id);
    settleRefund(this.parts.provider, made, succeeds);
  }

  /** What becomes of the next refunds. */
  letRefunds(what: Provider['refunds']): void {
    this.parts.provider.refunds = what;
  }

  /** @param id of a payment intent or a charge. */
  dispute(id: string, options: { isInquiry?: boolean; amount?: number } = {}): Dispute {
    return openDispute(this.parts.provider, this.charge(id), options);
  }

  respond(id: string): void {
    reviewDispute(this.parts.provider, this.findDispute(id));
  }

  win(id: string): void {
    closeDispute(this.parts.provider, this.findDispute(id), true);
  }

  lose(id: string): void {
    closeDispute(this.parts.provider, this.findDispute(id), false);
  }

  closeInquiry(id: string): void {
    closeDispute(this.parts.provider, this.findDispute(id), undefined);
  }

  escalate(id: string): void {
    escalateInquiry(this.parts.provider, this.findDispute(id));
  }

  /** @returns the promotion code's id. */
  createCode(
    code: string,
    { percentOff, maxRedemptions }: { percentOff: number; maxRedemptions?: number },
  ): string {
    const { provider } = this.parts;
    const coupon = createCoupon(provider, new Params(parseForm(`percent_off=${percentOff}&duration=once`)));
    const form = parseForm(
      `promotion[type]=coupon&promotion[coupon]=${coupon.id}&code=${encodeURIComponent(code)}`,
    );
    if (maxRedemptions !== undefined) form.max_redemptions = String(maxRedemptions);
    return createPromotionCode(provider, new Params(form)).id;
  }

  // How events reach the shop

  holdEvents(): void {
    this.parts.deliveries.isHeld = true;
  }

  /** Sends what waits, one after the other. */
  releaseEvents(order?: Order): Promise<void> {
    return this.parts.deliveries.release(order);
  }

  /** The events that wait never arrive, as after three days without an answer. */
  loseEvents(): number {
    return this.parts.deliveries.lose();
  }

  /** @returns the status of the answer; 0: none. */
  resend(eventId: string): Promise<number> {
    const record = this.parts.provider.state.events.get(eventId);
    if (record === undefined) throw missing('event', eventId);
    return this.parts.deliveries.resend(record);
  }

  setDeliveries({ copies, delayMs }: { copies?: number; delayMs?: number }): void {
    this.parts.deliveries.copies = copies ?? this.parts.deliveries.copies;
    this.parts.provider.deliveryDelayMs = delayMs ?? this.parts.provider.deliveryDelayMs;
  }

  /** Each event is signed with all of them, as while a secret is replaced. */
  signWith(...secrets: string[]): void {
    this.parts.endpoint.secrets = secrets;
  }

  /** Resolves when no event waits any more. */
  eventsSettled(timeoutMs?: number): Promise<void> {
    return this.parts.deliveries.settled(timeoutMs);
  }

  // The provider's API

  /** @param path such as `/v1/refunds`; left out: of the whole API. */
  setMode(mode: Mode, path?: string): void {
    this.parts.api.mode = mode;
    this.parts.api.modePath = path;
  }

  setLatency(ms: number): void {
    this.parts.api.latencyMs = ms;
  }

  private charge(id: string): Charge {
    const { state } = this.parts.provider;
    const charge = state.charges.get(state.intents.get(id)?.latest_charge ?? id);
    if (charge === undefined) throw missing('charge', id);
    return charge;
  }

  private findDispute(id: string): Dispute {
    const dispute = this.parts.provider.state.disputes.get(id);
    if (dispute === undefined) throw missing('dispute', id);
    return dispute;
  }
}
