/** Ringside as the benches measure it: without a log, with as many connections as there are, and never too busy for a request. */
import { buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/logging.ts';
import { openPictureStore } from '../src/media/pictures/open-picture-store.ts';
import { buildPlatform, type Ground, type Platform } from '../src/platform.ts';

const environment = {
  DEMO: '0',
  DATA_DIR: 'unused',
  LOG_LEVEL: 'fatal',
  CONNECTIONS_MAX: '1000000',
  CONNECTIONS_PER_ADDRESS_MAX: '1000000',
  MIN_FREE_DISK_MB: '0',
};

export async function buildBenchApp(
  database: Ground['database'],
  { now = () => new Date(), settings, ...differing }: Partial<Platform> & { settings?: Partial<Config> } = {},
) {
  const config = { ...readConfig(environment), ...settings };
  const ground = {
    log: createLog(config.logLevel, { write() {} }),
    database,
    now,
    steady: () => performance.now(),
    pictures: await openPictureStore(config),
    clientFolders: Promise.resolve(undefined),
  };
  const platform = await buildPlatform(config, ground, new AsyncDisposableStack(), {
    pressure: { eventLoopDelayMs: () => 0, databaseWaitMs: () => 0 },
    ...differing,
  });
  return { app: await buildApp(platform), platform };
}
