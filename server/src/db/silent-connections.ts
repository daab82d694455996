/**
 * The limit is 12 seconds; PostgreSQL ends a statement after 10. `query_timeout` of `pg` would give the broken
 * connection back to the pool.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * PostgreSQL enforces its time limits only while it runs. When it is frozen, or the network drops every packet,
 * requests would wait for ever and the pool would reuse their connections. This cuts such connections.
 * @param limitMs must be longer than PostgreSQL's own limit for a statement.
 */
export function cutSilentConnections(pool: pg.Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy(new SilenceError(`PostgreSQL sent nothing for ${limitMs} ms`)));
  });
  pool.on('acquire', (client) => void socketOf(client).setTimeout(limitMs));
  // Idle connections may be silent.
  pool.on('release', (_error, client) => void socketOf(client).setTimeout(0));
}

class SilenceError extends Error {
  override name = 'SilenceError';
  code = 'ETIMEDOUT';
}

/** With TLS this is the encrypted socket, which exists before the connection does. */
export function socketOf(client: pg.ClientBase): Socket {
  return connectionOf(client).stream as Socket;
}

/** What speaks the protocol; the client's own events do not say what a statement met. */
export function connectionOf(client: pg.ClientBase): pg.Connection {
  return (client as unknown as { connection: pg.Connection }).connection;
}
