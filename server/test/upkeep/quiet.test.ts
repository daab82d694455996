/**
 * A restored platform: it speaks to nobody until the operator says so.
 *
 * @engine both
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/http/log/logging.ts';
import { startJobs } from '../../src/jobs.ts';
import { insertMail } from '../../src/mail/outbox.repository.ts';
import { testMail } from '../../src/mail/templates/account-mails.ts';
import { openPictureStore } from '../../src/media/pictures/open-picture-store.ts';
import { buildPlatform } from '../../src/platform.ts';
import { beQuiet, goLive } from '../../src/upkeep/upkeep.repository.ts';
import { newDataDir } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';

const life = new AsyncDisposableStack();
afterAll(() => life.disposeAsync());

/** What reached the payment provider, by method and path. */
const calls: string[] = [];
const provider = createServer((request, response) => {
  calls.push(`${request.method} ${request.url?.split('?', 1)[0]}`);
  response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"type":"api_error"}}');
});
const sent: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  life.defer(() => void provider.close());
});

it('sends no mail and asks no provider until "go-live", also while servers run (22.9)', async () => {
  const { port } = provider.address() as AddressInfo;
  const config = {
    ...readConfig({ DATA_DIR: newDataDir(), DEMO: '0', RTMP_PORT: '0', MIN_FREE_DISK_MB: '0' }),
    stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], origin: `http://127.0.0.1:${port}` },
  };
  const database = life.use(await openTestDatabase());
  const { db } = database;
  await beQuiet(db, new Date().toISOString());
  await insertMail(db, 'buyer@example.test', testMail('https://ringside.test'));
  // An automatic refund that the platform itself may have sent since the backup.
  const createdAt = new Date().toISOString();
  const { id: orderId } = await db
    .insertInto('orders')
    .values({
      email: 'buyer@example.test',
      priceId: 'price_1',
      status: 'paid',
      amount: 900,
      currency: 'eur',
      paymentIntent: 'pi_1',
      checkout: '{}',
      createdAt,
      reconcileAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refund = { orderId, key: null, amount: 900, reason: 'automatic', actorId: null, createdAt } as const;
  await db.insertInto('refundRequests').values(refund).execute();
  const platform = await buildPlatform(
    config,
    {
      log: createLog('silent'),
      database,
      now: () => new Date(),
      steady: () => performance.now(),
      pictures: life.use(await openPictureStore(config)),
      clientFolders: Promise.resolve(undefined),
    },
    life,
    { mailer: async ({ recipient }) => void sent.push(recipient) },
  );
  const app = life.use(await buildApp(platform));
  const site = async () => (await app.inject('/api/v1/site')).json();
  expect(await site()).toMatchObject({ isQuiet: true });

  let rounds = 0;
  const isPaused = async () => {
    rounds++;
    return platform.isPaused();
  };
  for (const job of startJobs({ ...platform, isPaused })) life.use(job);
  const { jobs } = platform;
  // Each job has looked at least once; those that are woken look again.
  await expect.poll(() => rounds).toBeGreaterThan(4);
  for (const job of Object.values(jobs)) job.wake();
  await expect.poll(() => rounds).toBeGreaterThan(8);
  await expect(platform.paymentProvider?.listPrices()).rejects.toThrow('go-live');
  expect([sent, calls]).toEqual([[], []]);

  expect(await goLive(db)).toBe(true);
  for (const job of Object.values(jobs)) job.wake();
  await expect.poll(() => sent).toEqual(['buyer@example.test']);
  await expect.poll(() => calls).toContain('POST /v1/refunds');
  expect(await site()).not.toHaveProperty('isQuiet');
}, 240_000);
