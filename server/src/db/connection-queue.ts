import type pg from 'pg';

export interface DatabaseLoad {
  /** Connections that are busy, and that wait for work. */
  busy: number;
  idle: number;
  /** Requests that wait for a connection, and how long the first of them has. */
  waiting: number;
  longestWaitMs: number;
}

/** @returns what the pool has to do now; nobody who waits is slowed down by being counted. */
export function watchPool(pool: pg.Pool): () => DatabaseLoad {
  // In the order in which they came: the first has waited longest.
  const waiting = new Set<{ since: number }>();
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const counted = async () => {
    const turn = { since: performance.now() };
    waiting.add(turn);
    try {
      return await connect();
    } finally {
      waiting.delete(turn);
    }
  };
  pool.connect = counted as pg.Pool['connect'];
  return () => {
    const [first] = waiting;
    return {
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: waiting.size,
      longestWaitMs: first ? performance.now() - first.since : 0,
    };
  };
}

/** PGlite is one connection and has no queue to look into: what it has to do shows in the event loop, which it blocks. */
export function embeddedLoad(): DatabaseLoad {
  return { busy: 1, idle: 0, waiting: 0, longestWaitMs: 0 };
}
