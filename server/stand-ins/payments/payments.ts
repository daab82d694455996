/**
 * The stand-in of the payment provider for the embedded default and the tests: a real HTTP server that the official SDK
 * talks to. It has the provider's objects, idempotency keys, a payment page, signed events with retries, refunds and
 * disputes. It moves no money, takes its own key only, and does not run in production.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api } from './api/api.ts';
import { type CatalogEntry, fillCatalog } from './api/catalog.ts';
import { activeCode } from './api/promotions.ts';
import { PaymentControl } from './control.ts';
import { Deliveries, type Endpoint } from './deliveries.ts';
import { answerPage } from './pages/pages.ts';
import { Provider } from './provider.ts';
import { openState } from './state.ts';

const bodyLimit = 200_000;
const tickMs = 1_000;

export interface PaymentStandInOptions {
  /** Undefined: the port of the last start in the folder, if it is free, or any port. */
  port?: number;
  /** Undefined: everything is forgotten when the stand-in closes. */
  dataDir?: string;
  /** How browsers reach it, without a trailing slash; undefined: localhost and the port. */
  publicUrl?: string;
  webhook: { url: () => string | undefined; secret: string };
  catalog?: readonly CatalogEntry[];
  /** Promotion codes. */
  codes?: ReadonlyArray<{ code: string; percentOff: number }>;
  now?: () => Date;
  /** When a bank debit arrives by itself. */
  settlementMs?: number;
}

export interface PaymentStandIn extends AsyncDisposable {
  /** Of the API, the payment pages and the dashboard. */
  origin: string;
  /** What the shop needs to come here instead of to the provider. */
  settings: { secretKey: string; webhookSecrets: string[]; origin: string };
  /** The same for the SDK alone. */
  api: { host: string; port: number; protocol: 'http' };
  apiKey: string;
  webhookSecret: string;
  control: PaymentControl;
  close(): Promise<void>;
}

export async function startPaymentStandIn(options: PaymentStandInOptions): Promise<PaymentStandIn> {
  const { state, save } = await openState(options.dataDir);
  const server = createServer();
  const port = await listenOn(server, options.port ?? state.ports.get('last'), options.port === undefined);
  state.ports.set('last', port);

  const endpoint: Endpoint = { url: options.webhook.url, secrets: [options.webhook.secret] };
  // A full disk must not stop the process; the next change writes everything again.
  const saveSoon = () => save().catch(() => {});
  const provider = new Provider({
    state,
    now: options.now ?? (() => new Date()),
    origin: options.publicUrl ?? `http://localhost:${port}`,
    // What has been sent must not be forgotten.
    onEvent: (record) => {
      deliveries.add(record);
      void saveSoon().then(() => deliveries.wake());
    },
  });
  const deliveries = new Deliveries(provider, endpoint, () => void saveSoon());
  provider.settlementMs = options.settlementMs ?? provider.settlementMs;
  fillCatalog(provider, options.catalog ?? []);
  const apiKey = `sk_test_standin_${randomBytes(18).toString('hex')}`;
  const api = new Api(provider, apiKey, save);
  const control = new PaymentControl({ provider, api, deliveries, endpoint });
  for (const { code, percentOff } of options.codes ?? [])
    if (!activeCode(provider, code)) control.createCode(code, { percentOff });
  const parts = { provider, api, deliveries, control, save };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    readBody(request)
      .then((body) =>
        request.url?.startsWith('/v1/')
          ? api.handle(request, response, body)
          : answerPage(parts, request, response, body),
      )
      .catch(() => response.headersSent || response.writeHead(400).end());
  });
  const timer = setInterval(() => control.tick(), tickMs);
  timer.unref();
  await save();
  // What the last process had not sent.
  deliveries.wake();

  let closing: Promise<void> | undefined;
  const close = async () => {
    clearInterval(timer);
    server.close();
    server.closeAllConnections();
    await deliveries.close();
    if (server.listening) await once(server, 'close');
    await saveSoon();
  };
  const closeOnce = () => (closing ??= close());
  return {
    origin: provider.origin,
    settings: {
      secretKey: apiKey,
      webhookSecrets: [options.webhook.secret],
      origin: `http://127.0.0.1:${port}`,
    },
    api: { host: '127.0.0.1', port, protocol: 'http' },
    apiKey,
    webhookSecret: options.webhook.secret,
    control,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** @param mayMove takes any port when this one is not free. */
async function listenOn(server: Server, port: number | undefined, mayMove: boolean): Promise<number> {
  try {
    server.listen(port ?? 0, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (!mayMove || port === undefined) throw error;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return (server.address() as AddressInfo).port;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > bodyLimit) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
