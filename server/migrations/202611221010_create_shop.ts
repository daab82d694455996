import { type Kysely, sql } from 'kysely';

/**
 * Orders and what the payment provider has said about them. Its objects arrive in any order, also before their order is
 * known here, so they have no foreign key to orders. Nothing here keeps a name or a card.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await createOrders(db);
  await createFacts(db);
  await createPriceCache(db);
  await followUsers(db);
  await sql`
    create unique index accesses_order on accesses (order_id, event_id, block_id)
    nulls not distinct where order_id is not null
  `.execute(db);
}

async function createOrders(db: Kysely<any>): Promise<void> {
  await sql`
    create table orders (
      id uuid primary key default gen_random_uuid(),
      -- Both are null, and the pseudonym is set, after the account was deleted.
      email text,
      user_id uuid references users on delete set null,
      pseudonym text,
      price_id text not null,
      status text not null default 'pending'
        check (status in ('pending', 'processing', 'failed', 'expired', 'paid', 'refunded', 'disputed', 'lost')),
      amount bigint,
      currency text,
      refunded_amount bigint not null default 0,
      payment_intent text,
      receipt_url text,
      -- What the checkout session was asked for with; the same for every call with its idempotency key.
      checkout jsonb not null,
      session_id text unique,
      url text,
      is_open boolean not null default true,
      created_at timestamptz not null,
      paid_at timestamptz,
      receipt_queued_at timestamptz,
      reconcile_at timestamptz,
      reconciled_at timestamptz,
      check (email is not null or pseudonym is not null)
    )`.execute(db);
  await sql`create unique index orders_open on orders (email, price_id) where is_open`.execute(db);
  await sql`create index orders_email on orders (email)`.execute(db);
  await sql`create index orders_user on orders (user_id, created_at, id)`.execute(db);
  await sql`create index orders_due on orders (reconcile_at) where reconcile_at is not null`.execute(db);
  for (const column of ['created_at', 'paid_at', 'amount'])
    await sql`create index ${sql.raw(`orders_${column}`)} on orders (${sql.ref(column)}, id)`.execute(db);

  await sql`
    create table order_items (
      order_id uuid not null references orders on delete cascade,
      event_id uuid not null,
      block_id uuid,
      event_name text not null,
      event_slug text not null,
      block_name text,
      block_slug text
    )`.execute(db);
  await sql`create unique index order_items_same on order_items (order_id, event_id, block_id) nulls not distinct`.execute(
    db,
  );
  await sql`create index order_items_event on order_items (event_id, block_id)`.execute(db);
}

async function createFacts(db: Kysely<any>): Promise<void> {
  await sql`
    create table payments (
      payment_intent text primary key,
      order_id uuid
    )`.execute(db);
  await sql`create index payments_order on payments (order_id)`.execute(db);
  await sql`
    create table checkout_sessions (
      id text primary key,
      order_id uuid not null,
      state text not null,
      amount bigint,
      currency text,
      as_of bigint not null,
      rank integer not null
    )`.execute(db);
  await sql`create index checkout_sessions_order on checkout_sessions (order_id)`.execute(db);
  await sql`
    create table refunds (
      id text primary key,
      payment_intent text not null,
      request_id uuid,
      state text not null,
      amount bigint not null,
      created_at timestamptz not null,
      as_of bigint not null,
      rank integer not null
    )`.execute(db);
  await sql`create index refunds_payment on refunds (payment_intent)`.execute(db);
  await sql`create index refunds_request on refunds (request_id)`.execute(db);
  await sql`
    create table disputes (
      id text primary key,
      payment_intent text not null,
      state text not null,
      amount bigint not null,
      created_at timestamptz not null,
      as_of bigint not null,
      rank integer not null
    )`.execute(db);
  await sql`create index disputes_payment on disputes (payment_intent)`.execute(db);
  await sql`
    create table provider_events (
      id text primary key,
      type text not null,
      object_id text not null,
      created bigint not null,
      received_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index provider_events_received on provider_events (received_at)`.execute(db);
  await sql`
    create table refund_requests (
      id uuid primary key default gen_random_uuid(),
      order_id uuid not null references orders on delete cascade,
      -- Chosen by the caller, so that a repeated call refunds once; null for a refund that the server makes by itself.
      key uuid unique,
      amount bigint not null check (amount > 0),
      reason text not null,
      actor_id uuid,
      created_at timestamptz not null,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      -- The provider has accepted or refused it.
      settled_at timestamptz,
      refusal text
    )`.execute(db);
  await sql`create index refund_requests_order on refund_requests (order_id)`.execute(db);
  await sql`create index refund_requests_due on refund_requests (due_at) where settled_at is null`.execute(
    db,
  );
  await sql`create unique index refund_requests_automatic on refund_requests (order_id) where key is null`.execute(
    db,
  );
}

async function createPriceCache(db: Kysely<any>): Promise<void> {
  await sql`
    create table price_cache (
      price_id text primary key,
      -- null: the provider does not have it, or was not asked yet (fetched_at is null).
      body jsonb,
      fetched_at timestamptz,
      -- Until then one server is asking.
      refresh_until timestamptz
    )`.execute(db);
}

/** Triggers, so that no way of confirming an address, or of deleting an account, can forget an order. */
async function followUsers(db: Kysely<any>): Promise<void> {
  await sql`
    create function assign_orders() returns trigger language plpgsql as $$ begin
      -- The same lock as in give_waiting_accesses: an order that is being stored waits, or is seen here.
      perform pg_advisory_xact_lock_shared(20261122);
      update orders set user_id = new.id where email = new.email and user_id is null;
      return null;
    end $$`.execute(db);
  // Before give_waiting_accesses, by its name: it waits for fulfilments, whose accesses are then given to the account.
  await sql`
    create trigger assign_orders after insert or update of email, email_verified_at on users
    for each row when (new.email_verified_at is not null) execute function assign_orders()`.execute(db);
  await sql`
    create function forget_buyer() returns trigger language plpgsql as $$
    declare
      name constant text := 'Deleted buyer ' || left(replace(gen_random_uuid()::text, '-', ''), 12);
    begin
      update orders set email = null, user_id = null, pseudonym = name, is_open = false where user_id = old.id;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger forget_buyer before delete on users for each row execute function forget_buyer()`.execute(
    db,
  );
}
