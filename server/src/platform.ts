/**
 * The parts that the server is made of, built once and passed to the app, its handlers, the jobs and the tests alike.
 * A new part is a line of `openOutside`, if it reaches out of the process, or else of `assemble`. Nobody passes it on: who
 * needs it names it in its own `Deps`, and the types find it. The settings of `Config` are parts as well.
 */
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { findPlayback, type PlaybackKey } from './competitions/find-playback.ts';
import { PlaybackMemory } from './competitions/playback-memory.ts';
import type { Config } from './config.ts';
import { Changes } from './db/changes.ts';
import type { OpenDatabase } from './db/engines.ts';
import { hasDemoAccounts, hasDemoId, hasPaymentStandIn, showsDemoMail } from './demo/demo-parts.ts';
import { RefusalCounter } from './desk/refusal-counter.ts';
import { Failures } from './failures.ts';
import { type Disk, freeBytesOf, watchDisk } from './health/free-disk.ts';
import { watchEventLoop } from './health/pressure.ts';
import type { ClientFolders } from './http/client-files.ts';
import { timeLimits } from './http/limits/time-limits.ts';
import { linkOrigin } from './http/link-origin.ts';
import { requestScheme } from './http/request-scheme.ts';
import { createProofsOfWork } from './identity/limits/proof-of-work.ts';
import { createPasskeyChallenges } from './identity/passkeys/passkey-challenges.ts';
import { createOidcClient } from './identity/providers/oidc-client.ts';
import { createKeyring } from './identity/sessions/keyring.ts';
import { createKnownDevices } from './identity/sessions/known-device.ts';
import { createSessionMemory } from './identity/sessions/session-memory.ts';
import { loadSigningKeys } from './identity/sessions/signing-keys.ts';
import { createTokens } from './identity/sessions/tokens.ts';
import { Ingest } from './ingest/ingest.ts';
import type { Loop } from './loop.ts';
import { mailServerName } from './mail/mailer.ts';
import { createLocalProvider } from './media/origin/local-provider.ts';
import { loopedOrigin } from './media/origin/videos/looped-origin.ts';
import { loadLoopedVideo } from './media/origin/videos/looped-video.ts';
import { createPictureEncoder } from './media/pictures/picture-encoder.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import { withRemote } from './media/remote/remote-provider.ts';
import {
  createMailer,
  createPaymentProvider,
  createRemoteProvider,
  openObjectBucket,
  outboxFolderOf,
  startDemoId,
  startPayments,
} from './outside.ts';
import { listPings } from './playback/lease.repository.ts';
import { leaveOrders } from './shop/claims/leave-orders.ts';
import { PlaybackEvidence } from './shop/compensation/playback-evidence.ts';
import { createQuiet } from './upkeep/quiet.ts';
import { findUpkeep } from './upkeep/upkeep.repository.ts';

/** What there must be before the rest: the demo is seeded in between. */
export interface Ground {
  log: FastifyBaseLogger;
  database: Omit<OpenDatabase, 'listen'>;
  /** The time of the database, which all servers on it share. It steps when somebody sets it. */
  now: () => Date;
  /** Milliseconds that never step; only differences mean something. */
  steady: () => number;
  pictures: PictureStore;
  /** Built client and docs; undefined: only the API and the media. */
  clientFolders: Promise<ClientFolders | undefined>;
}

type Outside = Awaited<ReturnType<typeof openOutside>>;
type Assembled = ReturnType<typeof assemble>;
export interface Platform extends Config, Omit<Ground, keyof Outside>, Outside, Assembled {}

const demoVideoFolder = fileURLToPath(new URL('../assets/demo/video/', import.meta.url));

/**
 * @param life gets what has to be released.
 * @param differing parts in place of the usual ones, for tests.
 */
export async function buildPlatform(
  config: Config,
  ground: Ground,
  life: AsyncDisposableStack,
  differing: Partial<Platform> = {},
): Promise<Platform> {
  const outside = { ...(await openOutside(config, ground, life)), ...differing };
  return {
    ...config,
    ...ground,
    ...outside,
    ...assemble({ ...config, ...ground, ...outside }, life),
    ...differing,
  };
}

async function openOutside(config: Config, ground: Ground, life: AsyncDisposableStack) {
  const { database, now } = ground;
  const isQuiet = await createQuiet(database.db);
  const disk = diskOf(config, database);
  const eventLoop = life.use(watchEventLoop());
  const demoId = life.use(hasDemoId(config) ? await startDemoId() : undefined);
  const address: { webhookUrl?: string } = {};
  const payments = life.use(
    hasPaymentStandIn(config) ? await startPayments(config, () => address.webhookUrl) : undefined,
  );
  return {
    disk,
    eventLoop,
    /** True from a restore until the operator's command: the platform speaks to nobody. */
    isQuiet,
    /** The stand-in of the payment provider. */
    payments,
    /** Known when the server listens. */
    address,
    /** Encodes pictures. */
    encoder: life.use(createPictureEncoder()),
    /** undefined: all videos are this server's own. */
    remoteProvider: await createRemoteProvider(config, isQuiet),
    signingKeys: await loadSigningKeys(database.db, now()),
    /** Takes the recordings as well; undefined: they are on the disk alone. */
    bucket: await openObjectBucket(config),
    mailer: createMailer(config),
    clientFolders: await ground.clientFolders,
    /** undefined: nothing can be bought. */
    paymentProvider: await createPaymentProvider(config.stripe ?? payments?.settings, config, {
      isQuiet,
      platformId: (await findUpkeep(database.db)).platformId,
    }),
    /** The videos that the server repeats for ever. */
    videos: new Map([['demo', await loadLoopedVideo(demoVideoFolder)]]),
    /** Sign-in providers. */
    providers: (demoId ? [demoId.settings] : (config.oidcProviders ?? [])).map(createOidcClient),
    /** How long a client may take. */
    times: timeLimits,
  };
}

function assemble(parts: Config & Omit<Ground, keyof Outside> & Outside, life: AsyncDisposableStack) {
  const { log, database, now, disk, publicUrl, signingKeys, remoteProvider, videos } = parts;
  const { db } = database;
  const changes = new Changes();
  const failures = new Failures(log);
  const secret = signingKeys.mediaKey;
  // The embedded engine does not recover from a write on a full disk.
  const isPaused = async () =>
    (await parts.isQuiet()) || (disk.holds === 'database' && (await disk.check()).level === 'spent');
  const ingest = life.use(
    new Ingest({
      ...parts,
      db,
      failures,
      mediaKey: secret,
      isPaused,
      provider: remoteProvider,
      port: parts.rtmpPort,
      tls: parts.rtmpTls,
      publicUrl: parts.rtmpPublicUrl,
    }),
  );
  changes.subscribe(ingest.broadcasts);
  const looped = new Map([...videos].map(([videoId, video]) => [videoId, loopedOrigin(videoId, video)]));
  const local = createLocalProvider({
    signingKey: secret,
    knowsVideo: async (videoId) => videos.has(videoId) || (await ingest.broadcasts.knows(videoId)),
  });
  const onKeyringError = (error: unknown) =>
    log.warn({ err: error }, 'the signing keys could not be read: the next token retries');
  const jobs: { outbox?: Loop; push?: Loop; shop?: Loop; compensation?: Loop; replays?: Loop } = {};
  return {
    db,
    changes,
    failures,
    /** A key that never leaves the server; other keys are derived from it. */
    secret,
    /** For which browsers subscribe to push messages. */
    pushPublicKey: signingKeys.pushKey.publicKey,
    tokens: createTokens(createKeyring(db, { ...signingKeys, now, onError: onKeyringError })),
    knownDevices: createKnownDevices(secret),
    passkeyChallenges: createPasskeyChallenges(secret),
    proofsOfWork: createProofsOfWork(secret, now),
    /** The origin of the links in mails. */
    originOf: (request: FastifyRequest) => linkOrigin(request, publicUrl),
    /** What is bought stays with who paid. */
    onTakeOver: leaveOrders,
    isSecure: (request: FastifyRequest) => (publicUrl ?? requestScheme(request)).startsWith('https'),
    /** True while no job may run: nothing may be stored, or the platform is quiet. */
    isPaused,
    /** After an error that nothing caught no request begins any more. */
    crash: { hasBegun: false },
    /** The measures of overload. */
    pressure: {
      eventLoopDelayMs: parts.eventLoop.delayMs,
      databaseWaitMs: () => database.load().longestWaitMs,
    },
    connections: { most: parts.connectionsMax, mostPerAddress: parts.connectionsPerAddressMax },
    ingest,
    findVideo: (videoId: string) => looped.get(videoId) ?? ingest.broadcasts.videoOf(videoId),
    videoProvider: remoteProvider ? withRemote({ local, remote: remoteProvider, signingKey: secret }) : local,
    /** Counts refused devices, for the desk. */
    refusals: new RefusalCounter(),
    /** Counts what viewers got. */
    evidence: new PlaybackEvidence(),
    playbackMemory: new PlaybackMemory({
      changes,
      now,
      find: (key: PlaybackKey) => findPlayback(db, key, now()),
      listPings: (leaseIds) => listPings(db, leaseIds),
    }),
    sessionMemory: createSessionMemory({ db, now, changes }),
    /** Those that can be woken, once they run here. Before that they need not be: each begins with a look. */
    jobs,
    /** Called after the commit of a transaction that adds mail to the outbox. */
    wakeOutbox: () => jobs.outbox?.wake(),
    /** Called after a commit that adds messages for devices. */
    wakePush: () => jobs.push?.wake(),
    /** Called when something became due for the shop's job. */
    wakeShop: () => jobs.shop?.wake(),
    /** Called when a compensation was confirmed. */
    wakeCompensation: () => jobs.compensation?.wake(),
    /** Called when a recording may be ready. */
    wakeReplays: () => jobs.replays?.wake(),
    /** Where mail goes, for people; undefined: into a folder. */
    mailServer: parts.smtpUrl && mailServerName(parts.smtpUrl),
    /** Refuses requests that do not come from this machine. */
    onlyLocal: hasDemoAccounts(parts),
    /** The folder of the demo's mails; undefined: no page shows them. */
    demoMailFolder: showsDemoMail(parts) ? outboxFolderOf(parts) : undefined,
  };
}

function diskOf({ objectStore, minFreeDiskBytes, dataDir }: Config, { engine }: Ground['database']): Disk {
  const holds = engine === 'pglite' ? 'database' : objectStore ? 'nothing' : 'files';
  return watchDisk(holds, minFreeDiskBytes, () => freeBytesOf(dataDir));
}
