import type { FastifyRequest } from 'fastify';
import { findCompetitionId } from '../../competitions/competition.repository.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { readListQuery } from '../../lists/list-query.ts';
import { deleteBoutReminder, insertBoutReminder, listBoutReminders } from './bout-reminder.repository.ts';

type BoutReminderOperations = 'listBoutReminders' | 'setBoutReminder' | 'deleteBoutReminder';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
}

export function boutReminderHandlers({ db, now, originOf }: Deps): Handlers<BoutReminderOperations> {
  /** A draft and a wrong slug look the same. */
  async function eventIdOf(competitionId: string): Promise<string> {
    const id = await findCompetitionId(db, competitionId);
    if (id === undefined) throw problem('not-found');
    return id;
  }

  return {
    async listBoutReminders({ query, request }) {
      const { userId } = signedInUser(request);
      const eventId = query.competitionId === undefined ? undefined : await eventIdOf(query.competitionId);
      const page = readListQuery(query);
      return { status: 200, body: await listBoutReminders(db, { userId, eventId, now: now() }, page) };
    },

    async setBoutReminder({ path, request }) {
      const outcome = await insertBoutReminder(db, {
        userId: signedInUser(request).userId,
        eventId: await eventIdOf(path.competitionId),
        boutId: path.boutId,
        origin: originOf(request),
        now: now(),
      });
      if (outcome === 'unknown') throw problem('not-found');
      if (outcome === 'late')
        throw problem('conflict', { detail: 'This bout has begun, is cancelled or is over.' });
      return { status: 204 };
    },

    async deleteBoutReminder({ path, request }) {
      const eventId = await eventIdOf(path.competitionId);
      await deleteBoutReminder(db, { userId: signedInUser(request).userId, eventId, boutId: path.boutId });
      return { status: 204 };
    },
  };
}
