/** Gathers the measurements of all areas for `/metrics`, as `handlers.ts` gathers their handlers. */
import type { OpenDatabase } from './db/engines.ts';
import type { Failures } from './failures.ts';
import type { Disk } from './health/free-disk.ts';
import type { Source } from './health/metrics.ts';
import type { Pressure } from './health/pressure.ts';
import { passwordQueue } from './identity/accounts/passwords.ts';
import { countWaitingMails } from './mail/outbox.repository.ts';
import { countLiveLeases } from './playback/lease.repository.ts';
import { leaseLifetimeMs } from './playback/playback.rules.ts';
import type { OpenStreams } from './streams/open-streams.ts';

interface Parts {
  database: Omit<OpenDatabase, 'listen'>;
  now: () => Date;
  pressure: Pressure | undefined;
  disk: Disk | undefined;
  failures: Failures;
  requestsInFlight: () => number;
  connections: () => Promise<number>;
  streams: OpenStreams;
}

/** Queries run at most this often, however often `/metrics` is requested. */
const cacheMs = 10_000;

export function measurements({
  database,
  now,
  pressure,
  disk,
  failures,
  requestsInFlight,
  connections,
  streams,
}: Parts): Source[] {
  const { db } = database;
  return [
    {
      name: 'http_requests_in_flight',
      help: 'Requests that have arrived and are not answered yet, without open streams of events',
      read: () => requestsInFlight() - streams.size,
    },
    {
      name: 'ringside_open_streams',
      help: 'Open streams of events; each is also a connection',
      read: () => streams.size,
    },
    {
      name: 'http_connections',
      help: 'Open connections, idle ones too',
      read: connections,
    },
    {
      name: 'ringside_database_connections',
      help: 'Busy and idle connections of the pool, and requests that wait for one',
      label: 'state',
      read: () => {
        const { busy, idle, waiting } = database.load();
        return { busy, idle, waiting };
      },
    },
    {
      name: 'ringside_database_wait_seconds',
      help: 'How long the first waiting request has waited for a connection',
      read: () => database.load().longestWaitMs / 1000,
    },
    {
      name: 'ringside_clock_error_seconds',
      help: "How far this machine's clock is ahead of the database's",
      read: () => (Date.now() - now().getTime()) / 1000,
    },
    {
      name: 'ringside_event_loop_delay_seconds',
      help: 'Mean delay of the event loop within a quarter of a second; a long delay is overload',
      read: () => pressure && pressure.eventLoopDelayMs() / 1000,
    },
    {
      name: 'ringside_password_hashes',
      help: 'Passwords that are being hashed, and passwords that wait to be hashed',
      label: 'state',
      read: () => passwordQueue(),
    },
    {
      name: 'ringside_live_leases',
      help: 'Devices that watch now, on the whole platform',
      read: cached(() => countLiveLeases(db, new Date(now().getTime() - leaseLifetimeMs).toISOString())),
    },
    {
      name: 'ringside_outbox_mails',
      help: 'Mails that wait to be sent, on the whole platform',
      read: cached(() => countWaitingMails(db)),
    },
    {
      name: 'ringside_failures_total',
      help: 'What failed and ended alone, by part',
      label: 'part',
      isTotal: true,
      read: () => failures.counts,
    },
    {
      name: 'ringside_free_disk_bytes',
      help: 'Free bytes on the disk of DATA_DIR',
      read: async () => (await disk?.check())?.freeBytes,
    },
  ];
}

function cached(count: () => Promise<number>): () => Promise<number> {
  let countedAt = Number.NEGATIVE_INFINITY;
  let known: Promise<number> = Promise.resolve(0);
  return () => {
    if (performance.now() - countedAt > cacheMs) {
      countedAt = performance.now();
      known = count();
      // A failure is not cached.
      known.catch(() => {
        countedAt = Number.NEGATIVE_INFINITY;
      });
    }
    return known;
  };
}
