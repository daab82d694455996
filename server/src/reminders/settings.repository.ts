import type { Db } from '../db/database.ts';

/** How a user is reminded. Undefined for an account that is gone. */
export function findReminderSettings(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('reminderSettings', 'reminderSettings.userId', 'users.id')
    .select((eb) => [
      'users.email',
      eb('users.emailVerifiedAt', 'is not', null).$castTo<boolean>().as('isEmailConfirmed'),
      eb.fn.coalesce('reminderSettings.mails', eb.lit(true)).as('mails'),
      eb.fn.coalesce('reminderSettings.boutMails', eb.lit(false)).as('boutMails'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** @param settings `boutMails` undefined: as it is. */
export async function setReminderMails(
  db: Db,
  userId: string,
  { mails, boutMails }: { mails: boolean; boutMails?: boolean | undefined },
): Promise<void> {
  await db
    .insertInto('reminderSettings')
    .columns(['userId', 'mails', 'boutMails'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['users.id', eb.val(mails).as('mails'), eb.val(boutMails ?? false).as('boutMails')])
        .where('users.id', '=', userId),
    )
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ mails, ...(boutMails !== undefined && { boutMails }) }),
    )
    .execute();
}
