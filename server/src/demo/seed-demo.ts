/**
 * Each start moves the dates of the demo's events, so that a fight is always on. Names that were changed stay, and
 * changed dates are lost.
 */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hashPassword } from '../identity/accounts/passwords.ts';
import { insertUserRoles } from '../identity/authority/role.repository.ts';
import { deleteUsers, insertUser } from '../identity/user.repository.ts';
import type { PictureStore } from '../media/pictures/picture-store.ts';
import { demoBouts, demoFighters } from './demo-card.ts';
import {
  type DemoEvent,
  demoAccesses,
  demoAccounts,
  demoEvents,
  liveDemoSlug,
  pastDemoSlug,
} from './demo-data.ts';
import { insertPastNight } from './demo-past-night.ts';
import { demoPictures, findKeptPictures, insertDemoImages, writeDemoPictures } from './demo-pictures.ts';
import { demoSettings } from './demo-settings.ts';

const demoIds = demoAccounts.map(({ id }) => id);

interface Options {
  db: Db;
  pictures: PictureStore;
  now: Date;
  /** Whether to make the demo accounts. Their password is public, so only a server on loopback may have them. */
  accounts: boolean;
}

/** Fills an empty platform. Later starts only move the demo's own dates and do not restore deleted events. */
export async function seedDemo({ db, pictures, now, accounts }: Options): Promise<void> {
  const events = demoEvents(now);
  const drawn = demoPictures(events);
  if (accounts) await insertDemoAccounts(db, now);
  // At every start, because servers that share a database may have separate folders of pictures.
  if (await hasEvents(db)) {
    await writeDemoPictures(pictures, await findKeptPictures(db, drawn));
    return moveDates(db, now);
  }
  await writeDemoPictures(pictures, drawn);

  await db.transaction().execute(async (trx) => {
    // When several servers start on one empty database, the first one fills it.
    await sql`lock table events in share row exclusive mode`.execute(trx);
    if (await hasEvents(trx)) return;
    await insertDemoImages(trx, drawn);
    await fillSettings(trx);
    await trx
      .insertInto('events')
      .values(events.map(({ event }) => event))
      .execute();
    await trx
      .insertInto('blocks')
      .values(events.flatMap((e) => e.blocks.map(({ block }) => block)))
      .execute();
    await insertCards(trx, events);
    await trx
      .insertInto('liveStreams')
      .values(events.flatMap((e) => e.blocks.flatMap(({ streams }) => streams)))
      .execute();
    // Another person may have registered a demo account's address.
    const users = new Set(
      (await trx.selectFrom('users').select('id').where('id', 'in', demoIds).execute()).map(({ id }) => id),
    );
    const accesses = demoAccesses(now).filter(({ userId }) => accounts && users.has(String(userId)));
    if (accesses.length > 0) await trx.insertInto('accesses').values(accesses).execute();
  });
}

/** The fight night and the past one. Fighters outlive deleted events, and an operator may have taken a slug. */
async function insertCards(trx: Db, events: DemoEvent[]): Promise<void> {
  const [undercard, main] = blocksOf(events, liveDemoSlug);
  const [afternoon, evening] = blocksOf(events, pastDemoSlug);
  if (!undercard || !main || !afternoon || !evening) return;
  await trx
    .insertInto('fighters')
    .values(demoFighters)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { id, pictureId } of demoFighters)
    await trx
      .updateTable('fighters')
      .set({ pictureId })
      .where('id', '=', id)
      .where('pictureId', 'is', null)
      .execute();
  const ids = demoFighters.map(({ id }) => id);
  const rows = await trx.selectFrom('fighters').select(['id', 'slug']).where('id', 'in', ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  const fighterId = (id: string | null | undefined) => (id && known.has(id) ? id : null);
  const bouts = demoBouts([undercard.id, main.id]).map((bout) => ({
    ...bout,
    redFighterId: fighterId(bout.redFighterId),
    blueFighterId: fighterId(bout.blueFighterId),
  }));
  await trx.insertInto('bouts').values(bouts).execute();
  await insertPastNight(trx, {
    blockIds: [afternoon.id, evening.id],
    fighterIds: new Map(rows.map(({ id, slug }) => [slug, id])),
    signedAt: evening.endDate,
  });
}

const blocksOf = (events: DemoEvent[], slug: string) =>
  events.find(({ event }) => event.slug === slug)?.blocks.map(({ block }) => block) ?? [];

/** An operator may have filled them before. */
async function fillSettings(trx: Db): Promise<void> {
  await trx
    .updateTable('settings')
    .set((eb) => ({ ...demoSettings, version: eb('version', '+', 1) }))
    .where('supportEmail', 'is', null)
    .where('refundPolicy', 'is', null)
    .execute();
}

async function hasEvents(db: Db): Promise<boolean> {
  return (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function removeDemoAccounts(db: Db): Promise<void> {
  await deleteUsers(db, demoIds);
}

async function insertDemoAccounts(db: Db, now: Date): Promise<void> {
  for (const { roles, password, ...account } of demoAccounts) {
    const passwordHash = await hashPassword(password);
    await db.transaction().execute(async (trx) => {
      const id = await insertUser(trx, {
        ...account,
        emailVerifiedAt: now.toISOString(),
        name: `${account.firstName} ${account.lastName}`,
        middleName: null,
        phone: null,
        passwordHash,
      });
      if (id !== undefined) await insertUserRoles(trx, id, [...roles]);
      // A migration may have taken its confirmation away; a provider would then take the account over.
      else
        await trx
          .updateTable('users')
          .set({ emailVerifiedAt: now.toISOString() })
          .where('id', '=', account.id)
          .where('emailVerifiedAt', 'is', null)
          .execute();
    });
  }
}

async function moveDates(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { event, blocks } of demoEvents(now)) {
      const { startDate, endDate } = event;
      await trx
        .updateTable('events')
        .set((eb) => ({ startDate, endDate, version: eb('version', '+', 1) }))
        .where('id', '=', event.id)
        .execute();
      for (const { block } of blocks) {
        const dates = { startDate: block.startDate, endDate: block.endDate };
        await trx
          .updateTable('blocks')
          .set((eb) => ({ ...dates, version: eb('version', '+', 1) }))
          .where('id', '=', block.id)
          .execute();
      }
    }
  });
}
