/** The pages that a buyer sees. */
import { escapeHtml, pageOf } from '../../page.ts';
import { isOffered, type PaymentMethod, paymentMethods } from '../api/paying.ts';
import { formatMoney } from '../money.ts';
import type { SessionRecord } from '../state.ts';
import type { Charge, PromotionCode, Session } from '../wire.ts';

const icon =
  '<rect x="2" y="4" width="16" height="12" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M2 8h16" stroke="currentColor" stroke-width="2.4"/><path d="M5 12.5h4" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>';
const notice =
  '<p class="notice"><strong>Stand-in, no real money.</strong> This page stands in for the payment provider. Choose how the payment ends.</p>';

export interface PaymentForm {
  error?: string;
  codeError?: string;
  code?: string;
  email?: string;
  method?: PaymentMethod;
}

export function paymentPage(
  record: SessionRecord,
  used: PromotionCode | undefined,
  form: PaymentForm = {},
): string {
  const { session } = record;
  const money = (amount: number) => escapeHtml(formatMoney(amount, session.currency));
  const isFree = session.amount_total === 0;
  const title = `Pay ${formatMoney(session.amount_total, session.currency)}`;
  const message = session.custom_text.submit?.message;
  return page(
    form.error ? `Error: ${title}` : title,
    `<h1>${escapeHtml(title)}</h1>
${notice}
${error(form.error)}
${summary(record)}
${session.allow_promotion_codes ? codeForm(used, form) : ''}
<form method="post" action="/pay/${session.id}">
${emailField(session.customer_email, form)}
${isFree ? '<p>There is nothing to pay.</p>' : methodFields(session, form.method ?? 'card-ok')}
${message ? `<p>${escapeHtml(message)}</p>` : ''}
<button class="go" name="action" value="pay">${isFree ? 'Complete the order' : `Pay ${money(session.amount_total)}`}</button>
</form>
${session.cancel_url ? `<a class="cancel" href="${escapeHtml(session.cancel_url)}" rel="noreferrer">Cancel</a>` : ''}`,
  );
}

function summary({ session, lineItems }: SessionRecord): string {
  const money = (amount: number) => escapeHtml(formatMoney(amount, session.currency));
  const rows = lineItems.map(
    ({ description, quantity, amount_subtotal }) =>
      `<dt>${escapeHtml(description ?? '')}${quantity === 1 ? '' : ` × ${quantity}`}</dt><dd>${money(amount_subtotal)}</dd>`,
  );
  const discount = session.total_details?.amount_discount ?? 0;
  return `<dl>${rows.join('')}
${discount > 0 ? `<dt>Discount</dt><dd>−${money(discount)}</dd>` : ''}
<dt class="total">Total</dt><dd class="total">${money(session.amount_total)}</dd></dl>`;
}

function codeForm(used: PromotionCode | undefined, { codeError, code }: PaymentForm): string {
  if (used)
    return `<form class="inline" method="post"><p>Promotion code <strong>${escapeHtml(used.code)}</strong> is applied.</p><button name="action" value="remove-code">Remove the code</button></form>`;
  const described = codeError
    ? ` aria-invalid="true" aria-describedby="code-error" value="${escapeHtml(code ?? '')}"`
    : '';
  return `${codeError ? `<p class="error" role="alert" id="code-error">${escapeHtml(codeError)}</p>` : ''}
<form class="inline" method="post"><label>Promotion code
<input type="text" name="code" required maxlength="100" autocomplete="off" autocapitalize="characters"${described}></label>
<button name="action" value="apply-code">Apply</button></form>`;
}

function emailField(fixed: string | null, { email, error: refused }: PaymentForm): string {
  if (fixed !== null) return `<p>E-mail address: <strong>${escapeHtml(fixed)}</strong></p>`;
  return `<label>E-mail address
<input type="email" name="email" required maxlength="254" autocomplete="email" value="${escapeHtml(email ?? '')}"${refused && !email ? ' aria-invalid="true"' : ''}></label>`;
}

function methodFields(session: Session, chosen: PaymentMethod): string {
  const offered = Object.entries(paymentMethods).filter(([name]) => isOffered(session, name));
  const ways = offered.map(
    ([name, { number, label }]) =>
      `<label class="way"><input type="radio" name="method" value="${name}"${name === chosen ? ' checked' : ''}><span>${number} <small>${label}</small></span></label>`,
  );
  return `<fieldset><legend>Pay with</legend>\n${ways.join('\n')}\n</fieldset>`;
}

export function confirmPage({ session }: SessionRecord): string {
  const amount = escapeHtml(formatMoney(session.amount_total, session.currency));
  return page(
    'Confirm the payment',
    `<h1>Your bank asks you to confirm</h1>
${notice}
<p>Confirm the payment of <strong>${amount}</strong> with the card that ends in 3155?</p>
<form method="post" action="/pay/${session.id}/confirm">
<button class="go" name="answer" value="yes">Confirm the payment</button>
<button class="cancel" name="answer" value="no">Do not confirm</button>
</form>`,
  );
}

/** A session that can no longer be paid. */
export function closedPage({ session }: SessionRecord): string {
  const isExpired = session.status === 'expired';
  const target = isExpired ? session.cancel_url : successUrl(session);
  const title = isExpired ? 'This payment page has expired' : 'This order is complete';
  const text = isExpired
    ? 'Nothing was paid. Go back and start again.'
    : session.payment_status === 'unpaid'
      ? 'The bank debit is on its way. You need not do anything else.'
      : 'You need not pay again.';
  return page(
    title,
    `<h1>${title}</h1>${notice}<p>${text}</p>
${target ? `<a href="${escapeHtml(target)}" rel="noreferrer">Go back to the shop</a>` : ''}`,
  );
}

export function successUrl({ id, success_url }: SessionRecord['session']): string {
  return (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

export function receiptPage(charge: Charge): string {
  const money = (amount: number) => escapeHtml(formatMoney(amount, charge.currency));
  const title = `Receipt of ${formatMoney(charge.amount, charge.currency)}`;
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1>
${notice}
<dl>
<dt>Date</dt><dd>${new Date(charge.created * 1_000).toISOString().slice(0, 10)}</dd>
<dt>Paid by</dt><dd>${escapeHtml(charge.billing_details.email ?? '')}</dd>
<dt>Amount</dt><dd>${money(charge.amount)}</dd>
${charge.status === 'pending' ? '<dt>State</dt><dd>The bank debit is on its way</dd>' : ''}
${charge.amount_refunded > 0 ? `<dt>Refunded</dt><dd>${money(charge.amount_refunded)}</dd>` : ''}
<dt class="total">Total</dt><dd class="total">${money(charge.amount - charge.amount_refunded)}</dd>
</dl>
<p>Receipt ${escapeHtml(charge.id)}</p>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}

function error(text: string | undefined): string {
  return text ? `<p class="error" role="alert">${escapeHtml(text)}</p>` : '';
}

export function page(title: string, content: string, isWide = false): string {
  return pageOf({ brand: 'Payment stand-in', icon, title, content, isWide });
}
