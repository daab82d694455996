/** What `/metrics` tells of the areas: the gatherer beside `handlers.ts`. */
import type { OpenDatabase } from './db/engines.ts';
import type { Disk } from './health/free-disk.ts';
import type { Source } from './health/metrics.ts';
import type { Pressure } from './health/pressure.ts';
import { passwordQueue } from './identity/accounts/passwords.ts';
import { countWaitingMails } from './mail/outbox.repository.ts';
import { countLiveLeases } from './playback/lease.repository.ts';
import { leaseLifetimeMs } from './playback/playback.rules.ts';

interface Parts {
  database: OpenDatabase;
  now: () => Date;
  pressure: Pressure | undefined;
  disk: Disk | undefined;
  requestsInFlight: () => number;
}

/** Counted at most this often, however many ask. */
const countedMs = 10_000;

export function measurements({ database, now, pressure, disk, requestsInFlight }: Parts): Source[] {
  const { db } = database;
  return [
    {
      name: 'http_requests_in_flight',
      help: 'Requests that have come and are not answered yet',
      read: requestsInFlight,
    },
    {
      name: 'ringside_database_connections',
      help: 'Connections of the pool that are busy or idle, and requests that wait for one',
      label: 'state',
      read: () => {
        const { busy, idle, waiting } = database.load();
        return { busy, idle, waiting };
      },
    },
    {
      name: 'ringside_database_wait_seconds',
      help: 'How long the first of the waiting requests has waited for a connection',
      read: () => database.load().longestWaitMs / 1000,
    },
    {
      name: 'ringside_event_loop_delay_seconds',
      help: 'What overload is told by: the mean delay of the event loop in a quarter of a second',
      read: () => pressure && pressure.eventLoopDelayMs() / 1000,
    },
    {
      name: 'ringside_password_hashes',
      help: 'Passwords that are being hashed, and that wait for it',
      label: 'state',
      read: () => passwordQueue(),
    },
    {
      name: 'ringside_live_leases',
      help: 'Devices that watch now, of the whole platform',
      read: remember(() => countLiveLeases(db, new Date(now().getTime() - leaseLifetimeMs).toISOString())),
    },
    {
      name: 'ringside_outbox_mails',
      help: 'Mails that wait to be sent, of the whole platform',
      read: remember(() => countWaitingMails(db)),
    },
    {
      name: 'ringside_free_disk_bytes',
      help: 'What is free where DATA_DIR is',
      read: async () => (await disk?.check())?.freeBytes,
    },
  ];
}

function remember(count: () => Promise<number>): () => Promise<number> {
  let asked = Number.NEGATIVE_INFINITY;
  let known: Promise<number> = Promise.resolve(0);
  return () => {
    if (performance.now() - asked > countedMs) {
      asked = performance.now();
      known = count();
      // A failure is not remembered.
      known.catch(() => {
        asked = Number.NEGATIVE_INFINITY;
      });
    }
    return known;
  };
}
