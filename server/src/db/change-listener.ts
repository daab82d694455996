/**
 * Hears about changes of the database, also those by other servers: triggers send them within their transaction. On
 * PostgreSQL one connection beside the pool listens; it must reach the server itself, not a pooler that shares
 * connections between transactions.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { ChangeListener, Listening } from './changes.ts';
import { socketOf } from './silent-connections.ts';

const channel = 'ringside_changes';
const [firstRetryMs, lastRetryMs] = [250, 10_000];
/**
 * A connection can be dead without a word, for example behind a firewall that has forgotten it. PostgreSQL sends what it
 * has to report before it is ready for the next statement, so the answer of a probe proves that nothing is missing that
 * was committed before the probe was sent.
 */
const probeEveryMs = 15_000;
const closeProbeEveryMs = 500;
const listensCloselyForMs = 5_000;
const probeLimitMs = 5_000;
/**
 * Behind a pooler that shares connections between transactions these prove nothing: another connection may answer, and
 * while the pool is quiet the same one does, but notifications arrive at nobody. So each connection first has to hear
 * what another one sends.
 */
const probeText = 'select pg_backend_pid() as pid, $1 in (select pg_listening_channels()) as listens';

export function listenToPostgres(connectionString: string, listener: ChangeListener): Listening {
  let client: pg.Client | undefined;
  /** Sends what the listener has to hear. */
  let sender: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closelyUntil = Number.NEGATIVE_INFINITY;
  /** Probes now instead of at the end of a long wait; undefined: none waits. */
  let probeNow: (() => void) | undefined;
  let retryMs = firstRetryMs;
  let isStopped = false;

  async function connect(): Promise<void> {
    const own = newClient(connectionString);
    client = own;
    const lose = (error: unknown) => {
      if (client !== own || isStopped) return;
      client = undefined;
      probeNow = undefined;
      listener.heardUntil(Number.NEGATIVE_INFINITY);
      listener.onError(error);
      // A goodbye to a server that is frozen would wait for ever.
      socketOf(own).destroy();
      clearTimeout(timer);
      timer = setTimeout(() => connect().catch(lose), retryMs * (0.75 + Math.random() / 2)).unref();
      retryMs = Math.min(retryMs * 2, lastRetryMs);
    };
    own.on('error', lose);
    own.on('end', () => lose(new Error('PostgreSQL ended the connection that listens')));
    own.on('notification', ({ payload = '' }) => report(listener, payload));
    let backend: number | undefined;
    const probe = async () => {
      probeNow = undefined;
      const sentAt = performance.now();
      const { rows } = await own.query<{ pid: number; listens: boolean }>(probeText, [channel]);
      if (client !== own || isStopped) return;
      const [{ pid, listens } = { pid: 0, listens: false }] = rows;
      backend ??= pid;
      if (!listens || pid !== backend) throw new Error('A pooler shares the connection that listens');
      listener.heardUntil(sentAt);
      const again = () => probe().catch(lose);
      const isClose = performance.now() < closelyUntil;
      timer = setTimeout(again, isClose ? closeProbeEveryMs : probeEveryMs).unref();
      if (!isClose) probeNow = again;
    };
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      listener.missed();
      sender = newClient(connectionString);
      await hearFrom(sender, own);
      retryMs = firstRetryMs;
      await probe();
    } catch (error) {
      lose(error);
    }
  }

  connect().catch(listener.onError);
  return {
    listenClosely() {
      closelyUntil = performance.now() + listensCloselyForMs;
      if (probeNow === undefined) return;
      clearTimeout(timer);
      probeNow();
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      listener.heardUntil(Number.NEGATIVE_INFINITY);
      probeNow = undefined;
      clearTimeout(timer);
      for (const one of [client, sender]) if (one) socketOf(one).destroy();
    },
  };
}

function newClient(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: probeLimitMs,
    application_name: 'ringside listener',
  });
}

/** @throws when `own` does not hear what `sender` sends. */
async function hearFrom(sender: pg.Client, own: pg.Client): Promise<void> {
  const mark = `mark:${randomUUID()}`;
  const heard = new Promise<boolean>((resolve) => {
    own.on('notification', ({ payload }) => payload === mark && resolve(true));
    own.on('end', () => resolve(false));
  });
  sender.on('error', () => {});
  try {
    await sender.connect();
    await sender.query('select pg_notify($1, $2)', [channel, mark]);
  } finally {
    socketOf(sender).destroy();
  }
  if (!(await Promise.race([heard, wait(probeLimitMs, false, { ref: false })])))
    throw new Error('A pooler shares the connection that listens');
}

/** One process and one connection: a change is reported before the next statement runs. */
export function listenToEmbedded(pglite: PGlite, listener: ChangeListener): Listening {
  const callback = (payload: string) => report(listener, payload);
  const listening = pglite.listen(channel, callback);
  const begin = () => {
    listener.missed();
    listener.heardUntil(Number.POSITIVE_INFINITY);
  };
  listening.then(begin).catch(listener.onError);
  return {
    listenClosely() {},
    async [Symbol.asyncDispose]() {
      await listening.catch(() => {});
      listener.heardUntil(Number.NEGATIVE_INFINITY);
      if (!pglite.closed) await pglite.unlisten(channel, callback);
    },
  };
}

/** An exception in a callback of PGlite would end the process. */
function report(listener: ChangeListener, payload: string): void {
  const [kind, id] = payload.split(':', 2);
  try {
    if (kind === 'event' && id) listener.changed(id);
    if (kind === 'watch' && id) listener.revoked(id);
    if (kind === 'ingest' && id) listener.ingestChanged(id);
  } catch (error) {
    listener.onError(error);
  }
}
