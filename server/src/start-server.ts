/**
 * Starts a server step by step. Each resource goes onto one stack as soon as it exists, so that a stop and a failed
 * start release the same resources, the last one first.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp, builtClient } from './app.ts';
import { cleanUpTasks, startCleanUp } from './clean-up.ts';
import type { Config } from './config.ts';
import { unreachableCode } from './db/database-away.ts';
import { type OpenDatabase, openDatabase } from './db/engines.ts';
import { migrateAtStart } from './db/migrate.ts';
import { hasDemoAccounts, hasDemoId, showsDemoMail } from './demo/demo-parts.ts';
import { removeDemoAccounts, seedDemo } from './demo/seed-demo.ts';
import { type Disk, freeBytesOf, watchDisk } from './health/free-disk.ts';
import { watchEventLoop } from './health/pressure.ts';
import type { ClientFolders } from './http/client-files.ts';
import { listen } from './http/listening.ts';
import type { LogStream } from './http/logging.ts';
import { isLoopback } from './http/loopback.ts';
import { ensureAdministrator } from './identity/authority/ensure-administrator.ts';
import { loadSigningKeys } from './identity/sessions/signing-keys.ts';
import { createFileMailer, createSmtpMailer, type Mailer } from './mail/mailer.ts';
import { type OutboxWorker, startOutboxWorker } from './mail/outbox-worker.ts';
import { loadLoopedVideo } from './media/origin/looped-video.ts';
import { openPictureStore } from './media/pictures/open-picture-store.ts';
import { createPictureEncoder } from './media/pictures/picture-encoder.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import { nameCause, notFreeCode } from './start-errors.ts';

const demoVideoFolder = fileURLToPath(new URL('../assets/demo/video/', import.meta.url));
/** PostgreSQL itself ends a statement after 10 s. */
const silenceLimitMs = 12_000;

/** Disposing it stops the server: running requests finish, within about 8 s. */
export interface RunningServer extends AsyncDisposable {
  url: string;
  /** The address on this machine. */
  localUrl: string;
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
  await migrateAtStart(database, config.databaseUrl).catch(
    nameCause('DATABASE_URL must name a PostgreSQL that answers', unreachableCode),
  );
  const pictures = life.use(await openPictureStore(config));
  await prepareAccounts(config, database, pictures);

  const disk = diskOf(config, database);
  const eventLoop = life.use(watchEventLoop());
  const demoId = life.use(hasDemoId(config) ? await startDemoId() : undefined);
  const encoder = life.use(createPictureEncoder());
  const outboxFolder = path.join(config.dataDir, 'outbox');
  const mailer = createMailer(config, outboxFolder);
  const folders = findClient(config, await whenBuilt);
  let outbox: OutboxWorker | undefined;
  app = life.use(
    await buildApp({
      config,
      database,
      signingKeys: await loadSigningKeys(database.db, new Date()),
      videos: new Map([['demo', await loadLoopedVideo(demoVideoFolder)]]),
      pictures,
      encoder,
      pressure: { eventLoopDelayMs: eventLoop.delayMs, databaseWaitMs: () => database.load().longestWaitMs },
      disk,
      metricsToken: config.metricsToken,
      wakeOutbox: () => outbox?.wake(),
      onlyLocal: hasDemoAccounts(config),
      ...(showsDemoMail(config) ? { demoMailFolder: outboxFolder } : {}),
      providers: demoId ? [demoId.settings] : (config.oidcProviders ?? []),
      ...(folders ? { clientFolders: folders } : {}),
      logStream,
    }),
  );
  if (config.production && !config.smtpUrl)
    app.log.warn('SMTP_URL is not set: mail is written to files in DATA_DIR/outbox and reaches nobody');
  if (!folders) app.log.warn('the web client is not built: only the API and the media are served');

  const tasks = cleanUpTasks({ db: database.db, pictures, now: () => new Date() });
  const listening = await listen(app, config).catch(
    nameCause('HOST and PORT must name an address that is free', notFreeCode),
  );
  outbox = startOutboxWorker({ db: database.db, mailer, log: app.log });
  // Stopped one after the other, the seconds of a slow mail would be added to those of a slow request.
  life.use(allAtOnce(listening, outbox, startCleanUp({ tasks, disk, log: app.log })));

  const localUrl = `http://${isLoopback(config.host) ? 'localhost' : config.host}:${listening.port}`;
  const started = life.move();
  return {
    url: config.publicUrl ?? localUrl,
    localUrl,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

async function prepareAccounts(config: Config, { db }: OpenDatabase, pictures: PictureStore): Promise<void> {
  if (config.admin) await ensureAdministrator(db, config.admin);
  const accounts = hasDemoAccounts(config);
  if (config.demo) await seedDemo({ db, pictures, now: new Date(), accounts });
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
