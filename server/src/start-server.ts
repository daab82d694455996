/**
 * Starts a server step by step. Each resource goes onto one stack as soon as it exists, so that a stop and a failed
 * start release the same resources, the last one first.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { cleanUpTasks, startCleanUp } from './clean-up.ts';
import type { Config } from './config.ts';
import { Changes } from './db/changes.ts';
import { unreachableCode } from './db/database-away.ts';
import { startDatabaseClock } from './db/database-clock.ts';
import { type OpenDatabase, openDatabase } from './db/engines.ts';
import { migrateAtStart } from './db/migrate.ts';
import { hasDemoAccounts, hasDemoId, hasPaymentStandIn, showsDemoMail } from './demo/demo-parts.ts';
import { demoCodes, demoPrices } from './demo/demo-prices.ts';
import { removeDemoAccounts, seedDemo } from './demo/seed-demo.ts';
import { startDeskCounts } from './desk/desk-counts.ts';
import { RefusalCounter } from './desk/refusal-counter.ts';
import { startReplayWorker } from './events/replays/replay-worker.ts';
import { type Disk, freeBytesOf, watchDisk } from './health/free-disk.ts';
import { watchEventLoop } from './health/pressure.ts';
import { builtClient, type ClientFolders } from './http/client-files.ts';
import { addressOf, listen } from './http/limits/listening.ts';
import type { LogStream } from './http/log/logging.ts';
import { isLoopback } from './http/loopback.ts';
import { ensureAdministrator } from './identity/authority/ensure-administrator.ts';
import { loadSigningKeys } from './identity/sessions/signing-keys.ts';
import { Ingest } from './ingest/ingest.ts';
import type { Loop } from './loop.ts';
import { createFileMailer, createSmtpMailer, type Mailer, mailServerName } from './mail/mailer.ts';
import { startOutboxWorker } from './mail/outbox-worker.ts';
import { loadLoopedVideo } from './media/origin/videos/looped-video.ts';
import { openPictureStore } from './media/pictures/open-picture-store.ts';
import { createPictureEncoder } from './media/pictures/picture-encoder.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import type { RemoteProvider } from './media/video-provider.ts';
import { startPushWorker } from './reminders/push/push-worker.ts';
import { createSenders } from './reminders/push/senders.ts';
import { startReminderWorker } from './reminders/reminder-worker.ts';
import { startCompensationWorker } from './shop/compensation/compensation-worker.ts';
import { startOutageWatch } from './shop/compensation/outage-watch.ts';
import { PlaybackEvidence } from './shop/compensation/playback-evidence.ts';
import type { PaymentProvider } from './shop/payment-provider.ts';
import { startShopWorker } from './shop/shop-worker.ts';
import type { StripeSettings } from './shop/stripe/stripe.ts';
import { nameCause, notFreeCode, unfitCode } from './start-errors.ts';

const demoVideoFolder = fileURLToPath(new URL('../assets/demo/video/', import.meta.url));
/** PostgreSQL itself ends a statement after 10 s. */
const silenceLimitMs = 12_000;
/** A clock that is kept right is off by less; an operator should hear of another one. */
const clockWarningMs = 5_000;

/** Disposing it stops the server: running requests finish, within about 8 s. */
export interface RunningServer extends AsyncDisposable {
  url: string;
  /** The address on this machine. */
  localUrl: string;
  /** The dashboard of the payment stand-in. */
  paymentsUrl?: string;
}

/**
 * @throws DataFolderInUseError; ConfigError for a database or port that is not available; any other error of a step.
 */
export async function startServer(
  config: Config,
  clientFolders: ClientFolders | Promise<ClientFolders> = builtClient,
  logStream?: LogStream,
): Promise<RunningServer> {
  // A build may fail while the database opens; the `await` below reports it.
  const whenBuilt = Promise.resolve(clientFolders);
  whenBuilt.catch(() => {});
  await using life = new AsyncDisposableStack();

  let app: FastifyInstance | undefined;
  const database = life.use(
    await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolMax: config.databasePoolMax,
      silenceLimitMs,
      onConnectionError: (error) => app?.log.warn({ err: error }, 'a database connection was lost'),
    }),
  );
  const nameAbsence = nameCause('DATABASE_URL must name a PostgreSQL that answers', unreachableCode);
  await migrateAtStart(database, config.databaseUrl).catch(nameAbsence);
  const { now } = life.use(
    await startDatabaseClock(database, (error) =>
      app?.log.warn({ err: error }, "the database's time could not be read: the clock goes on without it"),
    ).catch(nameAbsence),
  );
  const pictures = life.use(await openPictureStore(config));
  await prepareAccounts(config, database, pictures, now());

  const disk = diskOf(config, database);
  // The embedded engine does not recover from a write on a full disk.
  const isPaused = async () => disk.holds === 'database' && (await disk.check()).level === 'spent';
  const eventLoop = life.use(watchEventLoop());
  const demoId = life.use(hasDemoId(config) ? await startDemoId() : undefined);
  let webhookUrl: string | undefined;
  const payments = life.use(
    hasPaymentStandIn(config) ? await startPayments(config, () => webhookUrl) : undefined,
  );
  const encoder = life.use(createPictureEncoder());
  const remoteProvider = await createRemoteProvider(config);
  const signingKeys = await loadSigningKeys(database.db, now());
  const ingest = life.use(
    new Ingest({
      provider: remoteProvider,
      ...{ db: database.db, now, recordingDir: config.recordingDir, host: config.host },
      ...{ mediaKey: signingKeys.mediaKey, bucket: await openObjectBucket(config) },
      hasLadder: config.hasLadder,
      ...{ port: config.rtmpPort, tls: config.rtmpTls, publicUrl: config.rtmpPublicUrl },
      ...{ srtPort: config.srtPort, dvrMinutes: config.dvrMinutes, isPaused },
      log: {
        info: (fields, message) => app?.log.info(fields, message),
        warn: (fields, message) => app?.log.warn(fields, message),
      },
    }),
  );
  const outboxFolder = path.join(config.dataDir, 'outbox');
  const mailer = createMailer(config, outboxFolder);
  const folders = findClient(config, await whenBuilt);
  const [changes, refusals, evidence] = [new Changes(), new RefusalCounter(), new PlaybackEvidence()];
  let outbox: Loop | undefined;
  const paymentProvider = await createPaymentProvider(config.stripe ?? payments?.settings, config);
  let shop: Loop | undefined;
  let compensations: Loop | undefined;
  let replays: Loop | undefined;
  const videos = new Map([['demo', await loadLoopedVideo(demoVideoFolder)]]);
  app = life.use(
    await buildApp({
      ...{ config, apps: config.apps, database },
      ...{ changes, refusals, evidence },
      signingKeys,
      videos,
      remoteProvider,
      wakeReplays: () => replays?.wake(),
      pictures,
      ingest,
      encoder,
      pressure: { eventLoopDelayMs: eventLoop.delayMs, databaseWaitMs: () => database.load().longestWaitMs },
      disk,
      metricsToken: config.metricsToken,
      connections: { most: config.connectionsMax, mostPerAddress: config.connectionsPerAddressMax },
      wakeOutbox: () => outbox?.wake(),
      paymentProvider,
      wakeShop: () => shop?.wake(),
      wakeCompensation: () => compensations?.wake(),
      ...(config.smtpUrl ? { mailServer: mailServerName(config.smtpUrl) } : {}),
      onlyLocal: hasDemoAccounts(config),
      ...(showsDemoMail(config) ? { demoMailFolder: outboxFolder } : {}),
      providers: demoId ? [demoId.settings] : (config.oidcProviders ?? []),
      ...(folders ? { clientFolders: { ...folders, removesWorker: !config.serviceWorker } } : {}),
      now,
      logStream,
    }),
  );
  if (config.production && !config.smtpUrl)
    app.log.warn('SMTP_URL is not set: mail is written to files in DATA_DIR/outbox and reaches nobody');
  const aheadMs = Date.now() - now().getTime();
  if (Math.abs(aheadMs) > clockWarningMs)
    app.log.warn({ aheadMs }, "this machine's clock differs from the database's, which the server goes by");
  if (!folders) app.log.warn('the web client is not built: only the API and the media are served');

  await ingest
    .start()
    .catch(
      nameCause('HOST, RTMP_PORT, RTMPS_PORT and SRT_PORT must name addresses that are free', notFreeCode),
    )
    .catch(
      nameCause('RTMP_TLS_CERT and RTMP_TLS_KEY must name a certificate and its key, in PEM', unfitCode),
    );
  const tasks = cleanUpTasks({ db: database.db, pictures, ingest, now });
  const listening = await listen(app, config).catch(
    nameCause('HOST and PORT must name an address that is free', notFreeCode),
  );
  ingest.reachableAt(config.internalUrl ?? addressOf(config.host, listening.port));
  const { log } = app;
  life.use(
    changes.listenTo(database, (error) =>
      log.warn({ err: error }, 'no changes are heard of for now: open streams follow them a little later'),
    ),
  );
  life.use(startDeskCounts({ db: database.db, now, refusals, log, isPaused }));
  life.use(startOutageWatch({ db: database.db, now, evidence, log, isPaused }));
  outbox = startOutboxWorker({ db: database.db, mailer, log: app.log, isPaused });
  replays =
    remoteProvider &&
    startReplayWorker({
      ...{ db: database.db, provider: remoteProvider, now, log: app.log, isPaused },
      isOwn: (videoId) => videos.has(videoId),
    });
  if (paymentProvider) {
    const wakeOutbox = () => outbox?.wake();
    const parts = { db: database.db, provider: paymentProvider, now, log: app.log, wakeOutbox, isPaused };
    shop = startShopWorker(parts);
    compensations = startCompensationWorker(parts);
  }
  const push = startPushWorker({
    ...{ db: database.db, now, log: app.log, isPaused },
    sender: createSenders({
      ...{ key: signingKeys.pushKey, contact: config.mailFrom.address, apps: config.apps.push, now },
    }),
  });
  const reminders = startReminderWorker({
    ...{ db: database.db, now, secret: signingKeys.mediaKey, publicUrl: config.publicUrl, log: app.log },
    ...{ wakeOutbox: () => outbox?.wake(), wakePush: () => push.wake(), isPaused },
  });
  // Stopped one after the other, the seconds of a slow mail would be added to those of a slow request.
  const jobs = [shop, compensations, replays, reminders, push].filter((job) => job !== undefined);
  const background = [outbox, startCleanUp({ tasks, log: app.log, isPaused }), ...jobs];
  life.use(allAtOnce(listening, ...background));

  const localUrl = `http://${isLoopback(config.host) ? 'localhost' : config.host}:${listening.port}`;
  webhookUrl = `${localUrl}/api/v1/shop/webhook`;
  eventLoop.forget();
  const started = life.move();
  return {
    url: config.publicUrl ?? localUrl,
    localUrl,
    ...(payments ? { paymentsUrl: payments.origin } : {}),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

async function prepareAccounts(
  config: Config,
  { db }: OpenDatabase,
  pictures: PictureStore,
  now: Date,
): Promise<void> {
  if (config.admin) await ensureAdministrator(db, config.admin, now);
  const accounts = hasDemoAccounts(config);
  if (config.demo) await seedDemo({ db, pictures, now, accounts });
  if (!accounts) await removeDemoAccounts(db);
}

function diskOf(config: Config, database: OpenDatabase): Disk {
  const holds = database.engine === 'pglite' ? 'database' : config.objectStore ? 'nothing' : 'files';
  return watchDisk(holds, config.minFreeDiskBytes, () => freeBytesOf(config.dataDir));
}

/** Imported only here: a server without the demo does not load its code. */
async function startDemoId() {
  const standIn = await import('../stand-ins/oidc.ts');
  return standIn.startDemoId();
}

/** Imported only here: loading the SDK takes as long as all the rest. */
async function openObjectBucket({ objectStore }: Config) {
  if (objectStore === undefined) return undefined;
  const { openBucket } = await import('./media/object-bucket.ts');
  return openBucket(objectStore);
}

/** Imported only here: a server without a provider does not load its code. */
async function createRemoteProvider({ video }: Config): Promise<RemoteProvider | undefined> {
  if (video === undefined) return undefined;
  if (video.provider === 'mux') return (await import('./media/remote/mux.ts')).createMux(video.settings);
  return (await import('./media/remote/cloudflare.ts')).createCloudflare(video.settings);
}

/** Imported only here: a server without a shop does not load the SDK. */
async function createPaymentProvider(
  settings: StripeSettings | undefined,
  { automaticTax }: Config,
): Promise<PaymentProvider | undefined> {
  if (settings === undefined) return undefined;
  const { createStripe } = await import('./shop/stripe/stripe.ts');
  return createStripe({ ...settings, automaticTax });
}

/** Its data stays in the folder, so that the orders of the demo are known after a restart. */
async function startPayments({ dataDir }: Config, webhookUrl: () => string | undefined) {
  const standIn = await import('../stand-ins/payments/payments.ts');
  const secret = `whsec_${randomBytes(24).toString('hex')}`;
  return standIn.startPaymentStandIn({
    dataDir,
    webhook: { url: webhookUrl, secret },
    catalog: demoPrices,
    codes: demoCodes,
  });
}

function createMailer({ smtpUrl, mailFrom }: Config, outboxFolder: string): Mailer {
  return smtpUrl ? createSmtpMailer(smtpUrl, mailFrom) : createFileMailer(outboxFolder, mailFrom);
}

/** In production a missing client is a fault of the installation; elsewhere the API works without it. */
function findClient({ production }: Config, folders: ClientFolders): ClientFolders | undefined {
  return production || existsSync(path.join(folders.client, 'index.html')) ? folders : undefined;
}

/** Disposes all parts at once, so that the stop takes as long as the slowest one. */
function allAtOnce(...parts: AsyncDisposable[]): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      const ends = await Promise.allSettled(parts.map((part) => part[Symbol.asyncDispose]()));
      const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      if (faults.length > 0) throw new AggregateError(faults, 'Not everything could be stopped');
    },
  };
}
