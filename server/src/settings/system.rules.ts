import { waitMs as cleanUpWaitMs } from '../upkeep/clean-up.rules.ts';

/** What the page of the system says about each thing that the server works with. Pure: callers pass the time. */

export interface AdapterState {
  kind: 'database' | 'video' | 'mail' | 'storage' | 'payment' | 'provider';
  /** What runs. */
  name: string;
  state: 'ok' | 'warning' | 'failed' | 'missing';
  /** The state in words, with what to do. */
  detail: string;
  /** Without secrets. */
  lastError: { at: string; detail: string } | null;
}

const hour = 3_600_000;
const day = 24 * hour;
/** A fault of a mail counts as present for as long as mails are tried again soon. */
const recentFaultMs = hour;
const oldBackupMs = 2 * day;

export interface MailFacts {
  waiting: number;
  /** The last failed attempt. */
  lastFault: { at: string; detail: string } | null;
  /** The last mail that was sent. */
  lastSentAt: string | null;
}

/** @param server where mail goes; undefined: into a folder, where it reaches nobody. */
export function mailState(server: string | undefined, facts: MailFacts, now: Date): AdapterState {
  const { waiting, lastFault, lastSentAt } = facts;
  const shared = { kind: 'mail', lastError: lastFault } as const;
  const wait = `${waiting} ${waiting === 1 ? 'mail waits' : 'mails wait'}.`;
  if (server === undefined)
    return {
      ...shared,
      name: 'A folder of this machine',
      state: 'missing',
      detail: 'Mail reaches nobody: set SMTP_URL.',
    };
  const isFailing =
    lastFault !== null &&
    now.getTime() - Date.parse(lastFault.at) < recentFaultMs &&
    (lastSentAt === null || Date.parse(lastSentAt) < Date.parse(lastFault.at));
  return isFailing
    ? { ...shared, name: server, state: 'failed', detail: `The last mail could not be sent. ${wait}` }
    : { ...shared, name: server, state: 'ok', detail: wait };
}

export interface IngestFacts {
  /** Where encoders connect; undefined: nowhere. */
  port: number | undefined;
  tlsPort: number | undefined;
  ladder: 'on' | 'off' | 'missing';
  /** The port of SRT; `missing`: there is no ffmpeg for it. */
  srt: number | 'off' | 'missing';
}

export function ingestState({ port, tlsPort, ladder, srt }: IngestFacts): AdapterState {
  const encrypted = tlsPort === undefined ? 'not encrypted' : `encrypted on port ${tlsPort}`;
  const door =
    port === undefined ? 'No port is open for encoders.' : `Encoders come on port ${port}, ${encrypted}.`;
  const other = {
    off: 'SRT is off: SRT_PORT opens it.',
    missing: 'SRT_PORT is set, but the PATH has no ffmpeg with libsrt: install it, and restart.',
  };
  const bySrt = typeof srt === 'number' ? `By SRT they come on UDP port ${srt}, encrypted.` : other[srt];
  const pictures = {
    on: 'ffmpeg makes smaller pictures for slower networks.',
    off: 'Viewers get the picture of the encoder alone: LADDER=1 adds smaller ones.',
    missing: 'LADDER is set, but there is no ffmpeg on the PATH: install it, and restart.',
  }[ladder];
  return {
    kind: 'video',
    name: 'Live ingest',
    lastError: null,
    state: ladder === 'missing' || srt === 'missing' ? 'warning' : 'ok',
    detail: `${door} ${bySrt} ${pictures}`,
  };
}

/** How long a fault of the webhook is shown: what is mended sends no other one. */
const webhookFaultMs = 7 * day;

export interface PaymentFacts {
  /** How many payments have no order here, since a backup was restored. */
  lostOrders: number;
  /** The last message of the provider that is not as it should be. */
  webhookFault: { at: string; detail: string } | null;
}

export function paymentState(
  payment: { name: string } | undefined,
  { lostOrders, webhookFault }: PaymentFacts,
  now: Date,
): AdapterState {
  const isRecent = webhookFault !== null && now.getTime() - Date.parse(webhookFault.at) < webhookFaultMs;
  const lastError = isRecent ? webhookFault : null;
  const shared = { kind: 'payment', name: payment?.name ?? 'None', lastError } as const;
  if (lostOrders > 0) {
    const [count, verb] = lostOrders === 1 ? ['1 payment', 'has'] : [`${lostOrders} payments`, 'have'];
    const detail = `${count} ${verb} no order here: the command pnpm admin rebuild-orders makes it again.`;
    return { ...shared, state: 'failed', detail };
  }
  return payment === undefined
    ? {
        ...shared,
        state: 'missing',
        detail: 'Nothing can be bought: set it up, or grant accesses yourself.',
      }
    : lastError === null
      ? { ...shared, state: 'ok', detail: 'It is set up.' }
      : { ...shared, state: 'warning', detail: webhookAdvice };
}

const webhookAdvice =
  'A message of the provider was refused, or has another version. Compare the webhook at the provider with the guide for operators: account, mode and API version.';

/** @param lastAt of the last backup; null: none is known. */
export function backupState(lastAt: string | null, now: Date) {
  if (lastAt === null)
    return {
      lastAt,
      state: 'missing' as const,
      detail: 'No backup is known. The command pnpm admin backup makes one and notes it here.',
    };
  const age = Math.max(0, now.getTime() - Date.parse(lastAt));
  return {
    lastAt,
    state: age > oldBackupMs ? ('warning' as const) : ('ok' as const),
    detail: `The last backup is ${inWords(age)} old.`,
  };
}

/** @param waitedMs how long the clean-up has waited since the date leapt; null: it does not wait. */
export function cleanUpState({ cleanedAt, waitedMs }: { cleanedAt: string; waitedMs: number | null }) {
  if (waitedMs === null)
    return { lastAt: cleanedAt, state: 'ok' as const, detail: 'It deletes what is old every 10 minutes.' };
  const left = Math.max(1, Math.ceil((cleanUpWaitMs - waitedMs) / hour));
  return {
    lastAt: cleanedAt,
    state: 'warning' as const,
    detail:
      'The date has leapt, or no server ran for an hour: nothing old is deleted for ' +
      `${left} more ${left === 1 ? 'hour' : 'hours'}. Look at the date of the database. ` +
      'If it is right, the command pnpm admin release-clean-up ends the wait.',
  };
}

function inWords(ms: number): string {
  const [count, unit] = ms < 2 * day ? [Math.floor(ms / hour), 'hour'] : [Math.floor(ms / day), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
