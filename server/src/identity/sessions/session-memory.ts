import type { Db } from '../../db/database.ts';
import { type MemoryOptions, RevocableMemory } from '../../db/revocable-memory.ts';
import { findLiveSession, type LiveSession } from './session.repository.ts';

interface Device {
  sessionId: string;
  userId: string;
}

/**
 * Remembers who is signed in, until the session ends. The end of a session is announced to all servers; a change of
 * permissions is not, so a remembered answer says nothing about permissions.
 */
export function createSessionMemory({
  db,
  now,
  changes,
}: { db: Db } & Pick<MemoryOptions<Device, LiveSession>, 'now' | 'changes'>) {
  return new RevocableMemory<Device, LiveSession>({
    changes,
    now,
    find: ({ sessionId, userId }) => findLiveSession(db, sessionId, userId, now().toISOString()),
    nameOf: ({ sessionId, userId }) => `${sessionId}/${userId}`,
    holds: ({ sessionId, endsAt }) => ({ until: Date.parse(endsAt), restsOn: [sessionId] }),
  });
}
