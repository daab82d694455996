/** Two server processes on one PostgreSQL. */
import { afterAll, beforeAll } from 'vitest';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';

export interface ServerPair {
  servers: [ServerProcess, ServerProcess];
  database: Awaited<ReturnType<typeof openTestDatabase>>;
}

/**
 * Starts them before the tests of a suite and stops them afterwards: call it in the suite, and read the result in its tests.
 * @param ownEnvs of the first and the second one.
 */
export function useServerPair(
  ownEnvs: [Record<string, string>, Record<string, string>] = [{}, {}],
): ServerPair {
  const dataDirs = [newDataDir(), newDataDir()];
  const pair = {} as ServerPair;
  beforeAll(async () => {
    pair.database = await openTestDatabase();
    const env = {
      DATABASE_URL: String(pair.database.databaseUrl),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    };
    pair.servers = (await Promise.all(
      ownEnvs.map((own, index) => startProcess({ ...env, ...own, DATA_DIR: String(dataDirs[index]) })),
    )) as ServerPair['servers'];
  });
  afterAll(async () => {
    for (const { child } of pair.servers ?? []) child.kill('SIGTERM');
    await Promise.all((pair.servers ?? []).map(({ ended }) => ended));
    await pair.database?.[Symbol.asyncDispose]();
  });
  return pair;
}
