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
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

export async function setReminderMails(db: Db, userId: string, mails: boolean): Promise<void> {
  await db
    .insertInto('reminderSettings')
    .columns(['userId', 'mails'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['users.id', eb.val(mails).as('mails')])
        .where('users.id', '=', userId),
    )
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ mails }))
    .execute();
}
