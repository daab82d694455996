import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoId } from '../stand-ins/oidc.ts';
import { buildApp, builtClient } from './app.ts';
import { cleanUpRegularly } from './clean-up.ts';
import { type Config, ConfigError } from './config.ts';
import { openDatabase } from './db/engines.ts';
import { migrateAtStart } from './db/migrate.ts';
import { removeDemoAccounts, seedDemo } from './demo/seed-demo.ts';
import { freeBytesOf, watchDisk } from './health/free-disk.ts';
import { watchEventLoop } from './health/pressure.ts';
import type { ClientFolders } from './http/client-files.ts';
import { isLoopback } from './http/loopback.ts';
import { ensureAdministrator } from './identity/authority/ensure-administrator.ts';
import { loadSigningKeys } from './identity/sessions/signing-keys.ts';
import { createFileMailer, createSmtpMailer } from './mail/mailer.ts';
import { loadLoopedVideo } from './media/origin/looped-video.ts';
import { removeAbandonedPicturesHourly } from './media/pictures/loose-pictures.ts';
import { createPictureFolder } from './media/pictures/picture-folder.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';

const demoVideoFolder = fileURLToPath(new URL('../assets/demo/video/', import.meta.url));
/** After this, connections that are still open are cut: a stop never takes longer. */
const closeLimitMs = 8_000;
/** PostgreSQL itself ends a statement after 10 s. */
const silenceLimitMs = 12_000;

export interface RunningServer {
  url: string;
  /** The same on this machine. */
  localUrl: string;
  close(): Promise<void>;
}

/** @throws DataFolderInUseError; ConfigError for a database or port that cannot be had; or whatever else is wrong. */
export async function startServer(
  config: Config,
  clientFolders: ClientFolders | Promise<ClientFolders> = builtClient,
): Promise<RunningServer> {
  // A build that fails while the database opens is told of below, where it is waited for.
  const whenBuilt = Promise.resolve(clientFolders);
  whenBuilt.catch(() => {});
  let logConnectionError: (error: Error) => void = () => {};
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolMax: config.databasePoolMax,
    silenceLimitMs,
    onConnectionError: (error) => logConnectionError(error),
  });
  let demoId: DemoId | undefined;
  try {
    await migrateAtStart(database, config.databaseUrl).catch(
      nameCause('DATABASE_URL must name a PostgreSQL that answers', isAway),
    );
    const pictures = await openPictureStore(config);
    if (config.admin) await ensureAdministrator(database.db, config.admin);
    if (config.demo)
      await seedDemo({ db: database.db, pictures, now: new Date(), accounts: isLoopback(config.host) });
    if (!config.demo || !isLoopback(config.host)) await removeDemoAccounts(database.db);

    if (hasDemoId(config)) {
      // Loaded here: a server without it needs none of its code.
      const { startDemoId } = await import('../stand-ins/oidc.ts');
      demoId = await startDemoId();
    }

    // In production a missing client is a fault of the installation; elsewhere the API can do without.
    const folders = await whenBuilt;
    const hasClient = config.production || existsSync(path.join(folders.client, 'index.html'));
    const eventLoop = watchEventLoop();
    const disk = watchDisk(
      database.engine === 'pglite' ? 'database' : config.objectStore ? 'nothing' : 'files',
      config.minFreeDiskBytes,
      () => freeBytesOf(config.dataDir),
    );
    const outboxFolder = path.join(config.dataDir, 'outbox');
    const app = await buildApp({
      config,
      database,
      signingKeys: await loadSigningKeys(database.db, new Date()),
      videos: new Map([['demo', await loadLoopedVideo(demoVideoFolder)]]),
      pictures,
      pressure: { eventLoopDelayMs: eventLoop.delayMs, databaseWaitMs: () => database.load().longestWaitMs },
      disk,
      metricsToken: config.metricsToken,
      mailer: config.smtpUrl
        ? createSmtpMailer(config.smtpUrl, config.mailFrom)
        : createFileMailer(outboxFolder, config.mailFrom),
      ...(showsDemoMail(config) ? { demoMailFolder: outboxFolder } : {}),
      providers: demoId ? [demoId.settings] : (config.oidcProviders ?? []),
      ...(hasClient ? { clientFolders: folders } : {}),
    });
    if (config.production && !config.smtpUrl)
      app.log.warn('SMTP_URL is not set: mail is written to files in DATA_DIR/outbox and reaches nobody');
    cleanUpRegularly(app, { db: database.db, now: () => new Date(), disk });
    if (!hasClient) app.log.warn('the web client is not built: only the API and the media are served');
    logConnectionError = (error) => app.log.warn({ err: error }, 'a database connection was lost');
    const address = await app
      .listen({ host: config.host, port: config.port })
      .catch(nameCause('HOST and PORT must name an address that is free', isNotFree));
    const stopRemoving = removeAbandonedPicturesHourly({
      db: database.db,
      pictures,
      onError: (error) => app.log.warn({ err: error }, 'abandoned pictures are removed later'),
    });
    const host = isLoopback(config.host) ? 'localhost' : config.host;
    const localUrl = `http://${host}:${new URL(address).port}`;
    return {
      url: config.publicUrl ?? localUrl,
      localUrl,
      close: async () => {
        const cut = setTimeout(() => app.server.closeAllConnections(), closeLimitMs);
        // A connection that was busy when the stop began falls idle later, and would be kept for its next request.
        const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
        await app.close();
        clearTimeout(cut);
        clearInterval(sweep);
        await demoId?.close();
        await stopRemoving();
        pictures.close();
        eventLoop.stop();
        await database.close();
      },
    };
  } catch (error) {
    await demoId?.close();
    await database.close();
    throw error;
  }
}

/** The SDK of the object store is loaded only where there is one: it takes as long as all the rest. */
async function openPictureStore({ objectStore, dataDir }: Config): Promise<PictureStore> {
  if (objectStore === undefined) return createPictureFolder(path.join(dataDir, 'pictures'));
  const { createPictureBucket } = await import('./media/pictures/picture-bucket.ts');
  return createPictureBucket(objectStore);
}

/** Its links open accounts, so it goes where the demo accounts go. */
export function showsDemoMail(config: Config): boolean {
  return config.demo && isLoopback(config.host) && config.smtpUrl === undefined;
}

/** Whoever reaches Demo ID may say that he is anybody: it is for one's own machine. */
export function hasDemoId({ demo, host, oidcProviders }: Config): boolean {
  return demo && isLoopback(host) && oidcProviders === undefined;
}

/** What the environment can mend is told in one line, without a stack. */
function nameCause(expected: string, isCause: (code: string) => boolean) {
  return (error: NodeJS.ErrnoException): never => {
    const { code = isTimeout(error) ? 'ETIMEDOUT' : '' } = error;
    throw isCause(code) ? new ConfigError(`Cannot start:\n- ${expected} (${code})`) : error;
  };
}

function isNotFree(code: string): boolean {
  return ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND'].includes(code);
}

/** What the pool says of a PostgreSQL that takes the connection and never answers. */
function isTimeout({ message }: Error): boolean {
  return /timeout exceeded when trying to connect|due to connection timeout/.test(message);
}

/**
 * Not there, or refusing who asks: wrong password (class 28), no such database (3D000), still starting (57P03), no
 * connection left (53300).
 */
function isAway(code: string): boolean {
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '57P03', '53300'].includes(
      code,
    ) || /^(28|3D)\w{3}$/.test(code)
  );
}
