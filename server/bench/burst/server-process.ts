/** The process that a burst is sent to: the whole server, which counts its statements and reports its CPU time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/start-server.ts';
import { webhookSecret } from '../../test/shop/provider-events.ts';

export interface BurstServerState {
  /** By their text. */
  statements: Record<string, number>;
  /** Seconds. */
  cpu: number;
}

const [databaseUrl = '', origin = ''] = process.argv.slice(2);
const statements: Record<string, number> = {};
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function count(this: pg.Client, ...args: unknown[]) {
  const [first] = args;
  const text = String(typeof first === 'string' ? first : (first as { text: string }).text);
  statements[text] = (statements[text] ?? 0) + 1;
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const dataDir = mkdtempSync(path.join(tmpdir(), 'ringside-bench-'));
const config = readConfig({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  PORT: '0',
  DEMO: '0',
  LOG_LEVEL: 'warn',
});
const stripe = { secretKey: 'sk_test_0123456789', webhookSecrets: [webhookSecret], origin };
const server = await startServer({ ...config, stripe });

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ statements, cpu: (user + system) / 1_000_000 } satisfies BurstServerState);
});
process.on('disconnect', async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
});
process.send?.(server.localUrl);
