import type { FastifyRequest } from 'fastify';
import { findCompetitionId } from '../competitions/competition.repository.ts';
import type { Handlers } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { readListQuery } from '../lists/list-query.ts';
import { deleteReminder, hasReminder, insertReminder, listReminders } from './reminder.repository.ts';
import { findReminderSettings, setReminderMails } from './settings.repository.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

type ReminderOperations =
  | 'listReminders'
  | 'getReminder'
  | 'setReminder'
  | 'deleteReminder'
  | 'getReminderSettings'
  | 'setReminderSettings'
  | 'stopReminderMails';

interface Deps {
  db: Db;
  now: () => Date;
  /** A key of the server. */
  secret: Buffer;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
}

const bodyLimit = 4_096;

/** The body says nothing that the address does not. */
function dropBody({ headers, raw }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > bodyLimit)
    throw problem('payload-too-large', { headers: { connection: 'close' } });
  raw.resume();
}

export function reminderHandlers({ db, now, secret, originOf }: Deps): Handlers<ReminderOperations> {
  const tokens = createUnsubscribeTokens(secret);

  /** A draft and a wrong slug look the same. */
  async function eventIdOf({ competitionId }: { competitionId: string }): Promise<string> {
    const id = await findCompetitionId(db, competitionId);
    if (id === undefined) throw problem('not-found');
    return id;
  }

  return {
    async listReminders({ query, request }) {
      const { userId } = signedInUser(request);
      return { status: 200, body: await listReminders(db, { userId, now: now() }, readListQuery(query)) };
    },

    async getReminder({ path, request }) {
      const isSet = await hasReminder(db, signedInUser(request).userId, await eventIdOf(path));
      return { status: 200, body: { isSet } };
    },

    async setReminder({ path, request }) {
      const { userId } = signedInUser(request);
      const eventId = await eventIdOf(path);
      const isStored = await insertReminder(db, { userId, eventId, origin: originOf(request), now: now() });
      if (!isStored) throw problem('conflict', { detail: 'This competition has begun.' });
      return { status: 204 };
    },

    async deleteReminder({ path, request }) {
      await deleteReminder(db, signedInUser(request).userId, await eventIdOf(path));
      return { status: 204 };
    },

    async getReminderSettings({ request }) {
      const settings = await findReminderSettings(db, signedInUser(request).userId);
      if (settings === undefined) throw problem('unauthorized');
      const { mails, boutMails, isEmailConfirmed } = settings;
      return { status: 200, body: { mails, boutMails, isEmailConfirmed } };
    },

    async setReminderSettings({ body, request }) {
      await setReminderMails(db, signedInUser(request).userId, body);
      return { status: 204 };
    },

    async stopReminderMails({ query, request }) {
      dropBody(request);
      const link = tokens.read(query.token);
      const settings = link && (await findReminderSettings(db, link.userId));
      if (!settings || !link.isFor(settings.email)) throw problem('not-found');
      await setReminderMails(db, link.userId, { mails: false });
      return { status: 204 };
    },
  };
}
