import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import { brokenUnique } from '../../db/constraints.ts';
import type { Db } from '../../db/database.ts';
import { assertMatch, splitVersion } from '../../http/entity-tag.ts';
import { bodyIssue, type Issue, problem, validationProblem } from '../../http/problems.ts';
import { readListQuery } from '../../lists/list-query.ts';
import { paidAccessIsFixed, paidAccessStays } from '../deletion.rules.ts';
import { findPeriodIssue } from '../events.rules.ts';
import {
  deleteAccess,
  findAccess,
  hasSameAccess,
  insertAccess,
  listAccesses,
  lockAccess,
  lockAccessTargets,
  updateAccess,
} from './access.repository.ts';
import { accessState, findComplimentaryFaults, findUnknownTargets, grantsMore } from './access.rules.ts';
import { storedAlready } from './access-import.rules.ts';

type AccessOperations = 'listAccesses' | 'createAccess' | 'getAccess' | 'updateAccess' | 'deleteAccess';

interface Deps {
  db: Db;
  now: () => Date;
  /** Mails the people who get a complimentary access. @param accessIds of new ones. */
  notify: (trx: Db, request: FastifyRequest, accessIds: string[]) => Promise<void>;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function accessHandlers({ db, now, notify, wakeOutbox }: Deps): Handlers<AccessOperations> {
  return {
    async listAccesses({ query }) {
      const instant = now();
      const { data, total } = await listAccesses(db, readListQuery(query), instant);
      const withState = data.map((access) => ({ ...access, state: accessState(access, instant) }));
      return { status: 200, body: { data: withState, total } };
    },

    async createAccess({ body, request }) {
      const access = { ...body, blockId: body.blockId ?? null };
      const { id } = await db.transaction().execute(async (trx) => {
        assertNoIssues([
          ...findUnknownTargets(await lockAccessTargets(trx, access)),
          findPeriodIssue(access),
          ...complimentaryIssues(access),
        ]);
        if (await hasSameAccess(trx, access)) throw sameAccess();
        const { fields } = splitVersion(await insertAccess(trx, access).catch(rethrowAsProblem));
        await recordChange(trx, request, {
          action: 'createAccess',
          entityId: fields.id,
          before: null,
          after: fields,
        });
        if (fields.isComplimentary) await notify(trx, request, [fields.id]);
        return fields;
      });
      wakeOutbox();
      return { status: 201, headers: { location: `/api/v1/events/access/${id}` }, body: { id } };
    },

    async getAccess({ path }) {
      const access = await findAccess(db, path.accessId);
      if (access === undefined) throw problem('not-found');
      const { etag, fields } = splitVersion(access);
      return { status: 200, headers: { etag }, body: { ...fields, state: accessState(fields, now()) } };
    },

    async updateAccess({ path, body, request }) {
      return db.transaction().execute(async (trx) => {
        const found = await findAccess(trx, path.accessId);
        if (found === undefined) throw problem('not-found');
        // Locks event and block before the access, in the same order as their deletion does, so that the two cannot
        // deadlock.
        const targets = await lockAccessTargets(trx, { ...found, blockId: body.blockId ?? null });
        const access = await lockAccess(trx, path.accessId);
        if (access === undefined) throw problem('not-found');
        assertMatch(request, access.version);
        // Its order would give the block once more.
        const isMoved =
          body.blockId !== undefined && (body.blockId?.toLowerCase() ?? null) !== access.blockId;
        if (access.orderId !== null && isMoved) throw problem('conflict', { detail: paidAccessIsFixed });
        assertNoIssues([
          ...findUnknownTargets(targets),
          findPeriodIssue({ ...access, ...body }, body),
          ...complimentaryIssues({ ...access, ...body }),
        ]);
        if (await hasSameAccess(trx, { ...access, ...body })) throw sameAccess();
        if (grantsMore(access, body, now()) && !signedInUser(request).permissions.includes('event:create'))
          throw problem('forbidden', { detail: thisGrants });
        const changed = await updateAccess(trx, access, body).catch(rethrowAsProblem);
        const { etag, fields: after } = splitVersion(changed);
        const before = splitVersion(access).fields;
        await recordChange(trx, request, { action: 'updateAccess', entityId: access.id, before, after });
        return { status: 204, headers: { etag } };
      });
    },

    async deleteAccess({ path, request }) {
      return db.transaction().execute(async (trx) => {
        const access = await lockAccess(trx, path.accessId);
        if (access === undefined) throw problem('not-found');
        assertMatch(request, access.version);
        if (access.orderId !== null) throw problem('conflict', { detail: paidAccessStays });
        await deleteAccess(trx, access.id);
        const before = splitVersion(access).fields;
        await recordChange(trx, request, {
          action: 'deleteAccess',
          entityId: access.id,
          before,
          after: null,
        });
        return { status: 204 };
      });
    },
  };
}

const thisGrants =
  'A later end of an access that has ended, another block, the whole event or an earlier start grants more, which needs event:create.';

function complimentaryIssues(access: Parameters<typeof findComplimentaryFaults>[0]): Issue[] {
  return findComplimentaryFaults(access).map(({ field, detail }) => bodyIssue(`/${field}`, detail));
}

function assertNoIssues(found: Array<Issue | undefined>): void {
  const issues = found.filter((issue) => issue !== undefined);
  if (issues.length > 0) throw validationProblem(issues);
}

/** Two equal accesses inserted at once: the database accepts one. */
function rethrowAsProblem(error: unknown): never {
  throw brokenUnique(error) === 'accesses_same' ? sameAccess() : error;
}

function sameAccess() {
  return problem('conflict', { detail: storedAlready.detail });
}
