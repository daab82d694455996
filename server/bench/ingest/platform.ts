/** A server with streams, an organiser and many viewers who may watch them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { hashPassword } from '../../src/identity/accounts/passwords.ts';
import { createKeyring } from '../../src/identity/sessions/keyring.ts';
import { loadSigningKeys } from '../../src/identity/sessions/signing-keys.ts';
import { createTokens } from '../../src/identity/sessions/tokens.ts';
import { insertBlock, insertEvent, insertLiveStream, insertUser } from '../../test/factories.ts';
import { signIn } from '../api/bench-requests.ts';
import { type BenchServer, startServer } from '../server-process.ts';
import { sized } from '../size.ts';

export const slug = 'bench-night';
export const account = { email: 'watcher@example.test', password: 'Bench-viewer-1!' };
const crowdSize = sized(300, 20);

type Headers = Record<string, string>;
/** A stream, as the organiser's paths to it. */
export interface Stream {
  id: string;
  /** Of its ingest. */
  ingest: string;
  signedUrl: string;
}

export interface Platform extends AsyncDisposable {
  server: BenchServer;
  streams: Stream[];
  organiser: Headers;
  crowd: Headers[];
}

/** With the embedded database, as after `pnpm start`. */
export async function openPlatform(streamCount: number): Promise<Platform> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ringside-live-'));
  await using life = new AsyncDisposableStack();
  life.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const written = await writePlatform(dataDir, streamCount);
  const server = await startServer(undefined, dataDir, {
    RTMP_PORT: '0',
    CONNECTIONS_PER_ADDRESS_MAX: '5000',
  });
  life.defer(async () => {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });
  const moved = life.move();
  return { ...written, server, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

async function writePlatform(dataDir: string, streamCount: number) {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  await using _database = database;
  const { db } = database;
  await migrate(db);
  const now = new Date();
  const keys = await loadSigningKeys(db, now);
  const onError = (error: unknown) => {
    throw error;
  };
  const tokens = createTokens(createKeyring(db, { ...keys, now: () => new Date(), onError }));
  const eventId = await insertEvent(db, { name: 'Bench night', slug });
  const blockId = await insertBlock(db, { eventId });
  const streams: Stream[] = [];
  for (let number = 0; number < streamCount; number += 1) {
    const id = await insertLiveStream(db, { blockId, name: `Camera ${number}`, weight: number + 1 });
    const below = `blocks/${blockId}/live-streams/${id}`;
    streams.push({
      id,
      ingest: `/api/v1/events/${eventId}/${below}/ingest`,
      signedUrl: `/api/v1/kickboxing/competitions/${eventId}/${below}/signed-url`,
    });
  }
  await insertUser(db, {
    email: account.email,
    emailVerifiedAt: now.toISOString(),
    passwordHash: await hashPassword(account.password),
  });
  const organiser = (await signIn(db, tokens, ['event:read', 'event:update'], now)).headers;
  const crowd: Headers[] = [];
  for (let viewer = 0; viewer < crowdSize; viewer += 1)
    crowd.push((await signIn(db, tokens, [], now)).headers);
  return { streams, organiser, crowd };
}
