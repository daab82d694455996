/** The stand-in's pages: the payment page, receipts, and the dashboard at `/`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from '../../page.ts';
import { isEmail } from '../api/checkout.ts';
import { discountOf } from '../api/discounts.ts';
import { type PaymentMethod, type PayResult, paymentMethods } from '../api/paying.ts';
import type { PaymentControl } from '../control.ts';
import type { SessionRecord } from '../state.ts';
import { answerDashboard } from './dashboard.ts';
import type { Controls } from './dashboard-page.ts';
import {
  closedPage,
  confirmPage,
  messagePage,
  type PaymentForm,
  paymentPage,
  receiptPage,
  successUrl,
} from './payment-pages.ts';

interface Page {
  status: number;
  html?: string;
  location?: string;
}

export interface PageParts extends Controls {
  control: PaymentControl;
  save: () => Promise<void>;
}

export async function answerPage(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const page = isOwnRequest(request, parts.provider.origin)
    ? await findPage(parts, request, new URLSearchParams(body))
    : { status: 403, html: messagePage('Not allowed', 'Open the stand-in by its own address.') };
  if (request.method === 'POST') await parts.save();
  response.writeHead(page.status, {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    ...(page.location && { location: page.location }),
  });
  response.end(page.html ?? '');
}

/** Against pages of other sites: they could post to this port, or reach it under a name of their own. */
function isOwnRequest({ headers, method }: IncomingMessage, origin: string): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const isKnownHost = ['localhost', '127.0.0.1', '[::1]', new URL(origin).hostname].includes(host);
  const site = headers['sec-fetch-site'];
  return (
    isKnownHost && (method !== 'POST' || site === undefined || site === 'same-origin' || site === 'none')
  );
}

async function findPage(parts: PageParts, request: IncomingMessage, form: URLSearchParams): Promise<Page> {
  const { provider, control } = parts;
  const isPost = request.method === 'POST';
  const [, room, id = '', step] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  if (room === '') return answerDashboard(parts, isPost ? form : undefined);
  control.tick();
  const charge = room === 'receipts' ? provider.state.charges.get(id) : undefined;
  if (charge?.receipt_url) return { status: 200, html: receiptPage(charge) };
  const record = room === 'pay' ? provider.state.sessions.get(id) : undefined;
  if (record === undefined)
    return { status: 404, html: messagePage('Not found', 'The payment stand-in has no such page.') };
  if (!isPost) return showPayment(parts, record, step);
  if (step === 'confirm')
    return afterPaying(parts, record, control.confirm(id, form.get('answer') === 'yes'));
  const action = form.get('action');
  if (action === 'apply-code') {
    const code = (form.get('code') ?? '').slice(0, 100);
    const codeError = control.applyCode(id, code);
    return codeError ? refused(parts, record, { codeError, code }) : seeOther(`/pay/${id}`);
  }
  if (action === 'remove-code') {
    control.removeCode(id);
    return seeOther(`/pay/${id}`);
  }
  return submitPayment(parts, record, form);
}

function submitPayment(parts: PageParts, record: SessionRecord, form: URLSearchParams): Page {
  const email = record.session.customer_email ?? (form.get('email') ?? '').trim();
  const method = toMethod(form.get('method') ?? 'card-ok');
  if (record.session.status === 'open' && !isEmail(email))
    return refused(parts, record, { error: 'Enter an e-mail address such as you@example.test.', method });
  if (method === undefined) return refused(parts, record, { error: 'Choose how you pay.', email });
  const result = parts.control.pay(record.session.id, { method, email });
  return afterPaying(parts, record, result, { email, method });
}

function afterPaying(
  parts: PageParts,
  record: SessionRecord,
  result: PayResult,
  form: PaymentForm = {},
): Page {
  const { session } = record;
  if (result.kind === 'asks') return seeOther(`/pay/${session.id}/confirm`);
  if (result.kind === 'refused') return refused(parts, record, { ...form, error: result.message });
  // The second click of a double click ends where the first one does.
  if (session.status === 'complete') return seeOther(successUrl(session));
  return { status: 200, html: closedPage(record) };
}

function showPayment({ provider }: PageParts, record: SessionRecord, step: string | undefined): Page {
  if (record.session.status !== 'open') return { status: 200, html: closedPage(record) };
  const intent = provider.state.intents.get(record.session.payment_intent ?? '');
  if (step !== 'confirm')
    return { status: 200, html: paymentPage(record, discountOf(provider, record)?.promotionCode) };
  return intent?.status === 'requires_action'
    ? { status: 200, html: confirmPage(record) }
    : seeOther(`/pay/${record.session.id}`);
}

function refused({ provider }: PageParts, record: SessionRecord, form: PaymentForm): Page {
  if (record.session.status !== 'open') return { status: 200, html: closedPage(record) };
  return { status: 422, html: paymentPage(record, discountOf(provider, record)?.promotionCode, form) };
}

function toMethod(text: string): PaymentMethod | undefined {
  return Object.keys(paymentMethods).find((name): name is PaymentMethod => name === text);
}

function seeOther(location: string): Page {
  return { status: 303, location };
}
