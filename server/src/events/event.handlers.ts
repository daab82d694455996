import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { brokenForeignKey, brokenUnique } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { assertMatch, splitVersion } from '../http/entity-tag.ts';
import { bodyIssue, conflict, problem, validationProblem } from '../http/problems.ts';
import { readListQuery } from '../lists/list-query.ts';
import { hasShape } from '../media/pictures/image.repository.ts';
import { countDependents } from './deletion.repository.ts';
import { describeRefusal, isDeletionRefused } from './deletion.rules.ts';
import { duplicateEvent } from './duplicate-event.ts';
import {
  deleteEvent,
  findEvent,
  insertEvent,
  listEvents,
  lockEvent,
  lockEventToDelete,
  updateEvent,
} from './event.repository.ts';
import { completeLocation, findDateIssues, withCompleteLocation } from './events.rules.ts';

type EventOperations =
  | 'listEvents'
  | 'getEvent'
  | 'createEvent'
  | 'duplicateEvent'
  | 'updateEvent'
  | 'deleteEvent';

export function eventHandlers({ db }: { db: Db }): Handlers<EventOperations> {
  return {
    async listEvents({ query }) {
      const includes = query.with ?? [];
      const liveStreams = includes.includes('blocks.liveStreams');
      const list = await listEvents(db, readListQuery(query), {
        blocks: liveStreams || includes.includes('blocks'),
        liveStreams,
      });
      return { status: 200, body: list };
    },

    async getEvent({ path, query }) {
      const liveStreams = query['blocks.liveStreams'] === 'true';
      const event = await findEvent(db, path.eventId, {
        blocks: liveStreams || query.blocks === 'true',
        liveStreams,
      });
      if (event === undefined) throw problem('not-found');
      const { etag, fields } = splitVersion(event);
      return { status: 200, headers: { etag }, body: fields };
    },

    async createEvent({ body, request }) {
      const issues = findDateIssues(body);
      if (issues.length > 0) throw validationProblem(issues);
      await assertPicture(db, body.pictureId);
      const values = { ...body, location: completeLocation(body.location) };
      const { id } = await db.transaction().execute(async (trx) => {
        const { fields } = splitVersion(await insertEvent(trx, values).catch(rethrowAsProblem));
        await recordChange(trx, request, {
          action: 'createEvent',
          entityId: fields.id,
          before: null,
          after: fields,
        });
        return fields;
      });
      return { status: 201, headers: { location: `/api/v1/events/${id}` }, body: { id } };
    },

    async duplicateEvent({ path, body, request }) {
      const { id } = await db.transaction().execute(async (trx) => {
        const copy = await duplicateEvent(trx, path.eventId, body).catch(rethrowAsProblem);
        await recordChange(trx, request, {
          action: 'duplicateEvent',
          entityId: copy.id,
          before: null,
          after: { ...copy, copyOf: path.eventId },
        });
        return copy;
      });
      return { status: 201, headers: { location: `/api/v1/events/${id}` }, body: { id } };
    },

    async updateEvent({ path, body, request }) {
      return db.transaction().execute(async (trx) => {
        const event = await lockEvent(trx, path.eventId);
        if (event === undefined) throw problem('not-found');
        assertMatch(request, event.version);
        const issues = findDateIssues({ ...event, ...body }, body);
        if (issues.length > 0) throw validationProblem(issues);
        await assertPicture(trx, body.pictureId);
        const changed = await updateEvent(trx, event, withCompleteLocation(body)).catch(rethrowAsProblem);
        const { etag, fields: after } = splitVersion(changed);
        const before = splitVersion(event).fields;
        await recordChange(trx, request, { action: 'updateEvent', entityId: event.id, before, after });
        return { status: 204, headers: { etag } };
      });
    },

    async deleteEvent({ path, query, request }) {
      return db.transaction().execute(async (trx) => {
        const event = await lockEventToDelete(trx, path.eventId);
        if (event === undefined) throw problem('not-found');
        assertMatch(request, event.version);
        const isDryRun = query.dryRun === 'true';
        const dependents = await countDependents(
          trx,
          { column: 'eventId', id: event.id },
          { hold: !isDryRun },
        );
        const isRefused = isDeletionRefused(dependents);
        if (isDryRun) return { status: 200, body: { ...dependents, isRefused } };
        if (isRefused) throw problem('conflict', { detail: describeRefusal(dependents) });
        await deleteEvent(trx, event.id);
        const before = { ...splitVersion(event).fields, ...dependents };
        await recordChange(trx, request, { action: 'deleteEvent', entityId: event.id, before, after: null });
        return { status: 204 };
      });
    },
  };
}

async function assertPicture(db: Db, pictureId: string | null | undefined) {
  if (pictureId && !(await hasShape(db, pictureId, 'wide'))) throw noPicture();
}

const noPicture = () => validationProblem([bodyIssue('/pictureId', 'There is no such picture.')]);

function rethrowAsProblem(error: unknown): never {
  if (brokenUnique(error) === 'events_slug_unique')
    throw conflict(bodyIssue('/slug', 'Another event has this slug already.'));
  if (brokenForeignKey(error) === 'events_picture') throw noPicture();
  throw error;
}
