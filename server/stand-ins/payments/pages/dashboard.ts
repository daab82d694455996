/** What the buttons of the dashboard do. */
import { modes } from '../api/api.ts';
import type { PaymentControl } from '../control.ts';
import type { Order } from '../deliveries.ts';
import { parseMoney } from '../money.ts';
import { ProviderError } from '../request.ts';
import { type Controls, dashboardPage } from './dashboard-page.ts';

type Do = (parts: Controls & { control: PaymentControl }, form: URLSearchParams, id: string) => unknown;

const buttons: Record<string, Do> = {
  expire: ({ control }, _form, id) => control.expire(id),
  'debit-arrives': ({ control }, _form, id) => control.settle(id, true),
  'debit-fails': ({ control }, _form, id) => control.settle(id, false),
  refund: ({ control, provider }, form, id) => {
    const text = (form.get('amount') ?? '').trim();
    const amount = parseMoney(text, provider.state.charges.get(id)?.currency ?? 'eur');
    if (text && amount === undefined) throw new Error('Enter an amount such as 4.50, or nothing.');
    control.refund(id, amount);
  },
  'refund-arrives': ({ control }, _form, id) => control.settleRefund(id, true),
  'refund-fails': ({ control }, _form, id) => control.settleRefund(id, false),
  dispute: ({ control }, _form, id) => control.dispute(id),
  inquire: ({ control }, _form, id) => control.dispute(id, { isInquiry: true }),
  respond: ({ control }, _form, id) => control.respond(id),
  win: ({ control }, _form, id) => control.win(id),
  lose: ({ control }, _form, id) => control.lose(id),
  'close-inquiry': ({ control }, _form, id) => control.closeInquiry(id),
  escalate: ({ control }, _form, id) => control.escalate(id),
  resend: ({ control }, _form, id) => control.resend(id),
  'hold-events': ({ control }) => control.holdEvents(),
  'release-in-order': release('in-order'),
  'release-reversed': release('reversed'),
  'release-shuffled': release('shuffled'),
  'lose-events': ({ control, deliveries }) => {
    control.loseEvents();
    deliveries.isHeld = false;
  },
  'set-deliveries': ({ control }, form) => {
    control.setDeliveries({
      copies: Number(form.get('copies')) || 1,
      delayMs: Number(form.get('delay')) * 1_000,
    });
  },
  'set-provider': ({ control }, form) => {
    control.setMode(modes.find((mode) => mode === form.get('mode')) ?? 'up');
    const refunds = (['succeed', 'stay-pending', 'fail-later'] as const).find(
      (one) => one === form.get('refunds'),
    );
    control.letRefunds(refunds ?? 'succeed');
  },
};

function release(order: Order): Do {
  return ({ control }) => control.releaseEvents(order);
}

/** @param form undefined: shows the dashboard. */
export async function answerDashboard(
  parts: Controls & { control: PaymentControl },
  form: URLSearchParams | undefined,
): Promise<{ status: number; html?: string; location?: string }> {
  if (form === undefined) return { status: 200, html: dashboardPage(parts) };
  const press = new Map(Object.entries(buttons)).get(form.get('do') ?? '');
  try {
    await press?.(parts, form, form.get('id') ?? '');
  } catch (error) {
    // What the provider refuses, such as a second dispute.
    const message = error instanceof ProviderError || error instanceof Error ? error.message : 'It failed.';
    return { status: 422, html: dashboardPage(parts, message) };
  }
  return { status: 303, location: '/' };
}
