/** The dashboard: what was paid, and buttons for what the provider does by itself. */
import { escapeHtml } from '../../page.ts';
import type { Api } from '../api/api.ts';
import { modes } from '../api/api.ts';
import type { Deliveries } from '../deliveries.ts';
import { formatMoney } from '../money.ts';
import type { Provider } from '../provider.ts';
import { type EventRecord, newestFirst, type SessionRecord } from '../state.ts';
import type { Dispute, Refund } from '../wire.ts';
import { page } from './payment-pages.ts';

const shownRows = 50;

export interface Controls {
  provider: Provider;
  api: Api;
  deliveries: Deliveries;
}

export function dashboardPage({ provider, api, deliveries }: Controls, message?: string): string {
  const { state } = provider;
  const payments = newestFirst(state.sessions).slice(0, shownRows);
  const events = newestFirst(state.events)
    .filter(({ delivery }) => delivery !== 'none')
    .slice(0, shownRows);
  return page(
    'Payment stand-in',
    `<h1>Payment stand-in</h1>
<p class="notice"><strong>No real money.</strong> Refund and dispute payments here, and choose how events reach the shop.</p>
${message ? `<p class="notice good" role="status">${escapeHtml(message)}</p>` : ''}
<h2>Payments</h2>
${table(
  ['Order', 'Amount', 'State', 'Actions'],
  payments.map((record) => paymentRow(provider, record)),
)}
<h2>How events are sent</h2>
<form class="inline" method="post">
${select('Copies of each event', 'copies', ['1', '2', '3'], String(deliveries.copies))}
${select('Sent after (seconds)', 'delay', ['0', '5', '30', '120'], String(provider.deliveryDelayMs / 1_000))}
<button name="do" value="set-deliveries">Save</button>
</form>
<form class="inline" method="post">
${
  deliveries.isHeld
    ? `<p>Events are held back.</p>
<button name="do" value="release-in-order">Send in order</button>
<button name="do" value="release-reversed">Send the newest first</button>
<button name="do" value="release-shuffled">Send in any order</button>
<button name="do" value="lose-events">Lose them</button>`
    : '<button name="do" value="hold-events">Hold events back</button>'
}
</form>
<h2>The provider</h2>
<form class="inline" method="post">
${select('Answers to the shop', 'mode', modes, api.mode)}
${select('Refunds', 'refunds', ['succeed', 'stay-pending', 'fail-later'], provider.refunds)}
<button name="do" value="set-provider">Save</button>
</form>
<h2>Events</h2>
${table(['Event', 'Object', 'State', 'Actions'], events.map(eventRow))}
<h2>Prices and promotion codes</h2>
${table(
  ['Id', 'What', 'Amount'],
  [...state.prices.values()].map((price) => [
    escapeHtml(price.id),
    escapeHtml(state.products.get(price.product)?.name ?? ''),
    escapeHtml(formatMoney(price.unit_amount ?? 0, price.currency)),
  ]),
)}
${table(
  ['Code', 'Coupon', 'Used'],
  [...state.promotionCodes.values()].map((code) => [
    escapeHtml(code.code),
    escapeHtml(code.promotion.coupon),
    String(code.times_redeemed),
  ]),
)}`,
    true,
  );
}

function paymentRow({ state }: Provider, { session }: SessionRecord): string[] {
  const intent = state.intents.get(session.payment_intent ?? '');
  const charge = state.charges.get(intent?.latest_charge ?? '');
  const refunds = [...state.refunds.values()].filter((one) => one.charge === charge?.id);
  const disputes = [...state.disputes.values()].filter((one) => one.charge === charge?.id);
  const money = (amount: number) => escapeHtml(formatMoney(amount, session.currency));
  const actions = [
    session.status === 'open' ? actionForm(session.id, ['expire', 'Expire']) : '',
    intent?.status === 'processing'
      ? actionForm(session.id, ['debit-arrives', 'Debit arrives'], ['debit-fails', 'Debit fails'])
      : '',
    charge?.paid && !charge.refunded && !charge.disputed
      ? `<form method="post"><input type="hidden" name="id" value="${charge.id}"><input type="text" name="amount" inputmode="decimal" autocomplete="off" aria-label="Amount to refund; empty: all" placeholder="all"><button name="do" value="refund">Refund</button></form>${actionForm(charge.id, ['dispute', 'Dispute'], ['inquire', 'Inquire'])}`
      : '',
    ...refunds.map((refund) => money(refund.amount) + refundActions(refund)),
    ...disputes.map(disputeActions),
  ];
  const email = session.customer_details?.email ?? session.customer_email ?? '';
  return [
    `${escapeHtml(session.client_reference_id ?? session.id)}<br>${escapeHtml(email)}`,
    money(session.amount_total) + (charge?.amount_refunded ? `<br>−${money(charge.amount_refunded)}` : ''),
    `${session.status}, ${session.payment_status}${intent ? `<br>${intent.status}` : ''}`,
    actions.join(''),
  ];
}

function refundActions({ id, status }: Refund): string {
  const actions: Action[] = [
    ...(status === 'pending' ? [['refund-arrives', 'Refund arrives'] as const] : []),
    ...(status === 'pending' || status === 'succeeded' ? [['refund-fails', 'Refund fails'] as const] : []),
  ];
  return ` refund ${status}${actions.length > 0 ? actionForm(id, ...actions) : ''}`;
}

function disputeActions({ id, status }: Dispute): string {
  const actions: Record<string, Action[]> = {
    needs_response: [
      ['respond', 'Respond'],
      ['win', 'Win'],
      ['lose', 'Lose'],
    ],
    under_review: [
      ['win', 'Win'],
      ['lose', 'Lose'],
    ],
    warning_needs_response: [
      ['respond', 'Respond'],
      ['close-inquiry', 'Close'],
      ['escalate', 'Make it a dispute'],
    ],
    warning_under_review: [
      ['close-inquiry', 'Close'],
      ['escalate', 'Make it a dispute'],
    ],
  };
  const possible = actions[status] ?? [];
  return `<div>dispute ${status}${possible.length > 0 ? actionForm(id, ...possible) : ''}</div>`;
}

function eventRow({ event, delivery, attempts, lastAnswer }: EventRecord): string[] {
  const tried = attempts === 0 ? '' : `<br>${attempts} × sent, last ${escapeHtml(lastAnswer)}`;
  return [
    escapeHtml(event.type),
    escapeHtml(event.data.object.id),
    delivery + tried,
    actionForm(event.id, ['resend', 'Send again']),
  ];
}

type Action = readonly [name: string, label: string];

function actionForm(id: string, ...actions: Action[]): string {
  const buttons = actions.map(([name, label]) => `<button name="do" value="${name}">${label}</button>`);
  return `<form method="post"><input type="hidden" name="id" value="${escapeHtml(id)}">${buttons.join('')}</form>`;
}

function select(label: string, name: string, values: readonly string[], chosen: string): string {
  const options = values.map((value) => `<option${value === chosen ? ' selected' : ''}>${value}</option>`);
  return `<label>${label}<br><select name="${name}">${options.join('')}</select></label>`;
}

function table(heads: string[], rows: string[][]): string {
  if (rows.length === 0) return '<p>Nothing yet.</p>';
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<div class="scroll" tabindex="0" role="group" aria-label="${heads[0]} table"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}
