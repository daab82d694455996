/** What the stand-in remembers. With a folder, it survives a restart: one JSON file, replaced as a whole. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  Charge,
  Coupon,
  CouponScope,
  Dispute,
  LineItem,
  PaymentIntent,
  Price,
  Product,
  PromotionCode,
  ProviderEvent,
  Refund,
  Session,
} from './wire.ts';

export interface SessionRecord {
  session: Session;
  lineItems: LineItem[];
  /** What the payment intent takes over when the buyer pays. */
  intent: { metadata: Record<string, string>; description: string | null; receiptEmail: string | null };
}

export interface EventRecord {
  event: ProviderEvent;
  /** `none`: the endpoint does not ask for events of this type. */
  delivery: 'none' | 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Milliseconds. */
  dueAt: number;
  lastAnswer: string;
}

/** The answer that an idempotency key repeats. */
export interface SavedAnswer {
  /** Method, path and parameters. */
  request: string;
  status: number;
  body: string;
  at: number;
}

/** Something that happens by itself later: a bank debit or a refund arrives or fails. Milliseconds. */
export interface Settlement {
  dueAt: number;
  succeeds: boolean;
}

export class State {
  readonly products = new Map<string, Product>();
  readonly prices = new Map<string, Price>();
  readonly coupons = new Map<string, Coupon>();
  /** By the id of the coupon. */
  readonly couponScopes = new Map<string, CouponScope>();
  readonly promotionCodes = new Map<string, PromotionCode>();
  readonly sessions = new Map<string, SessionRecord>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly events = new Map<string, EventRecord>();
  readonly answers = new Map<string, SavedAnswer>();
  /** By the id of a session or refund. */
  readonly settlements = new Map<string, Settlement>();
  /** The port of the last start, so that stored addresses of payment pages stay valid. */
  readonly ports = new Map<'last', number>();
}

const mapNames = Object.keys(new State()) as Array<keyof State>;

export interface StateFile {
  state: State;
  /** Resolves when everything that was changed before the call is on the disk. */
  save(): Promise<void>;
}

/** @param folder undefined: in memory only. */
export async function openState(folder: string | undefined): Promise<StateFile> {
  const state = new State();
  if (folder === undefined) return { state, save: async () => {} };
  const file = path.join(folder, 'payments.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) restore(state, text);
  await mkdir(folder, { recursive: true });

  const write = async () => {
    // A change may consist of several steps that run without a pause.
    await new Promise((resolve) => setImmediate(resolve));
    const all = Object.fromEntries(mapNames.map((name) => [name, [...state[name]]]));
    await writeFile(`${file}.new`, JSON.stringify(all), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const save = (): Promise<void> => {
    if (running === undefined) {
      running = write().finally(() => {
        running = undefined;
      });
      return running;
    }
    // The write in hand may have read too early; all calls until it ends share the one after it.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return save();
      });
    return next;
  };
  return { state, save };
}

function restore(state: State, text: string): void {
  const all: Record<string, Array<[string, unknown]>> = JSON.parse(text);
  for (const name of mapNames) {
    const map: Map<string, unknown> = state[name];
    for (const [key, value] of all[name] ?? []) map.set(key, value);
  }
}

/** 24 characters that nobody guesses. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;
}

/** The newest first, as the provider lists. */
export function newestFirst<T>(map: Map<string, T>): T[] {
  return [...map.values()].reverse();
}
