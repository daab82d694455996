import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, conflict, problem } from '../../http/problems.ts';
import { mostWithoutProof } from '../proof.rules.ts';
import {
  findCompensation,
  findCompensationByKey,
  insertCompensation,
  insertItems,
  lockOutage,
  type NewItem,
  reopenFailedItems,
} from './compensation.repository.ts';
import { codeBytes, codeOf, giveTo, type LeftOut, sumsOf } from './compensation.rules.ts';
import type { CompensationTerms } from './compensation.tables.ts';
import { type Candidate, findOutage, listCandidates, listOutages, listPeople } from './outage.repository.ts';
import { readTerms } from './read-terms.ts';

type CompensationOperations =
  | 'listOutages'
  | 'getOutage'
  | 'listAffectedPeople'
  | 'previewCompensation'
  | 'createCompensation'
  | 'retryCompensation';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeCompensation: () => void;
}

const defaultLeastSeconds = 300;
const defaultLimit = 20;

export function compensationHandlers(deps: Deps): Handlers<CompensationOperations> {
  const { db, now, originOf, wakeCompensation } = deps;

  const readOutage = async (on: Db, outageId: string) => {
    const outage = await findOutage(on, outageId, now());
    if (outage === undefined) throw problem('not-found');
    return outage;
  };

  return {
    async listOutages({ query }) {
      const { eventId, leastSeconds = defaultLeastSeconds, limit = defaultLimit, offset = 0 } = query;
      const event = await db.selectFrom('events').select('id').where('id', '=', eventId).executeTakeFirst();
      if (event === undefined) throw problem('not-found');
      return {
        status: 200,
        body: await listOutages(db, { eventId, leastSeconds }, { now: now(), limit, offset }),
      };
    },

    async getOutage({ path }) {
      return { status: 200, body: await readOutage(db, path.outageId) };
    },

    async listAffectedPeople({ path, query }) {
      const { id } = await readOutage(db, path.outageId);
      const { limit = defaultLimit, offset = 0 } = query;
      return { status: 200, body: await listPeople(db, id, { now: now(), limit, offset }) };
    },

    async previewCompensation({ path, query }) {
      const terms = readTerms(query.terms, 'query', now());
      const { id } = await readOutage(db, path.outageId);
      const candidates = await listCandidates(db, id, now());
      return { status: 200, body: previewOf(candidates, terms) };
    },

    async createCompensation({ path, body, request }) {
      const { key, tag } = body;
      const terms = readTerms(body.terms, 'body', now());
      const { userId: actorId } = signedInUser(request);
      const id = await db.transaction().execute(async (trx) => {
        if (!(await lockOutage(trx, path.outageId))) throw problem('not-found');
        const earlier = await findCompensationByKey(trx, key);
        if (earlier?.outageId === path.outageId.toLowerCase()) return earlier.id;
        if (earlier) throw usedKey();
        const outage = await readOutage(trx, path.outageId);
        if (outage.endDate === null) throw problem('conflict', { detail: goesOn });
        const candidates = await listCandidates(trx, outage.id, now());
        const preview = previewOf(candidates, terms);
        if (preview.tag !== tag) throw conflict(bodyIssue('/tag', hasChanged));
        if (terms.remedy !== 'replay' && preview.people > mostWithoutProof) request.requireStepUp();
        if (preview.people === 0) throw problem('conflict', { detail: nobody });
        const createdAt = now().toISOString();
        const { eventId, blockId } = outage;
        const compensationId = await insertCompensation(trx, {
          outageId: outage.id,
          eventId,
          blockId,
          key,
          terms,
          actorId,
          createdAt,
          origin: originOf(request),
        });
        // Calls for one outage wait for each other: it was another outage.
        if (compensationId === undefined) throw usedKey();
        const of = { compensationId, outageId: outage.id, dueAt: createdAt };
        await insertItems(trx, itemsOf(candidates, terms), of);
        await recordChange(trx, request, {
          action: 'createCompensation',
          entityId: compensationId,
          before: null,
          after: {
            outageId: outage.id,
            eventId,
            blockId,
            ...terms,
            people: preview.people,
            sums: preview.sums.map(({ currency, amount }) => ({ currency, amount })),
          },
        });
        return compensationId;
      });
      wakeCompensation();
      return { status: 201, headers: { location: `/api/v1/shop/outages/${path.outageId}` }, body: { id } };
    },

    async retryCompensation({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const compensation = await findCompensation(trx, path.compensationId);
        if (compensation === undefined) throw problem('not-found');
        const retried = await reopenFailedItems(trx, compensation.id, now());
        if (retried === 0) return;
        await recordChange(trx, request, {
          action: 'retryCompensation',
          entityId: compensation.id,
          before: null,
          after: { outageId: compensation.outageId, people: retried },
        });
      });
      wakeCompensation();
      return { status: 204 };
    },
  };
}

const usedKey = () => conflict(bodyIssue('/key', 'Another outage was compensated with this key.'));
const goesOn = 'The outage goes on. Wait for its end: until then more people may be affected for longer.';
const hasChanged = 'What would be given has changed meanwhile. Look at the preview again.';
const nobody = 'There is nobody to give this to.';

type Gift = Candidate & { given: { amount: number | null; currency: string | null } };

function split(candidates: Candidate[], terms: CompensationTerms) {
  const gifts: Gift[] = [];
  const leftOut = new Map<LeftOut, number>();
  for (const candidate of candidates) {
    const given = giveTo(candidate, terms);
    if ('leftOut' in given) leftOut.set(given.leftOut, (leftOut.get(given.leftOut) ?? 0) + 1);
    else gifts.push({ ...candidate, given });
  }
  return { gifts, leftOut };
}

/** The tag changes with the people and what they get: a confirmation with another tag was made on an outdated page. */
function previewOf(candidates: Candidate[], terms: CompensationTerms) {
  const { gifts, leftOut } = split(candidates, terms);
  const canWatchAnyway = ({ hasBlock, hasEvent }: Candidate) =>
    terms.remedy === 'replay' && (terms.scope === 'event' ? hasEvent : hasBlock);
  const content = [terms, gifts.map(({ orderId, given }) => [orderId, given])];
  return {
    tag: createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22),
    people: gifts.length,
    sums: sumsOf(gifts.map(({ given }) => given)),
    leftOut: [...leftOut].map(([reason, people]) => ({ reason, people })),
    canWatchAnyway: gifts.filter(canWatchAnyway).length,
  };
}

function itemsOf(candidates: Candidate[], terms: CompensationTerms): NewItem[] {
  return split(candidates, terms).gifts.map(({ orderId, userId, since, seconds, given }) => ({
    orderId,
    userId,
    affectedSince: since,
    seconds,
    ...given,
    code: terms.remedy === 'credit' ? codeOf(randomBytes(codeBytes)) : null,
  }));
}
