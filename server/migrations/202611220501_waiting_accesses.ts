import { type Kysely, sql } from 'kysely';

/**
 * An access may wait for the owner of an e-mail address: it has an `email` until an account has confirmed that address,
 * and a `user_id` from then on. A trigger gives it to the account, so that no way of confirming can forget to.
 * The lock orders a confirmation and the storing of an access: see waiting-access.repository.ts.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table accesses alter column user_id drop not null`.execute(db);
  await sql`alter table accesses add column email text`.execute(db);
  await sql`
    alter table accesses add constraint accesses_holder check (num_nonnulls(user_id, email) = 1)
  `.execute(db);
  await sql`drop index accesses_same`.execute(db);
  await sql`
    create unique index accesses_same on accesses (user_id, email, event_id, block_id, start_date, end_date)
    nulls not distinct where order_id is null
  `.execute(db);
  await sql`create index accesses_waiting on accesses (email) where email is not null`.execute(db);
  await sql`
    create function give_waiting_accesses() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(20261122);
      loop
        -- Exactly what the account has already grants nothing more. Each paid one belongs to its own order.
        delete from accesses waiting using accesses own
        where waiting.email = new.email and waiting.order_id is null
          and own.user_id = new.id and own.order_id is null
          and (own.event_id, own.start_date) = (waiting.event_id, waiting.start_date)
          and own.block_id is not distinct from waiting.block_id
          and own.end_date is not distinct from waiting.end_date;
        begin
          update accesses set user_id = new.id, email = null, version = version + 1 where email = new.email;
          return null;
        exception when unique_violation then
          -- The account got the same access at this moment: once more, now that it can be seen.
        end;
      end loop;
    end $$
  `.execute(db);
  await sql`
    create trigger give_waiting_accesses after insert or update of email, email_verified_at on users
    for each row when (new.email_verified_at is not null) execute function give_waiting_accesses()
  `.execute(db);
}
