/**
 * Applies the limits of attempt.rules.ts to every operation that can be used to guess, to flood or to send mails; the
 * contract names them (`x-ringside.limited`). It wraps the handlers, which do not know about it. Where only failures
 * count, a try is counted when it fails. Once a counter makes people wait, each try is counted before it runs, so
 * that a hundred at once count as one.
 */
import type { FastifyRequest } from 'fastify';
import { contractOperations } from '../../contract/document.ts';
import { notImplementedIds } from '../../contract/not-implemented.ts';
import type { Handlers, OperationId } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { ProblemError, problem } from '../../http/problems.ts';
import {
  countAttempt,
  counterKey,
  deleteCounters,
  listCounters,
  refundAttempt,
} from './attempt.repository.ts';
import { inWords, type Limit, longestWait } from './attempt.rules.ts';
import { type Counter, type KnownDevice, limitsOf, type OperationLimit } from './limited-operations.ts';

interface Deps {
  db: Db;
  now: () => Date;
  knownDevice: KnownDevice;
}

/** @returns the handlers, with the limited ones wrapped. @throws when the contract names an unknown limit. */
export function limitAttempts(handlers: Handlers, deps: Deps): Handlers {
  const limits: Record<string, unknown> = limitsOf(deps.knownDevice);
  const limited = contractOperations
    .filter(({ operationId, facts }) => facts.limited !== 'none' && !notImplementedIds.has(operationId))
    .map(({ operationId, facts }) => {
      const limit = limits[facts.limited];
      if (limit === undefined) throw new Error(`${operationId}: there is no limit ${facts.limited}`);
      return [operationId, behindLimit(handlers[operationId] as AnyHandler, limit as AnyLimit, deps)];
    });
  return { ...handlers, ...Object.fromEntries(limited) };
}

type AnyHandler = (call: { request: FastifyRequest }) => Promise<unknown>;
type AnyLimit = Pick<OperationLimit<OperationId>, 'isFailure'> & {
  counters: (call: { request: FastifyRequest }) => Counter[];
};

function behindLimit(handler: AnyHandler, { counters, isFailure }: AnyLimit, { db, now }: Deps): AnyHandler {
  return async (call) => {
    const mine = counters(call).map((counter) => ({ ...counter, key: counterKey(...counter.name) }));
    const present = await listCounters(
      db,
      mine.map(({ key }) => key),
      now().toISOString(),
    );
    const taken = await takeTurn(mine, present);
    const refund = () => Promise.all(taken.map(({ key }) => refundAttempt(db, key, now().toISOString())));
    try {
      const answer = await handler(call);
      if (isFailure) {
        await refund();
        const over = mine.filter(({ endsWithSuccess, key }) => endsWithSuccess && present.has(key));
        if (over.length > 0)
          await deleteCounters(
            db,
            over.map(({ key }) => key),
          );
      }
      return answer;
    } catch (error) {
      const refusal = error instanceof ProblemError && error.status < 500 ? error : undefined;
      if (refusal === undefined || (isFailure && !isFailure(refusal))) await refund();
      else {
        for (const { key, limit } of mine.filter((counter) => !taken.includes(counter))) {
          await countAttempt(db, key, limit, now().toISOString(), { inTurn: false });
        }
      }
      throw error;
    }
  };

  /** @returns the counters that have counted this try. @throws problem 429 when one of them has to wait. */
  async function takeTurn<C extends Counter & { key: string }>(
    mine: C[],
    present: Awaited<ReturnType<typeof listCounters>>,
  ): Promise<C[]> {
    const instant = now();
    const waits = mine.map(({ key, limit }) => {
      const counter = present.get(key);
      return { limit, ms: counter?.isSlowed ? Date.parse(counter.waitUntil) - instant.getTime() : 0 };
    });
    const longest = waits.toSorted((a, b) => b.ms - a.ms)[0];
    if (longest && longest.ms > 0) throw tooMany(longest.ms, longest.limit);

    const taken: C[] = [];
    for (const counter of mine) {
      if (isFailure && !present.get(counter.key)?.isSlowed) continue;
      const options = { inTurn: true };
      if (await countAttempt(db, counter.key, counter.limit, instant.toISOString(), options)) {
        taken.push(counter);
        continue;
      }
      // Another try was first, at the same moment.
      for (const { key } of taken) await refundAttempt(db, key, instant.toISOString());
      throw tooMany(1_000, counter.limit);
    }
    return taken;
  }
}

function tooMany(waitMs: number, limit: Limit): ProblemError {
  // Server clocks differ slightly: never report more than the limit's longest wait.
  const seconds = Math.min(Math.ceil(waitMs / 1_000), longestWait(limit));
  return problem('too-many-requests', {
    detail: `Too many attempts. Try again in ${inWords(seconds)}.`,
    headers: { 'retry-after': String(seconds) },
  });
}
