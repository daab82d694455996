import type { Handlers } from '../contract/operation.ts';
import { brokenCheck, brokenForeignKey, brokenUnique } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { readListQuery } from '../http/list-query.ts';
import { problem, validationProblem } from '../http/problems.ts';
import {
  deleteEvent,
  findEvent,
  insertEvent,
  listEvents,
  lockEvent,
  updateEvent,
} from './event.repository.ts';
import {
  completeLocation,
  endBeforeStart,
  findPeriodIssue,
  slugTakenByEvent,
  unknownImage,
  withCompleteLocation,
} from './events.rules.ts';

type EventOperations = 'listEvents' | 'getEvent' | 'createEvent' | 'updateEvent' | 'deleteEvent';

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
      return { status: 200, body: event };
    },

    async createEvent({ body }) {
      const issue = findPeriodIssue(body);
      if (issue) throw validationProblem([issue]);
      const id = await insertEvent(db, { ...body, location: completeLocation(body.location) }).catch(refuse);
      return { status: 201, headers: { location: `/api/v1/events/${id}` }, body: { id } };
    },

    async updateEvent({ path, body }) {
      await db.transaction().execute(async (trx) => {
        const event = await lockEvent(trx, path.eventId);
        if (event === undefined) throw problem('not-found');
        const issue = findPeriodIssue({ ...event, ...body });
        if (issue) throw validationProblem([issue]);
        await updateEvent(trx, path.eventId, withCompleteLocation(body)).catch(refuse);
      });
      return { status: 204 };
    },

    async deleteEvent({ path }) {
      if (!(await deleteEvent(db, path.eventId))) throw problem('not-found');
      return { status: 204 };
    },
  };
}

function refuse(error: unknown): never {
  if (brokenUnique(error) === 'events_slug_unique')
    throw problem('conflict', { detail: slugTakenByEvent.detail, issues: [slugTakenByEvent] });
  if (brokenForeignKey(error) === 'events_picture') throw validationProblem([unknownImage]);
  if (brokenCheck(error) === 'events_dates') throw validationProblem([endBeforeStart]);
  throw error;
}
