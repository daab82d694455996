import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { listAttempts } from '../ingest/attempts/attempt.repository.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { testMail } from '../mail/templates/account-mails.ts';
import { findUpkeep } from '../upkeep/upkeep.repository.ts';
import { findDatabaseVersion, findLastBackup, findMailFacts, findPaymentFacts } from './system.repository.ts';
import {
  type AdapterState,
  backupState,
  cleanUpState,
  type IngestFacts,
  ingestState,
  mailState,
  paymentState,
} from './system.rules.ts';

/** What the process knows about its surroundings, without secrets. */
export interface SystemParts {
  version: string;
  engine: 'pglite' | 'postgres';
  /** Host and port of the mail server; undefined: mail goes into a folder. */
  mailServer: string | undefined;
  video: { name: string; videos: readonly string[] };
  ingest: () => IngestFacts;
  /** undefined: no outside system keeps videos. */
  remoteVideo: { name: string; check: () => Promise<unknown> } | undefined;
  /** undefined: nothing can be bought. */
  payment: { name: string } | undefined;
  /** A check throws when the store or the provider does not answer. */
  storage: { name: string; check: () => Promise<unknown> };
  providers: ReadonlyArray<{ name: string; issuer: string; check: () => Promise<unknown> }>;
}

interface Deps {
  db: Db;
  now: () => Date;
  system: SystemParts;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

const links = [{ title: 'API reference', href: '/docs/' }];

export function systemHandlers({
  db,
  now,
  system,
  originOf,
  wakeOutbox,
}: Deps): Handlers<'getSystemState' | 'sendTestMail'> {
  return {
    async getSystemState() {
      const instant = now();
      const attempts = await listAttempts(db, null);
      const [databaseVersion, mail, lastBackup, upkeep, payment, storage, remoteVideo, ...providers] =
        await Promise.all([
          findDatabaseVersion(db),
          findMailFacts(db),
          findLastBackup(db),
          findUpkeep(db),
          findPaymentFacts(db),
          checked(storageOk(system.storage), system.storage.check, instant),
          system.remoteVideo && checked(remoteOk(system.remoteVideo), system.remoteVideo.check, instant),
          ...system.providers.map((provider) => checked(providerOk(provider), provider.check, instant)),
        ]);
      const adapters: AdapterState[] = [
        databaseState(system.engine, databaseVersion),
        videoState(system.video),
        ingestState(system.ingest()),
        ...(remoteVideo ? [remoteVideo] : []),
        mailState(system.mailServer, mail, instant),
        storage,
        paymentState(system.payment, payment, instant),
        ...providers,
      ];
      return {
        status: 200,
        body: {
          at: instant.toISOString(),
          version: system.version,
          adapters,
          backup: backupState(lastBackup, instant),
          cleanUp: cleanUpState(upkeep),
          attempts,
          links,
        },
      };
    },

    async sendTestMail({ request }) {
      const { userId, email } = signedInUser(request);
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        await enqueueMail(trx, email, testMail(origin));
        await recordChange(trx, request, {
          action: 'sendTestMail',
          entityId: userId,
          before: null,
          after: { email },
        });
      });
      wakeOutbox();
      return { status: 204 };
    },
  };
}

function databaseState(engine: SystemParts['engine'], version: string): AdapterState {
  const isServer = engine === 'postgres';
  return {
    kind: 'database',
    name: isServer ? `PostgreSQL ${version}` : `PGlite, PostgreSQL ${version} inside the server`,
    state: 'ok',
    detail: isServer ? 'It answers.' : 'It answers. For many viewers, use a PostgreSQL of its own.',
    lastError: null,
  };
}

function videoState({ name, videos }: SystemParts['video']): AdapterState {
  const known = videos.length === 1 ? '1 video' : `${videos.length} videos`;
  return {
    kind: 'video',
    name,
    lastError: null,
    state: videos.length === 0 ? 'failed' : 'ok',
    detail: `It has ${known}${videos.length > 0 ? `: ${videos.join(', ')}` : ''}.`,
  };
}

const remoteOk = ({ name }: { name: string }): AdapterState => ({
  kind: 'video',
  name,
  state: 'ok',
  lastError: null,
  detail: 'It answers, and accepts the key of this server.',
});

const storageOk = ({ name }: SystemParts['storage']): AdapterState => ({
  kind: 'storage',
  name,
  state: 'ok',
  detail: 'It answers.',
  lastError: null,
});

const providerOk = ({ name, issuer }: SystemParts['providers'][number]): AdapterState => ({
  kind: 'provider',
  name,
  state: 'ok',
  detail: `${issuer} answers.`,
  lastError: null,
});

/** Long enough for a store far away; the page must not hang on one that is away. */
const checkMs = 6_000;

/** @param ok the state when the check passes. */
async function checked(ok: AdapterState, check: () => Promise<unknown>, now: Date): Promise<AdapterState> {
  const late = new AbortController();
  try {
    await Promise.race([check(), lateError(late.signal)]);
    return ok;
  } catch (error) {
    const lastError = { at: now.toISOString(), detail: codeOf(error) };
    return { ...ok, state: 'failed', detail: 'It does not answer.', lastError };
  } finally {
    late.abort();
  }
}

async function lateError(signal: AbortSignal): Promise<never> {
  await wait(checkMs, undefined, { signal, ref: false }).catch(() => {});
  throw Object.assign(new Error('the check took too long'), { code: 'ETIMEDOUT' });
}

/** Only a code: messages may hold addresses and keys. */
function codeOf(error: unknown): string {
  const { reason, code, name } = error as Record<'reason' | 'code' | 'name', unknown>;
  const text = String(reason ?? code ?? name ?? 'unknown');
  return /^[\w .-]{1,100}$/.test(text) ? text : 'unknown';
}
