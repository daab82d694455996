/**
 * Starts a real server with its own database and a clock that tests can move. One per test file. With TEST_CLOCKS=apart
 * there are two servers, on machines whose clocks are 90 s apart, and they take turns to answer.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { Db } from '../src/db/database.ts';
import { startDatabaseClock } from '../src/db/database-clock.ts';
import { type OpenDatabase, openDatabase } from '../src/db/engines.ts';
import { createLog } from '../src/http/log/logging.ts';
import { sessionEnd } from '../src/identity/identity.rules.ts';
import { hashSecret, newSecret } from '../src/identity/one-time-secret.ts';
import type { SigningKeys } from '../src/identity/sessions/signing-keys.ts';
import type { Ingest } from '../src/ingest/ingest.ts';
import { startOutboxWorker } from '../src/mail/outbox-worker.ts';
import { openPictureStore } from '../src/media/pictures/open-picture-store.ts';
import { buildPlatform, type Platform } from '../src/platform.ts';
import { checkAnswer, findOperation } from './contract/contract-check.ts';
import { insertUser } from './factories.ts';
import { type OnQuery, openTestDatabase } from './test-database.ts';
import { rightNow, withClockError } from './wrong-clock.ts';

/** How wrong the clocks of the two machines are. */
const clockErrors = process.env.TEST_CLOCKS === 'apart' ? ([-45_000, 45_000] as const) : undefined;
/** Servers may differ by less than this. It is left out, so that tests of exact times stay exact. */
const toleratedMs = 50;

interface Server {
  app: FastifyInstance;
  platform: Platform;
  clockErrorMs: number;
}
const eventStream = 'text/event-stream';
/** Tests make the machine busy: no request is shed for it. */
const noPressure: Platform['pressure'] = { eventLoopDelayMs: () => 0, databaseWaitMs: () => 0 };

export interface TestApi {
  app: FastifyInstance;
  db: Db;
  keys: SigningKeys;
  /** Undefined on PGlite. */
  databaseUrl: string | undefined;
  /** Follows the machine's clock until `stop` freezes it, for tests of exact times. `reset` undoes all changes. */
  clock: {
    now(): Date;
    advance(ms: number): void;
    /** Somebody sets the date; no time passes. */
    step(ms: number): void;
    stop(): void;
    reset(): void;
  };
  /** The log, line by line. */
  log: string[];
  request: Request;
  /**
   * Signs in a device of a new user, or one more device of `userId`, with these scopes.
   * @param withFactor the sign-in has proved a second factor.
   */
  signInAs(options?: { scopes?: string[]; userId?: string; withFactor?: boolean }): Promise<Device>;
  /** Resolves when every server has heard of what was committed before: changes reach their memory a moment later. */
  heardChanges(): Promise<void>;
  ingest: Ingest;
  /** Where live ingest records. */
  recordingDir: string;
  /** Starts another server on the same database. @returns a function that makes requesters, with a device or without. */
  startSecondServer(): Promise<(device?: Device) => Request>;
}

export interface Device {
  userId: string;
  sessionId: string;
  accessToken: string;
  request: Request;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every operation
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: Array<{ name: string; value: string; [attribute: string]: unknown }>;
}

export interface RequestOptions {
  /** Sent as JSON, except that texts and bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  /** The address of the peer. */
  remoteAddress?: string;
}

/** `request('POST /api/v1/events', { body })`; throws when the contract does not allow the answer. */
export type Request = (target: string, options?: RequestOptions) => Promise<Answer>;

/**
 * Registers its own clean-up: call it at the top level of a test file.
 * @param settings those that differ from the ones of an empty environment. @param differing parts of the platform.
 */
export async function startApi(
  settings: Partial<Config> = {},
  onQuery?: OnQuery,
  differing: Partial<Platform> = {},
): Promise<TestApi> {
  const life = new AsyncDisposableStack();
  // Registered first, so that a failed start also leaves nothing behind.
  afterAll(() => life.disposeAsync());
  const database = life.use(await openTestDatabase(onQuery));
  const { db } = database;
  const folder = await mkdtemp(path.join(tmpdir(), 'ringside-data-'));
  life.defer(() => rm(folder, { recursive: true, force: true }));
  const config = {
    ...readConfig({ DATA_DIR: folder, DEMO: '0', RTMP_PORT: '0', MIN_FREE_DISK_MB: '0' }),
    ...settings,
  };
  const fail = (error: unknown) => {
    throw error;
  };
  const lines: string[] = [];
  let [offset, stepped] = [0, 0];
  let stoppedAt: number | undefined;
  const steady = () => (stoppedAt ?? rightNow()) + offset;
  const clock = {
    now: () => new Date(steady() + stepped),
    advance: (ms: number) => {
      offset += ms;
    },
    step: (ms: number) => {
      stepped += ms;
    },
    stop: () => {
      stoppedAt = rightNow();
    },
    reset: () => {
      [offset, stepped] = [0, 0];
      stoppedAt = undefined;
    },
  };
  /** The time that a server with this database goes by: the test's, as wrong as the server's own. */
  const timeOf = async (on: OpenDatabase) => {
    if (clockErrors === undefined) return clock.now;
    const own = life.use(await startDatabaseClock(on, { onError: fail }));
    const errorMs = () => Math.round((own.now().getTime() - rightNow()) / toleratedMs) * toleratedMs;
    return () => new Date(clock.now().getTime() + errorMs());
  };
  const listeners: Set<string>[] = [];
  const startOn = async (on: OpenDatabase) => {
    const ground = {
      log: createLog(config.logLevel, { write: (line) => void lines.push(line) }),
      database: on,
      now: await timeOf(on),
      steady,
      pictures: life.use(await openPictureStore(config)),
      clientFolders: Promise.resolve(undefined),
    };
    const platform = await buildPlatform(config, ground, life, { pressure: noPressure, ...differing });
    const heard = new Set<string>();
    platform.changes.subscribe({ revoked: (id) => heard.add(id), missed() {} });
    listeners.push(heard);
    life.use(
      platform.changes.listenTo(on, (error) =>
        platform.log.warn({ err: error }, 'no changes are heard of for now'),
      ),
    );
    const app = life.use(await buildApp(platform));
    await app.ready();
    if (config.srtPort !== undefined) await platform.ingest.start();
    if (differing.mailer) platform.jobs.outbox = life.use(startOutboxWorker(platform));
    return { app, platform };
  };
  const start = async (on: OpenDatabase, clockErrorMs: number = 0): Promise<Server> => ({
    ...(await withClockError(clockErrorMs, () => startOn(on))),
    clockErrorMs,
  });
  const startSecond = async () => {
    const { databaseUrl } = database;
    const own = databaseUrl === undefined ? undefined : await openDatabase({ databaseUrl, dataDir: '' });
    life.use(own);
    return start(own ?? database, clockErrors?.[1]);
  };
  const first = await start(database, clockErrors?.[0]);
  const { app, platform } = first;
  // A test that watches the statements watches those of one server.
  const servers = clockErrors && !onQuery ? [first, await startSecond()] : [first];
  let turn = 0;
  const next = () => servers[turn++ % servers.length] as Server;

  const request = requester(next, {});
  return {
    app,
    db,
    keys: platform.signingKeys,
    databaseUrl: database.databaseUrl,
    clock,
    log: lines,
    recordingDir: config.recordingDir,
    ingest: platform.ingest,
    request,
    async heardChanges() {
      const mark = randomUUID();
      // Again and again, because a server that has just started does not listen yet.
      do {
        await sql`select pg_notify('ringside_changes', ${`watch:${mark}`})`.execute(database.db);
        await wait(5);
      } while (!listeners.every((heard) => heard.has(mark)));
    },
    async startSecondServer() {
      const second = await startSecond();
      return (device) =>
        requester(() => second, device ? { authorization: `Bearer ${device.accessToken}` } : {});
    },
    async signInAs({ scopes = [], userId, withFactor = false } = {}) {
      const id = userId ?? (await insertUser(db));
      for (const permissionCode of scopes) {
        await db
          .insertInto('userPermissions')
          .values({ userId: id, permissionCode })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      const sessionId = randomUUID();
      const createdAt = clock.now();
      await db
        .insertInto('loginSessions')
        .values({
          id: sessionId,
          userId: id,
          remember: true,
          userAgent: null,
          createdAt: createdAt.toISOString(),
          endsAt: sessionEnd(createdAt, 90).toISOString(),
          authenticatedAt: createdAt.toISOString(),
          secondFactor: withFactor,
          secondFactorAt: withFactor ? createdAt.toISOString() : null,
          revokedAt: null,
        })
        .execute();
      // The token lasts a day, so that tests can move the clock without its expiry.
      const expiresAt = new Date(createdAt.getTime() + 86_400_000);
      await db
        .insertInto('refreshTokens')
        .values({
          tokenHash: hashSecret(newSecret()),
          sessionId,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          usedAt: null,
        })
        .execute();
      const accessToken = await platform.tokens.signAccessToken(
        { userId: id, sessionId },
        createdAt,
        expiresAt,
      );
      return {
        userId: id,
        sessionId,
        accessToken,
        request: requester(next, { authorization: `Bearer ${accessToken}` }),
      };
    },
  };
}

function requester(server: () => Server, headers: Record<string, string>): Request {
  return async (target, options = {}) => {
    const [method = 'GET', url = '/'] = target.split(' ', 2);
    const { app, clockErrorMs } = server();
    const operation = findOperation(method, url.split('?', 1)[0] ?? '');
    const isStream = operation?.responses[200]?.content?.[eventStream] !== undefined;
    // Awaited inside: a call begins when somebody waits for it.
    const response = await withClockError(
      clockErrorMs,
      async () =>
        await app.inject({
          method: method as 'GET',
          url,
          headers: { ...headers, ...options.headers },
          ...(options.cookies ? { cookies: options.cookies } : {}),
          ...(options.remoteAddress ? { remoteAddress: options.remoteAddress } : {}),
          ...(options.body === undefined ? {} : { payload: options.body as object }),
          payloadAsStream: isStream,
        }),
    );
    const text = isStream ? await readStart(response) : response.body;
    const isJson = /json/.test(String(response.headers['content-type']));
    const answer = {
      status: response.statusCode,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
      cookies: response.cookies as Answer['cookies'],
    };
    checkAnswer(method, url, answer);
    return answer;
  };
}

/** The first events of an endless answer, which it then leaves; of any other answer everything. */
async function readStart(response: LightMyRequestResponse): Promise<string> {
  const isEndless = String(response.headers['content-type']).startsWith(eventStream);
  const parts: Buffer[] = [];
  for await (const part of response.stream()) {
    parts.push(part);
    if (isEndless) break;
  }
  if (isEndless) response.raw.res.destroy();
  return Buffer.concat(parts).toString();
}

/** The cookies of an answer, in the form to send them back. */
export function cookiesOf(answer: Answer): Record<string, string> {
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
}
