/**
 * The time that servers on one database agree on: the database's. Whatever is stored, or compared with what is stored,
 * takes it from here. Between two measurements it goes on by this machine's steady clock, so it costs no query, does
 * not care about the machine's date, and lasts while the database is away.
 */
import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { OpenDatabase } from './engines.ts';

export interface DatabaseClock extends Disposable {
  now: () => Date;
}

const measureEveryMs = 30_000;
const retryAfterMs = 5_000;
const samplesPerMeasurement = 5;
/** A machine that slept, or whose date was set. The steady clock may have stood still meanwhile. */
const gapMs = 500;
/** What is timed in seconds does not notice less. */
const leastStepMs = 2_000;

/** Somebody set the date, or a standby took the database over. */
interface ClockStep {
  /** The time from now on. */
  now: Date;
  /** How far it is from what it was, in milliseconds. */
  stepMs: number;
}

interface ClockOptions {
  /** Called when a later reading fails; the clock goes on by the last one. */
  onError: (error: unknown) => void;
  /** Called before the new time is told to anybody. */
  onStep?: (step: ClockStep) => Promise<void>;
}

/**
 * Reads the database's time once, then again and again.
 * @throws when the first reading fails.
 */
export async function startDatabaseClock(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  options: ClockOptions,
): Promise<DatabaseClock> {
  // The embedded database has this process to itself and takes the time from this machine.
  return followClock(engine === 'pglite' ? async () => Date.now() : () => readMs(db), options);
}

/** For a command that needs the time once. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  return new Date(await readMs(db));
}

/** @param read asks for the milliseconds since 1970. */
export async function followClock(
  read: () => Promise<number>,
  { onError, onStep }: ClockOptions,
): Promise<DatabaseClock> {
  const steadyOrigin = () => Date.now() - performance.now();
  let origin = steadyOrigin();
  let offset = await readOffset(read);
  let isMeasuring = false;
  let isStopped = false;
  let timer = setTimeout(() => measure().catch(onError), measureEveryMs).unref();

  async function measure() {
    clearTimeout(timer);
    isMeasuring = true;
    origin = steadyOrigin();
    let nextMs = measureEveryMs;
    try {
      const measured = await readOffset(read, offset);
      const stepMs = measured - offset;
      if (Math.abs(stepMs) > leastStepMs)
        await onStep?.({ now: new Date(performance.now() + measured), stepMs }).catch(onError);
      offset = measured;
    } catch (error) {
      nextMs = retryAfterMs;
      if (!isStopped) onError(error);
    }
    isMeasuring = false;
    if (!isStopped) timer = setTimeout(() => measure().catch(onError), nextMs).unref();
  }

  return {
    now() {
      if (!isMeasuring && Math.abs(steadyOrigin() - origin) > gapMs) measure().catch(onError);
      return new Date(performance.now() + offset);
    },
    [Symbol.dispose]() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * What to add to `performance.now()`. The database looked at its clock at some moment of the trip, so the shortest trip
 * says most. A known offset that it does not refute stays: then the time has neither jumps nor steps back.
 */
async function readOffset(read: () => Promise<number>, known?: number): Promise<number> {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let samples = 0; samples < samplesPerMeasurement; samples++) {
    const sent = performance.now();
    const databaseMs = await read();
    const got = performance.now();
    if (got - sent < most - least) [least, most] = [databaseMs - got, databaseMs - sent];
  }
  return Math.min(Math.max(known ?? (least + most) / 2, least), most);
}

async function readMs(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
  `.execute(db);
  return Number(rows[0]?.ms);
}
