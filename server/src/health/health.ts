import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import { readOnlyCode, tryWriting } from '../db/usable-connections.ts';
import { problem } from '../http/problems.ts';
import type { Disk } from './free-disk.ts';

/** `/healthz`: the process answers. `/readyz`: the database takes writes and is migrated, and the disk has room. */
export const healthRoutes: FastifyPluginAsync<{ db: Db; disk?: Disk | undefined }> = async (
  app,
  { db, disk },
) => {
  let migrated = false;
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const notReady = (detail: string) =>
      problem('service-unavailable', { detail, headers: { 'retry-after': '2' } });
    if (isClosing) throw notReady('The server is shutting down.');
    try {
      await tryWriting(db);
      migrated ||= await isMigrated(db);
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      const isReadOnly = (error as { code?: string }).code === readOnlyCode;
      throw notReady(isReadOnly ? 'The database is read-only.' : 'The database cannot be reached.');
    }
    if (!migrated) throw notReady('The database is not migrated yet.');
    if (disk && disk.holds !== 'nothing' && (await disk.check()).level !== 'enough') {
      throw notReady('The disk is nearly full: nothing can be stored.');
    }
    return { status: 'ready' };
  });
};
