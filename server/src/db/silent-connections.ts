import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * A PostgreSQL that answers keeps its own time limits. One that is frozen, or behind a network that swallows everything,
 * does not: without this its requests would wait for ever, and their connections would be lent out again.
 * @param limitMs more than PostgreSQL takes to end a statement by itself.
 */
export function cutSilentConnections(pool: pg.Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy(new SilenceError(`PostgreSQL said nothing for ${limitMs} ms`)));
  });
  pool.on('acquire', (client) => void socketOf(client).setTimeout(limitMs));
  // Idle ones may be silent.
  pool.on('release', (_error, client) => void socketOf(client).setTimeout(0));
}

class SilenceError extends Error {
  override name = 'SilenceError';
  code = 'ETIMEDOUT';
}

/** With TLS the encrypted one: it is there before the connection is. */
function socketOf(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
