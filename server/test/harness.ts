/** Starts a real server with its own database and a clock that tests can move. One per test file. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { type AppParts, buildApp } from '../src/app.ts';
import type { Db } from '../src/db/database.ts';
import { type OpenDatabase, openDatabase } from '../src/db/engines.ts';
import { hashSecret, newSecret } from '../src/identity/one-time-secret.ts';
import { createKeyring } from '../src/identity/sessions/keyring.ts';
import { loadSigningKeys, type SigningKeys } from '../src/identity/sessions/signing-keys.ts';
import { createTokens } from '../src/identity/sessions/tokens.ts';
import type { Mailer } from '../src/mail/mailer.ts';
import { type OutboxWorker, startOutboxWorker } from '../src/mail/outbox-worker.ts';
import { loadLoopedVideo } from '../src/media/origin/looped-video.ts';
import { createPictureEncoder } from '../src/media/pictures/picture-encoder.ts';
import { createPictureFolder } from '../src/media/pictures/picture-folder.ts';
import { checkAnswer } from './contract/contract-check.ts';
import { insertUser } from './factories.ts';
import { type OnQuery, openTestDatabase } from './test-database.ts';

const videoFolder = fileURLToPath(new URL('../assets/demo/video/', import.meta.url));

export interface TestApi {
  app: FastifyInstance;
  db: Db;
  keys: SigningKeys;
  /** Undefined on PGlite. */
  databaseUrl: string | undefined;
  /** Follows the machine's clock until `stop` freezes it, for tests of exact times. `reset` undoes all changes. */
  clock: { now(): Date; advance(ms: number): void; stop(): void; reset(): void };
  /** The log, line by line. */
  log: string[];
  request: Request;
  /** Signs in a device of a new user, or one more device of `userId`, with these scopes. */
  signInAs(options?: { scopes?: string[]; userId?: string }): Promise<Device>;
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

/** Registers its own clean-up: call it at the top level of a test file. */
export async function startApi(
  { providers = [], ...overrides }: Partial<AppParts['config']> & Pick<AppParts, 'providers'> = {},
  onQuery?: OnQuery,
  {
    mailer,
    ...parts
  }: Partial<Pick<AppParts, 'pressure' | 'disk' | 'metricsToken' | 'demoMailFolder'>> & {
    /** Sends the mails of the outbox; without it they wait there. */
    mailer?: Mailer;
  } = {},
): Promise<TestApi> {
  const life = new AsyncDisposableStack();
  // Registered first, so that a failed start also leaves nothing behind.
  afterAll(() => life.disposeAsync());
  const database = life.use(await openTestDatabase(onQuery));
  const { db } = database;
  const folder = await mkdtemp(path.join(tmpdir(), 'ringside-data-'));
  life.defer(() => rm(folder, { recursive: true, force: true }));
  const keys = await loadSigningKeys(db, new Date());
  const fail = (error: unknown) => {
    throw error;
  };
  const log: string[] = [];
  let offset = 0;
  let stoppedAt: number | undefined;
  const clock = {
    now: () => new Date((stoppedAt ?? Date.now()) + offset),
    advance: (ms: number) => {
      offset += ms;
    },
    stop: () => {
      stoppedAt = Date.now();
    },
    reset: () => {
      offset = 0;
      stoppedAt = undefined;
    },
  };
  const tokens = createTokens(createKeyring(db, { ...keys, now: clock.now, onError: fail }));
  const start = async (on: OpenDatabase, signingKeys: SigningKeys): Promise<FastifyInstance> => {
    let outbox: OutboxWorker | undefined;
    const server = await buildApp({
      config: { publicUrl: undefined, allowedOrigins: [], trustProxy: [], logLevel: 'info', ...overrides },
      database: on,
      signingKeys,
      videos: new Map([['demo', await loadLoopedVideo(videoFolder)]]),
      pictures: life.use(createPictureFolder(path.join(folder, 'pictures'))),
      encoder: life.use(createPictureEncoder()),
      wakeOutbox: () => outbox?.wake(),
      providers,
      now: clock.now,
      logStream: { write: (line) => void log.push(line) },
      ...parts,
    });
    life.use(server);
    await server.ready();
    if (mailer) outbox = life.use(startOutboxWorker({ db: on.db, mailer, log: server.log }));
    return server;
  };
  const app = await start(database, keys);

  const request = requester(app, {});
  return {
    app,
    db,
    keys,
    databaseUrl: database.databaseUrl,
    clock,
    log,
    request,
    async startSecondServer() {
      const { databaseUrl } = database;
      const own = databaseUrl === undefined ? undefined : await openDatabase({ databaseUrl, dataDir: '' });
      life.use(own);
      const on = own ?? database;
      const second = await start(on, await loadSigningKeys(on.db, clock.now()));
      return (device) => requester(second, device ? { authorization: `Bearer ${device.accessToken}` } : {});
    },
    async signInAs({ scopes = [], userId } = {}) {
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
      const accessToken = await tokens.signAccessToken({ userId: id, sessionId }, createdAt, expiresAt);
      return {
        userId: id,
        sessionId,
        accessToken,
        request: requester(app, { authorization: `Bearer ${accessToken}` }),
      };
    },
  };
}

function requester(app: FastifyInstance, headers: Record<string, string>): Request {
  return async (target, options = {}) => {
    const [method = 'GET', url = '/'] = target.split(' ', 2);
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...options.headers },
      ...(options.cookies ? { cookies: options.cookies } : {}),
      ...(options.remoteAddress ? { remoteAddress: options.remoteAddress } : {}),
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
    const isJson = /json/.test(String(response.headers['content-type']));
    const answer = {
      status: response.statusCode,
      body: isJson && response.body ? JSON.parse(response.body) : response.body,
      headers: response.headers,
      cookies: response.cookies as Answer['cookies'],
    };
    checkAnswer(method, url, answer);
    return answer;
  };
}

/** The cookies of an answer, in the form to send them back. */
export function cookiesOf(answer: Answer): Record<string, string> {
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
}
