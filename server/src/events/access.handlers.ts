import type { Handlers } from '../contract/operation.ts';
import { brokenCheck } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { readListQuery } from '../http/list-query.ts';
import { type Issue, problem, validationProblem } from '../http/problems.ts';
import {
  deleteAccess,
  findAccess,
  insertAccess,
  listAccesses,
  lockAccess,
  lockAccessTargets,
  updateAccess,
} from './access.repository.ts';
import { findUnknownTargets } from './access.rules.ts';
import { endBeforeStart, findPeriodIssue } from './events.rules.ts';

type AccessOperations = 'listAccesses' | 'createAccess' | 'getAccess' | 'updateAccess' | 'deleteAccess';

export function accessHandlers({ db }: { db: Db }): Handlers<AccessOperations> {
  return {
    async listAccesses({ query }) {
      return { status: 200, body: await listAccesses(db, readListQuery(query)) };
    },

    async createAccess({ body }) {
      const access = { ...body, blockId: body.blockId ?? null };
      const id = await db.transaction().execute(async (trx) => {
        assertNone([...findUnknownTargets(await lockAccessTargets(trx, access)), findPeriodIssue(access)]);
        return insertAccess(trx, access).catch(refuse);
      });
      return { status: 201, headers: { location: `/api/v1/events/access/${id}` }, body: { id } };
    },

    async getAccess({ path }) {
      const access = await findAccess(db, path.accessId);
      if (access === undefined) throw problem('not-found');
      return { status: 200, body: access };
    },

    async updateAccess({ path, body }) {
      await db.transaction().execute(async (trx) => {
        const access = await findAccess(trx, path.accessId);
        if (access === undefined) throw problem('not-found');
        // What it opens is held before the access itself, in the order in which a deletion of that takes them:
        // otherwise the two could wait for each other.
        const targets = await lockAccessTargets(trx, { ...access, blockId: body.blockId ?? null });
        const window = await lockAccess(trx, path.accessId);
        if (window === undefined) throw problem('not-found');
        assertNone([...findUnknownTargets(targets), findPeriodIssue({ ...window, ...body })]);
        await updateAccess(trx, path.accessId, body).catch(refuse);
      });
      return { status: 204 };
    },

    async deleteAccess({ path }) {
      if (!(await deleteAccess(db, path.accessId))) throw problem('not-found');
      return { status: 204 };
    },
  };
}

function assertNone(found: Array<Issue | undefined>): void {
  const issues = found.filter((issue) => issue !== undefined);
  if (issues.length > 0) throw validationProblem(issues);
}

function refuse(error: unknown): never {
  if (brokenCheck(error) === 'accesses_dates') throw validationProblem([endBeforeStart]);
  throw error;
}
