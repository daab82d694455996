import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { reminderTimes } from './reminders.rules.ts';

export interface DueReminder {
  userId: string;
  eventId: string;
  origin: string;
  email: string;
  /** Whether the account wants mails, and its address is confirmed. */
  takesMail: boolean;
  eventName: string;
  eventSlug: string;
  startDate: string;
  endDate: string;
  timezone: string;
}

const { leadMs, lateMs, shortLeadMs, movedMs } = reminderTimes;

/**
 * Marks reminders as told and returns them, in one statement: of any number of servers only one gets each. Call it in
 * the transaction that stores their messages, so that a crash undoes both.
 */
export async function claimDueReminders(db: Db, now: Date, limit: number): Promise<DueReminder[]> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const seconds = (ms: number) => sql`${ms / 1_000}::float8 * interval '1 second'`;
  const { rows } = await sql<DueReminder>`
    with due as (
      select reminders.user_id, reminders.event_id
      from events join reminders on reminders.event_id = events.id
      where events.start_date <= ${at(leadMs)} and events.end_date > ${at(0)}
        and (events.status = 'public' or (events.status = 'hidden' and reminders.by_link))
        and (reminders.told_start is null
          or reminders.told_start not between events.start_date - ${seconds(movedMs - 1)}
            and events.start_date + ${seconds(movedMs - 1)})
        and (events.start_date <= ${at(shortLeadMs)}
          or reminders.created_at < events.start_date - ${seconds(lateMs)})
      order by events.start_date
      limit ${limit}
      for update of reminders skip locked
    )
    update reminders set told_start = events.start_date
    from due, events, users left join reminder_settings settings on settings.user_id = users.id
    where (reminders.user_id, reminders.event_id) = (due.user_id, due.event_id)
      and events.id = due.event_id and users.id = due.user_id
    returning reminders.user_id, reminders.event_id, reminders.origin, users.email,
      users.email_verified_at is not null and coalesce(settings.mails, true) as takes_mail,
      events.name as event_name, events.slug as event_slug, events.start_date, events.end_date, events.timezone
  `.execute(db);
  return rows;
}
