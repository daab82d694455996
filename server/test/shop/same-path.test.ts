/**
 * With real keys the server does what it does beside the stand-in; only the host and the key differ. Two processes run the
 * same story, one as it starts by default, one with keys in its environment, and every call of the provider is compared.
 *
 * @engine one
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { demoAccounts, demoPassword } from '../../src/demo/demo-data.ts';
import { demoCodes, demoPrices } from '../../src/demo/demo-prices.ts';
import { startPaymentStandIn } from '../../stand-ins/payments/payments.ts';
import {
  fetchPatiently,
  newDataDir,
  newInstallation,
  type ServerProcess,
  startProcess,
} from '../processes.ts';
import type { RecordedCall, RecordedLine } from './record-requests.ts';

const keys = {
  // The events of the stand-in are of the test mode.
  STRIPE_SECRET_KEY: 'sk_test_51Nz0123456789abcdefghij',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
};
const [admin, viewer] = demoAccounts;
const priceId = 'price_demo_evening_session';

let webhookUrl: string | undefined;
/** Answers for the provider. */
const standIn = await startPaymentStandIn({
  webhook: { url: () => webhookUrl, secret: keys.STRIPE_WEBHOOK_SECRET },
  catalog: demoPrices,
  codes: demoCodes,
  port: 0,
});
afterAll(() => standIn.close());

interface Run {
  calls: RecordedCall[];
  ports: number;
  output: string;
}

async function run(env: Record<string, string>): Promise<Run> {
  const installation = await newInstallation();
  const file = path.join(newDataDir(), 'calls.jsonl');
  const server = await startProcess({
    ...installation,
    DEMO: '1',
    RECORD_TO: file,
    NODE_OPTIONS: `--import=${new URL('./record-requests.ts', import.meta.url).href}`,
    RECORD_STAND_IN: standIn.settings.origin,
    RECORD_KEY: standIn.apiKey,
    ...env,
  });
  webhookUrl = `${server.url}/api/v1/shop/webhook`;
  try {
    await story(server);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedLine);
  return {
    calls: lines.filter((line) => 'at' in line),
    ports: new Set(lines.flatMap((line) => ('listening' in line ? [line.listening] : []))).size,
    output: server.output(),
  };
}

/** Prices are listed, made and read; a ticket is bought with a code, paid, looked at, and refunded in part. */
async function story({ url }: ServerProcess): Promise<void> {
  const organiser = await signIn(url, admin.email);
  const buyer = await signIn(url, viewer.email);
  await organiser('GET /api/v1/shop/prices');
  const key = '0199a3c4-0007-7000-8000-00000000a001';
  await organiser('POST /api/v1/shop/prices', { key, name: 'Tokyo', unit_amount: 1_500, currency: 'jpy' });
  await buyer(`GET /api/v1/shop/prices/${priceId}`);

  const { redirectUrl } = await buyer(`POST /api/v1/shop/buy/${priceId}`, {
    email: viewer.email,
    successUrl: `${url}/back`,
    cancelUrl: `${url}/`,
  });
  await submit(redirectUrl, { action: 'apply-code', code: 'RINGSIDE10' });
  const paid = await submit(redirectUrl, { action: 'pay', method: 'card-ok' });
  const checkoutId = new URL(String(paid.headers.get('location'))).searchParams.get('checkoutId');
  const order = await until(async () => {
    const { data } = await organiser('GET /api/v1/shop/orders?limit=1&order=-createdAt');
    return data[0]?.status === 'paid' && data[0].receiptUrl !== null ? data[0] : undefined;
  });
  await buyer(`GET /api/v1/shop/checkouts/${checkoutId}`);

  const refund = {
    key: '0199a3c4-0007-7000-8000-00000000a002',
    amount: 100,
    refundedAmount: 0,
    reason: 'requested',
  };
  await organiser(`POST /api/v1/shop/orders/${order.id}/refunds`, refund);
  await until(async () => {
    const { refunds } = await organiser(`GET /api/v1/shop/orders/${order.id}`);
    return refunds[0]?.status === 'succeeded' ? refunds : undefined;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation
type Call = (target: string, body?: object) => Promise<any>;

async function signIn(url: string | undefined, email: string): Promise<Call> {
  const call =
    (token?: string): Call =>
    async (target, body) => {
      const [method = '', at = ''] = target.split(' ', 2);
      const answer = await fetchPatiently(`${url}${at}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      expect(answer.ok, `${target}: ${answer.status} ${text}`).toBe(true);
      return JSON.parse(text || '{}');
    };
  const { tokens } = await call()('POST /api/v1/identity/auth/credentials/login?includeTokens=true', {
    email,
    password: demoPassword,
  });
  return call(tokens.accessToken.value);
}

const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('It did not happen in time');
    await wait(50);
  }
}

/** Without what differs between two runs: ids, times, ports, and what the SDK says about this machine. */
function shapeOf({ method, path: target, headers, body }: RecordedCall): string {
  const { Authorization, 'User-Agent': _, 'X-Stripe-Client-User-Agent': __, ...others } = headers;
  const text = JSON.stringify({
    method,
    target,
    headers: others,
    scheme: Authorization?.split(' ')[0],
    form: body,
  });
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\b(cs|pi|ch|re|dp|prod|price|evt)_(?!demo_)(test_)?[A-Za-z0-9]{8,}/g, '$1_id')
    .replace(/localhost(:|%3A)\d+/g, 'localhost')
    .replace(/\b\d{10}\b/g, 'seconds')
    .replace(/"Content-Length":"?\d+"?/g, '"Content-Length":"n"');
}

it('asks the real provider exactly what it asks the stand-in', { timeout: 300_000 }, async () => {
  const embedded = await run({});
  const real = await run(keys);

  // A question may be asked more often when the machine is slow; what changes something is said once.
  const asked = ({ calls }: Run) => new Set(calls.map(shapeOf));
  const said = ({ calls }: Run) => calls.filter(({ method }) => method === 'POST').map(shapeOf);
  expect(asked(real)).toEqual(asked(embedded));
  expect(said(real)).toEqual(said(embedded));
  const targets = real.calls.map(
    ({ method, path: target }) => `${method} ${target.split(/[?]|\/(cs|pi)_/)[0]}`,
  );
  expect(new Set(targets)).toEqual(
    new Set([
      'GET /v1/prices',
      'POST /v1/prices',
      `GET /v1/prices/${priceId}`,
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions',
      'GET /v1/refunds',
      'GET /v1/disputes',
      'POST /v1/refunds',
      'GET /v1/promotion_codes',
    ]),
  );
  expect(said(real).every((text) => text.includes('"Idempotency-Key":"'))).toBe(true);

  const hosts = ({ calls }: Run) => [...new Set(calls.map(({ at }) => at))];
  const [authorization] = new Set(real.calls.map(({ headers }) => headers.Authorization));
  expect([hosts(real), authorization]).toEqual([
    ['https://api.stripe.com:443'],
    `Bearer ${keys.STRIPE_SECRET_KEY}`,
  ]);
  expect(hosts(embedded)).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
  // The stand-in is the one port that is not opened, and its dashboard is not announced.
  expect([
    embedded.output.includes('Payments move no money'),
    real.output.includes('Payments move no money'),
  ]).toEqual([true, false]);
  expect(embedded.ports - real.ports).toBe(1);
});

it('has no stand-in in production, with a key or without', { timeout: 120_000 }, async () => {
  const server = await startProcess({ DATA_DIR: newDataDir(), NODE_ENV: 'production', DEMO: '1' });
  expect([server.url, await server.ended, server.errors()]).toEqual([
    undefined,
    78,
    expect.stringContaining('DEMO'),
  ]);
});
