import type pg from 'pg';

export interface DatabaseLoad {
  /** Busy and idle connections. */
  busy: number;
  idle: number;
  /** Requests that wait for a connection, and how long the first one has waited. */
  waiting: number;
  longestWaitMs: number;
}

/** @returns a function that reports the pool's load. Counting does not slow waiting requests down. */
export function watchPool(pool: pg.Pool): () => DatabaseLoad {
  // In order of arrival: the first one has waited longest.
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

/** PGlite is one connection without a visible queue; its load shows as delay of the event loop, which it blocks. */
export function embeddedLoad(): DatabaseLoad {
  return { busy: 1, idle: 0, waiting: 0, longestWaitMs: 0 };
}
