/**
 * Starts a server step by step. Each resource goes onto one stack as soon as it exists, so that a stop and a failed
 * start release the same resources, the last one first.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { unusableReason } from './db/database-away.ts';
import { startDatabaseClock } from './db/database-clock.ts';
import { openDatabase } from './db/engines.ts';
import { migrateAtStart } from './db/migrate.ts';
import { hasTrigrams } from './db/trigrams.ts';
import { tryWriting } from './db/usable-connections.ts';
import { hasDemoAccounts } from './demo/demo-parts.ts';
import { removeDemoAccounts, seedDemo } from './demo/seed-demo.ts';
import { startDeskCounts } from './desk/desk-counts.ts';
import { builtClient, type ClientFolders } from './http/client-files.ts';
import { addressOf, listen } from './http/limits/listening.ts';
import { createLog, type LogStream } from './http/log/logging.ts';
import { isLoopback } from './http/loopback.ts';
import { ensureAdministrator } from './identity/authority/ensure-administrator.ts';
import type { Ingest } from './ingest/ingest.ts';
import { startJobs } from './jobs.ts';
import { openPictureStore } from './media/pictures/open-picture-store.ts';
import { buildPlatform, type Ground, type Platform } from './platform.ts';
import { carryLeases } from './playback/lease.repository.ts';
import { mendStoredZones } from './settings/stored-zones.ts';
import { startOutageWatch } from './shop/compensation/outage-watch.ts';
import { nameCause, notFreeCode, unfitCode } from './start-errors.ts';

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
  /** After an error that nothing caught: no request begins any more, and recordings end without waiting for running ones. */
  crash(error: Error): Promise<void>;
}

/**
 * @throws DataFolderInUseError; ConfigError for a database or port that is not available; any other error of a step.
 */
export async function startServer(
  config: Config,
  clientFolders: ClientFolders | Promise<ClientFolders> = builtClient,
  logStream?: LogStream,
): Promise<RunningServer> {
  const whenBuilt = findClient(config, clientFolders);
  // A build may fail while the database opens; the platform awaits it later and reports the failure.
  whenBuilt.catch(() => {});
  await using life = new AsyncDisposableStack();
  const ground = { ...(await openGround(config, life, logStream)), clientFolders: whenBuilt };
  await prepareAccounts(config, ground);
  const platform = await buildPlatform(config, ground, life);
  const { log, ingest, changes, address, payments } = platform;
  const app = life.use(await buildApp(platform));
  await warnOperator(platform);

  await startIngest(ingest);
  const listening = await listen(app, config).catch(
    nameCause('HOST and PORT must name an address that is free', notFreeCode),
  );
  ingest.reachableAt(config.internalUrl ?? addressOf(config.host, listening.port));
  life.use(
    changes.listenTo(ground.database, (error) =>
      log.warn({ err: error }, 'no changes are heard of for now: open streams follow them a little later'),
    ),
  );
  life.use(startDeskCounts(platform));
  life.use(startOutageWatch(platform));
  // Stopped one after the other, the seconds of a slow mail would be added to those of a slow request.
  life.use(allAtOnce(listening, ...startJobs(platform)));

  const localUrl = `http://${isLoopback(config.host) ? 'localhost' : config.host}:${listening.port}`;
  address.webhookUrl = `${localUrl}/api/v1/shop/webhook`;
  platform.eventLoop.forget();
  const started = life.move();
  return {
    url: config.publicUrl ?? localUrl,
    localUrl,
    ...(payments ? { paymentsUrl: payments.origin } : {}),
    async crash(error) {
      log.fatal({ err: error }, 'an error that nothing caught: the server stops within 3 seconds');
      platform.crash.hasBegun = true;
      await Promise.allSettled([ingest[Symbol.asyncDispose](), started.disposeAsync()]);
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

async function openGround(config: Config, life: AsyncDisposableStack, logStream: LogStream | undefined) {
  const log = createLog(config.logLevel, logStream);
  const database = life.use(
    await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolMax: config.databasePoolMax,
      silenceLimitMs,
      onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    }),
  );
  const nameAbsence = nameCause('DATABASE_URL must name a PostgreSQL that answers', unusableReason);
  await migrateAtStart(database, config.databaseUrl).catch(nameAbsence);
  await tryWriting(database.db).catch(nameAbsence);
  const { now } = life.use(
    await startDatabaseClock(database, {
      onError: (error) =>
        log.warn({ err: error }, "the database's time could not be read: the clock goes on without it"),
      async onStep(step) {
        log.warn({ seconds: Math.round(step.stepMs / 1000) }, "the database's time was set: viewers go on");
        await carryLeases(database.db, step);
      },
    }).catch(nameAbsence),
  );
  const steady = () => performance.now();
  return { log, database, now, steady, pictures: life.use(await openPictureStore(config)) };
}

async function prepareAccounts(
  config: Config,
  { database: { db }, pictures, now, log }: Omit<Ground, 'clientFolders'>,
): Promise<void> {
  if (config.admin) await ensureAdministrator(db, config.admin, now());
  await mendStoredZones(db, log);
  const accounts = hasDemoAccounts(config);
  if (config.demo) await seedDemo({ db, pictures, now: now(), accounts });
  if (!accounts) await removeDemoAccounts(db);
}

async function warnOperator({ db, log, now, production, smtpUrl, clientFolders, isQuiet }: Platform) {
  if (!(await hasTrigrams(db)))
    log.warn(
      'the database refuses the extension pg_trgm: searches forgive no misspelled word and read whole tables',
    );
  if (await isQuiet())
    log.warn(
      'a backup was restored: no mail, no push message and no call of a provider leaves until "pnpm admin go-live"',
    );
  if (production && !smtpUrl)
    log.warn('SMTP_URL is not set: mail is written to files in DATA_DIR/outbox and reaches nobody');
  const aheadMs = Date.now() - now().getTime();
  if (Math.abs(aheadMs) > clockWarningMs)
    log.warn({ aheadMs }, "this machine's clock differs from the database's, which the server goes by");
  if (!clientFolders) log.warn('the web client is not built: only the API and the media are served');
}

function startIngest(ingest: Ingest): Promise<void> {
  return ingest
    .start()
    .catch(
      nameCause('HOST, RTMP_PORT, RTMPS_PORT and SRT_PORT must name addresses that are free', notFreeCode),
    )
    .catch(
      nameCause('RTMP_TLS_CERT and RTMP_TLS_KEY must name a certificate and its key, in PEM', unfitCode),
    );
}

/** In production a missing client is a fault of the installation; elsewhere the API works without it. */
async function findClient(
  { production, serviceWorker }: Config,
  built: ClientFolders | Promise<ClientFolders>,
): Promise<ClientFolders | undefined> {
  const folders = await built;
  const isThere = production || existsSync(path.join(folders.client, 'index.html'));
  return isThere ? { ...folders, removesWorker: !serviceWorker } : undefined;
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
