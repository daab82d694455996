/**
 * Applies the limits of attempt.rules.ts to every operation that can be used to guess, to flood or to send mails; the
 * contract names them (`x-ringside.limited`). It wraps the handlers, which do not know about it. Every attempt is
 * counted before it runs, so that a hundred at once count as a hundred. Where only failures count, it is given back
 * when it did not fail. Where neighbours share a counter, a proof of work takes the place of its wait.
 */
import type { FastifyRequest } from 'fastify';
import { contractOperations } from '../../contract/document.ts';
import type { Handlers, OperationId } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { ProblemError, problem, type Work } from '../../http/problems.ts';
import {
  type Counted,
  countAttempt,
  counterKey,
  deleteCounters,
  listWaits,
  refundAttempt,
} from './attempt.repository.ts';
import { inWords, type Limit, longestWait } from './attempt.rules.ts';
import {
  type Counter,
  countedElsewhere,
  type LimitSources,
  limitsOf,
  type OperationLimit,
} from './limited-operations.ts';
import type { ProofsOfWork } from './proof-of-work.ts';

interface Deps extends LimitSources {
  db: Db;
  now: () => Date;
  proofsOfWork: ProofsOfWork;
}

/** @returns the handlers, with the limited ones wrapped. @throws when the contract names an unknown limit. */
export function limitAttempts(handlers: Handlers, deps: Deps): Handlers {
  const limits: Record<string, unknown> = limitsOf(deps);
  const limited = contractOperations
    .filter(({ facts: { limited } }) => limited !== 'none' && limited !== countedElsewhere)
    .map(({ operationId, facts }) => {
      const limit = limits[facts.limited];
      if (limit === undefined) throw new Error(`${operationId}: there is no limit ${facts.limited}`);
      return [operationId, behindLimit(handlers[operationId] as AnyHandler, limit as AnyLimit, deps)];
    });
  return { ...handlers, ...Object.fromEntries(limited) };
}

/** What the handler of a limited call knows of its attempt. */
export interface Attempt {
  /** The key of its first counter, for what gives it back later (`refundAttempt`). */
  counter: string;
  /** Set by the handler when nothing new came of the call: then it is given back at once. */
  isRepetition: boolean;
}

const attempts = new WeakMap<FastifyRequest, Attempt>();

export function attemptOf(request: FastifyRequest): Attempt | undefined {
  return attempts.get(request);
}

type AnyHandler = (call: { request: FastifyRequest }) => Promise<unknown>;
type AnyLimit = Pick<OperationLimit<OperationId>, 'isFailure'> & {
  counters: (call: { request: FastifyRequest }) => Counter[] | Promise<Counter[]>;
};

function behindLimit(
  handler: AnyHandler,
  { counters, isFailure }: AnyLimit,
  { db, now, proofsOfWork }: Deps,
): AnyHandler {
  return async (call) => {
    const mine = (await counters(call))
      .map(budgetOf)
      .map((counter) => ({ ...counter, key: counterKey(...counter.name) }));
    const counted = await countAll(mine);
    const attempt: Attempt = { counter: mine[0]?.key ?? '', isRepetition: false };
    attempts.set(call.request, attempt);
    try {
      const answer = await handler(call);
      await giveBack(
        counted.filter(
          ({ isFailure: ofCounter = isFailure }) => attempt.isRepetition || ofCounter !== undefined,
        ),
      );
      return answer;
    } catch (error) {
      const refusal = error instanceof ProblemError && error.status < 500 ? error : undefined;
      const isCounted = ({ isFailure: ofCounter = isFailure }: Counter) =>
        refusal !== undefined && (ofCounter?.(refusal) ?? true);
      await refund(counted.filter((counter) => !isCounted(counter)));
      throw error;
    }
  };

  /**
   * Counts the narrowest counter first: attempts that it refuses never reach the counters that other people share.
   * @throws problem 429 when one of them has to wait.
   */
  async function countAll<C extends Counter & { key: string }>(mine: C[]): Promise<Array<C & Counting>> {
    await assertNoWait(mine);
    const counted: Array<C & Counting> = [];
    for (const counter of mine) {
      const attempt = await countAttempt(db, counter.key, counter.limit, now().toISOString());
      if (attempt === undefined) {
        await refund(counted);
        await assertNoWait(mine);
        // The wait has ended just now.
        throw refusalOf(counter, 1_000);
      }
      counted.push({ ...counter, attempt });
    }
    return counted;
  }

  /** An attempt with a proof of work counts in a budget of its own. */
  function budgetOf(counter: Counter): Counter {
    const { work } = counter;
    const isProven = work?.proof !== undefined && proofsOfWork.spend(work.proof, work.purpose);
    return work && isProven ? work.budget : counter;
  }

  /** Most attempts during a wait end here, without a write. */
  async function assertNoWait(mine: Array<Counter & { key: string }>): Promise<void> {
    const instant = now();
    const keys = mine.map(({ key }) => key);
    const waits = await listWaits(db, keys, instant.toISOString());
    const running = mine.flatMap((counter) => {
      const until = waits.get(counter.key);
      return until === undefined ? [] : [{ counter, ms: Date.parse(until) - instant.getTime() }];
    });
    // Work ends no wait of an account, so nobody is asked for it in vain.
    const fixed = running.filter(({ counter }) => counter.work === undefined);
    const [longest] = (fixed.length > 0 ? fixed : running).toSorted((a, b) => b.ms - a.ms);
    if (longest) throw refusalOf(longest.counter, longest.ms);
  }

  function refusalOf({ limit, work }: Counter, waitMs: number): ProblemError {
    return tooMany(waitMs, limit, work && proofsOfWork.ask(work.purpose));
  }

  async function refund(counted: Array<Counter & Counting>): Promise<void> {
    await Promise.all(counted.map(({ key, limit, attempt }) => refundAttempt(db, key, limit, attempt)));
  }

  async function giveBack(counted: Array<Counter & Counting>): Promise<void> {
    const [over, shared] = [true, false].map((ends) =>
      counted.filter(({ endsWithSuccess = false }) => endsWithSuccess === ends),
    ) as [typeof counted, typeof counted];
    await refund(shared);
    if (over.length > 0)
      await deleteCounters(
        db,
        over.map(({ key }) => key),
      );
  }
}

interface Counting {
  key: string;
  attempt: Counted;
}

function tooMany(waitMs: number, limit: Limit, work: Work | undefined): ProblemError {
  // After the database's clock was set back: never report more than the limit's longest wait.
  const seconds = Math.min(Math.ceil(waitMs / 1_000), longestWait(limit));
  const headers = { 'retry-after': String(seconds) };
  if (work) return problem('work-required', { headers, work });
  return problem('too-many-requests', {
    detail: `Too many attempts. Try again in ${inWords(seconds)}.`,
    headers,
  });
}
