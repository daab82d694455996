/**
 * The process that plays the payment provider: it sends the events it is given at a steady rate, signed, whether or not
 * earlier ones were answered, and answers the questions of the shop's job.
 */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureOf, webhookSecret } from '../../test/shop/provider-events.ts';
import type { Delivery } from './events.ts';
import { answerQuestion } from './provider-answers.ts';

export interface SendBurst {
  url: string;
  deliveries: Delivery[];
  perSecond: number;
}

/** Milliseconds from the moment when each delivery was due until its answer. */
export interface BurstTimes {
  p50: number;
  p95: number;
  p99: number;
  max: number;
  /** Answers other than a 204, by their status; 0: none. */
  refused: Record<number, number>;
  /** The delivery that was sent last, after the moment when it was due. */
  lateMs: number;
}

// Fewer connections than one address may have; a delivery that waits for one is late.
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const api = createServer((incoming, response) => {
  const answer = answerQuestion(String(incoming.url));
  response
    .writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'request-id': 'req_1' })
    .end(JSON.stringify(answer ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } }));
}).listen(0, '127.0.0.1');
await once(api, 'listening');

process.on('message', async ({ url, deliveries, perSecond }: SendBurst) => {
  const everyMs = 1_000 / perSecond;
  const startedAt = performance.now();
  const answers: Array<Promise<{ ms: number; status: number }>> = [];
  let lateMs = 0;
  while (answers.length < deliveries.length) {
    for (;;) {
      const dueAt = startedAt + answers.length * everyMs;
      const delivery = deliveries[answers.length];
      if (delivery === undefined || dueAt > performance.now()) break;
      lateMs = Math.max(lateMs, performance.now() - dueAt);
      answers.push(send(url, delivery.body, dueAt));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const all = await Promise.all(answers);
  const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const refused: Record<number, number> = {};
  for (const { status } of all) if (status !== 204) refused[status] = (refused[status] ?? 0) + 1;
  const result = { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), refused, lateMs };
  process.send?.(result satisfies BurstTimes);
});
process.on('disconnect', () => process.exit());
process.send?.(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);

function send(url: string, body: string, dueAt: number): Promise<{ ms: number; status: number }> {
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ ms: performance.now() - dueAt, status });
    request(url, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'stripe-signature': signatureOf(body, { secret: webhookSecret }),
      },
    })
      .on('response', (response) => response.resume().on('end', () => end(response.statusCode ?? 0)))
      .on('error', () => end(0))
      .end(body);
  });
}
