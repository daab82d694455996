-- Generated from the migrations by `pnpm schema`: what the database is today. docs/database.md says what its triggers do.

create extension pg_trgm;

create table accesses (
  id uuid not null default gen_random_uuid(),
  event_id uuid not null,
  block_id uuid,
  user_id uuid,
  start_date timestamp with time zone not null,
  end_date timestamp with time zone,
  version integer not null default 1,
  order_id uuid,
  email text,
  is_complimentary boolean not null default false,
  note text,
  compensation_item_id uuid,
  granted_at timestamp with time zone not null default now(),
  constraint accesses_pkey PRIMARY KEY (id),
  constraint accesses_compensation_item_id_key UNIQUE (compensation_item_id),
  constraint accesses_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint accesses_compensation_item_id_fkey FOREIGN KEY (compensation_item_id) REFERENCES compensation_items(id) ON DELETE CASCADE,
  constraint accesses_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint accesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint accesses_complimentary CHECK (((NOT is_complimentary) OR ((end_date IS NOT NULL) AND (note IS NOT NULL) AND (order_id IS NULL)))),
  constraint accesses_dates CHECK (((end_date IS NULL) OR (start_date <= end_date))),
  constraint accesses_holder CHECK ((num_nonnulls(user_id, email) = 1)),
  constraint accesses_replay CHECK (((compensation_item_id IS NULL) OR (order_id IS NULL)))
);
CREATE INDEX accesses_block_id_start_date_id ON accesses USING btree (block_id, start_date, id);
CREATE INDEX accesses_complimentary ON accesses USING btree (event_id) WHERE is_complimentary;
CREATE INDEX accesses_email_trigrams ON accesses USING gin (lower((email COLLATE "und-x-icu")) COLLATE "default" gin_trgm_ops);
CREATE INDEX accesses_end_date_id ON accesses USING btree (end_date, id);
CREATE INDEX accesses_event_id_start_date_id ON accesses USING btree (event_id, start_date, id);
CREATE UNIQUE INDEX accesses_order ON accesses USING btree (order_id, event_id, block_id) NULLS NOT DISTINCT WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX accesses_same ON accesses USING btree (user_id, email, event_id, block_id, start_date, end_date) NULLS NOT DISTINCT WHERE (order_id IS NULL);
CREATE INDEX accesses_start_date_id ON accesses USING btree (start_date, id);
CREATE INDEX accesses_user_event ON accesses USING btree (user_id, event_id);
CREATE INDEX accesses_user_id_start_date_id ON accesses USING btree (user_id, start_date, id);
CREATE INDEX accesses_waiting ON accesses USING btree (email) WHERE (email IS NOT NULL);
CREATE TRIGGER announce_delete AFTER DELETE ON accesses REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_accesses();
CREATE TRIGGER announce_update AFTER UPDATE ON accesses REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_accesses();
CREATE TRIGGER count_delete AFTER DELETE ON accesses REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_accesses_delete();
CREATE TRIGGER count_insert AFTER INSERT ON accesses REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_accesses_insert();

create table attempt_counters (
  key text not null,
  failures double precision not null,
  counted_at timestamp with time zone not null,
  wait_until timestamp with time zone not null,
  forget_at timestamp with time zone not null,
  constraint attempt_counters_pkey PRIMARY KEY (key)
);
CREATE INDEX attempt_counters_forget_at ON attempt_counters USING btree (forget_at);

create table audit_entries (
  id uuid not null default gen_random_uuid(),
  actor_id uuid,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_action ON audit_entries USING btree (action, created_at, id);
CREATE INDEX audit_entries_actor_id ON audit_entries USING btree (actor_id, created_at, id);
CREATE INDEX audit_entries_created_at ON audit_entries USING btree (created_at, id);
CREATE INDEX audit_entries_entity ON audit_entries USING btree (entity_id, created_at);
CREATE INDEX audit_entries_entity_type ON audit_entries USING btree (entity_type, created_at, id);
CREATE INDEX audit_entries_revoked ON audit_entries USING btree (((before ->> 'userId'::text)), created_at) WHERE (action = 'deleteAccess'::text);
CREATE TRIGGER count_delete AFTER DELETE ON audit_entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries_delete();
CREATE TRIGGER count_insert AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries_insert();

create table authenticators (
  user_id uuid not null,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  frozen_at timestamp with time zone,
  constraint authenticators_pkey PRIMARY KEY (user_id),
  constraint authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table backup_notes (
  made_at timestamp with time zone not null,
  bytes bigint not null,
  constraint backup_notes_pkey PRIMARY KEY (made_at)
);

create table bells (
  id uuid not null,
  bout_id uuid not null,
  kind text not null,
  round integer,
  at timestamp with time zone not null,
  user_id uuid,
  rung_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint bells_pkey PRIMARY KEY (id),
  constraint bells_bout_id_fkey FOREIGN KEY (bout_id) REFERENCES bouts(id) ON DELETE CASCADE,
  constraint bells_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint bells_check CHECK (((round IS NULL) = (kind = ANY (ARRAY['walkout'::text, 'over'::text])))),
  constraint bells_kind_check CHECK ((kind = ANY (ARRAY['walkout'::text, 'round-start'::text, 'round-end'::text, 'stopped'::text, 'over'::text])))
);
CREATE INDEX bells_bout ON bells USING btree (bout_id, at, id);
CREATE INDEX bells_user ON bells USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER notify_changes AFTER INSERT OR UPDATE ON bells FOR EACH ROW EXECUTE FUNCTION notify_bells();

create table blocks (
  id uuid not null default gen_random_uuid(),
  event_id uuid not null,
  name text not null,
  slug text not null,
  description text,
  start_date timestamp with time zone not null,
  end_date timestamp with time zone not null,
  location jsonb not null default '{}'::jsonb,
  payment_required boolean not null default false,
  stripe_price_id text,
  version integer not null default 1,
  sale_start_date timestamp with time zone,
  sale_end_date timestamp with time zone,
  constraint blocks_pkey PRIMARY KEY (id),
  constraint blocks_slug_unique UNIQUE (event_id, slug),
  constraint blocks_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint blocks_dates CHECK ((start_date <= end_date)),
  constraint blocks_sale_dates CHECK ((sale_start_date <= sale_end_date))
);
CREATE INDEX blocks_name_trigrams ON blocks USING gin (lower((name COLLATE "und-x-icu")) COLLATE "default" gin_trgm_ops);
CREATE INDEX blocks_price ON blocks USING btree (stripe_price_id) WHERE (stripe_price_id IS NOT NULL);
CREATE TRIGGER announce_change AFTER UPDATE OF payment_required, event_id ON blocks FOR EACH ROW WHEN (((old.payment_required <> new.payment_required) OR (old.event_id <> new.event_id))) EXECUTE FUNCTION announce_revocation();
CREATE TRIGGER note_new_blocks AFTER INSERT ON blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_blocks();
CREATE TRIGGER notify_changes AFTER INSERT OR DELETE OR UPDATE ON blocks FOR EACH ROW EXECUTE FUNCTION notify_blocks();

create table bout_reminders (
  user_id uuid not null,
  bout_id uuid not null,
  by_link boolean not null,
  origin text not null,
  known text not null,
  told_next_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint bout_reminders_pkey PRIMARY KEY (user_id, bout_id),
  constraint bout_reminders_bout_id_fkey FOREIGN KEY (bout_id) REFERENCES bouts(id) ON DELETE CASCADE,
  constraint bout_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX bout_reminders_bout ON bout_reminders USING btree (bout_id);

create table bouts (
  id uuid not null default gen_random_uuid(),
  block_id uuid not null,
  "position" integer not null,
  red_fighter_id uuid,
  blue_fighter_id uuid,
  red_weigh_in jsonb,
  blue_weigh_in jsonb,
  weight_class text,
  weight_limit_kg double precision,
  is_catchweight boolean not null default false,
  rules text not null default 'k1'::text,
  rules_text text,
  rounds integer not null default 3,
  round_seconds integer not null default 180,
  break_seconds integer not null default 60,
  has_extra_round boolean not null default false,
  title text,
  status text not null default 'announced'::text,
  status_reason text,
  replacements jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  changed_at timestamp with time zone,
  constraint bouts_pkey PRIMARY KEY (id),
  constraint bouts_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint bouts_blue_fighter_id_fkey FOREIGN KEY (blue_fighter_id) REFERENCES fighters(id),
  constraint bouts_red_fighter_id_fkey FOREIGN KEY (red_fighter_id) REFERENCES fighters(id),
  constraint bouts_corners CHECK ((red_fighter_id <> blue_fighter_id)),
  constraint bouts_rules_check CHECK ((rules = ANY (ARRAY['k1'::text, 'full-contact'::text, 'low-kick'::text, 'muay-thai'::text, 'kick-light'::text, 'other'::text]))),
  constraint bouts_status_check CHECK ((status = ANY (ARRAY['announced'::text, 'cancelled'::text, 'replaced'::text])))
);
CREATE INDEX bouts_block ON bouts USING btree (block_id, "position", id);
CREATE INDEX bouts_blue ON bouts USING btree (blue_fighter_id) WHERE (blue_fighter_id IS NOT NULL);
CREATE INDEX bouts_red ON bouts USING btree (red_fighter_id) WHERE (red_fighter_id IS NOT NULL);
CREATE TRIGGER notify_changes AFTER INSERT OR DELETE OR UPDATE ON bouts FOR EACH ROW EXECUTE FUNCTION notify_bouts();

create table broadcasts (
  event_id uuid not null,
  banner text,
  banner_since timestamp with time zone,
  featured_stream_id uuid,
  constraint broadcasts_pkey PRIMARY KEY (event_id),
  constraint broadcasts_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint broadcasts_featured_stream_id_fkey FOREIGN KEY (featured_stream_id) REFERENCES live_streams(id) ON DELETE SET NULL,
  constraint broadcasts_banner CHECK (((banner IS NULL) = (banner_since IS NULL)))
);
CREATE INDEX broadcasts_featured_stream ON broadcasts USING btree (featured_stream_id);
CREATE TRIGGER notify_changes AFTER INSERT OR DELETE OR UPDATE ON broadcasts FOR EACH ROW EXECUTE FUNCTION notify_broadcasts();

create table chapters (
  ingest_id uuid not null,
  bout_id uuid not null,
  film_id uuid,
  seconds double precision not null,
  starts_at timestamp with time zone not null,
  constraint chapters_place UNIQUE NULLS NOT DISTINCT (ingest_id, bout_id, film_id),
  constraint chapters_bout_id_fkey FOREIGN KEY (bout_id) REFERENCES bouts(id) ON DELETE CASCADE,
  constraint chapters_film_id_fkey FOREIGN KEY (film_id) REFERENCES films(id) ON DELETE CASCADE,
  constraint chapters_ingest_id_fkey FOREIGN KEY (ingest_id) REFERENCES ingests(id) ON DELETE CASCADE,
  constraint chapters_seconds_check CHECK ((seconds >= (0)::double precision))
);
CREATE INDEX chapters_bout ON chapters USING btree (bout_id);
CREATE INDEX chapters_film ON chapters USING btree (film_id) WHERE (film_id IS NOT NULL);

create table checkout_sessions (
  id text not null,
  order_id uuid not null,
  state text not null,
  amount bigint,
  currency text,
  as_of bigint not null,
  rank integer not null,
  discount bigint not null default 0,
  promotion_code_id text,
  tax bigint not null default 0,
  constraint checkout_sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX checkout_sessions_order ON checkout_sessions USING btree (order_id);

create table compensation_items (
  id uuid not null default gen_random_uuid(),
  compensation_id uuid not null,
  outage_id uuid not null,
  order_id uuid not null,
  user_id uuid,
  affected_since timestamp with time zone not null,
  seconds integer not null,
  amount bigint,
  currency text,
  code text,
  refund_request_id uuid,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  failure text,
  withheld_start_date timestamp with time zone,
  withheld_end_date timestamp with time zone,
  constraint compensation_items_pkey PRIMARY KEY (id),
  constraint compensation_items_code_key UNIQUE (code),
  constraint compensation_items_outage_id_order_id_key UNIQUE (outage_id, order_id),
  constraint compensation_items_outage_id_user_id_key UNIQUE (outage_id, user_id),
  constraint compensation_items_refund_request_id_key UNIQUE (refund_request_id),
  constraint compensation_items_compensation_id_fkey FOREIGN KEY (compensation_id) REFERENCES compensations(id),
  constraint compensation_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint compensation_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint compensation_items_amount_check CHECK ((amount > 0))
);
CREATE INDEX compensation_items_compensation ON compensation_items USING btree (compensation_id);
CREATE INDEX compensation_items_due ON compensation_items USING btree (due_at) WHERE (settled_at IS NULL);
CREATE INDEX compensation_items_order ON compensation_items USING btree (order_id);
CREATE INDEX compensation_items_user ON compensation_items USING btree (user_id);

create table compensations (
  id uuid not null default gen_random_uuid(),
  outage_id uuid not null,
  event_id uuid not null,
  block_id uuid not null,
  key uuid not null,
  terms jsonb not null,
  origin text not null,
  actor_id uuid,
  created_at timestamp with time zone not null,
  constraint compensations_pkey PRIMARY KEY (id),
  constraint compensations_key_key UNIQUE (key)
);
CREATE INDEX compensations_outage ON compensations USING btree (outage_id, created_at);

create table deleted_bout_reminders (
  user_id uuid not null,
  bout_id uuid not null,
  event_id uuid not null,
  red_fighter_id uuid,
  blue_fighter_id uuid,
  by_link boolean not null,
  origin text not null,
  deleted_at timestamp with time zone not null,
  told_at timestamp with time zone,
  constraint deleted_bout_reminders_pkey PRIMARY KEY (user_id, bout_id),
  constraint deleted_bout_reminders_blue_fighter_id_fkey FOREIGN KEY (blue_fighter_id) REFERENCES fighters(id) ON DELETE SET NULL,
  constraint deleted_bout_reminders_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint deleted_bout_reminders_red_fighter_id_fkey FOREIGN KEY (red_fighter_id) REFERENCES fighters(id) ON DELETE SET NULL,
  constraint deleted_bout_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deleted_bout_reminders_blue ON deleted_bout_reminders USING btree (blue_fighter_id);
CREATE INDEX deleted_bout_reminders_due ON deleted_bout_reminders USING btree (deleted_at) WHERE (told_at IS NULL);
CREATE INDEX deleted_bout_reminders_event ON deleted_bout_reminders USING btree (event_id);
CREATE INDEX deleted_bout_reminders_red ON deleted_bout_reminders USING btree (red_fighter_id);

create table denied_plays (
  block_id uuid not null,
  user_id uuid not null,
  slice timestamp with time zone not null,
  tried_at timestamp with time zone not null,
  constraint denied_plays_pkey PRIMARY KEY (block_id, user_id, slice),
  constraint denied_plays_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint denied_plays_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX denied_plays_tried ON denied_plays USING btree (tried_at);
CREATE INDEX denied_plays_user ON denied_plays USING btree (user_id);

create table disputes (
  id text not null,
  payment_intent text not null,
  state text not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  as_of bigint not null,
  rank integer not null,
  constraint disputes_pkey PRIMARY KEY (id)
);
CREATE INDEX disputes_payment ON disputes USING btree (payment_intent);

create table encoder_attempts (
  id uuid not null default gen_random_uuid(),
  ingest_id uuid,
  at timestamp with time zone not null,
  count integer not null,
  network text,
  protocol text not null,
  program text,
  refusal text not null,
  detail text,
  constraint encoder_attempts_pkey PRIMARY KEY (id),
  constraint encoder_attempts_ingest_id_fkey FOREIGN KEY (ingest_id) REFERENCES ingests(id) ON DELETE CASCADE
);
CREATE INDEX encoder_attempts_by_age ON encoder_attempts USING btree (at);
CREATE INDEX encoder_attempts_of_stream ON encoder_attempts USING btree (ingest_id, at DESC);
CREATE TRIGGER notify_attempt AFTER INSERT OR UPDATE ON encoder_attempts FOR EACH ROW WHEN ((new.ingest_id IS NOT NULL)) EXECUTE FUNCTION notify_encoder_attempts();

create table events (
  id uuid not null default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  content text,
  start_date timestamp with time zone not null,
  end_date timestamp with time zone not null,
  timezone text not null,
  location jsonb not null default '{}'::jsonb,
  picture_id uuid,
  status text not null default 'draft'::text,
  stripe_price_id text,
  version integer not null default 1,
  sale_start_date timestamp with time zone,
  sale_end_date timestamp with time zone,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_slug_unique UNIQUE (slug),
  constraint events_picture FOREIGN KEY (picture_id) REFERENCES images(id),
  constraint events_dates CHECK ((start_date <= end_date)),
  constraint events_sale_dates CHECK ((sale_start_date <= sale_end_date)),
  constraint events_status CHECK ((status = ANY (ARRAY['public'::text, 'draft'::text, 'hidden'::text])))
);
CREATE INDEX events_city ON events USING btree (((location ->> 'cityName'::text)), start_date, id);
CREATE INDEX events_end_date_id ON events USING btree (end_date, id);
CREATE INDEX events_name_id ON events USING btree (name, id);
CREATE INDEX events_name_trigrams ON events USING gin (lower((name COLLATE "und-x-icu")) COLLATE "default" gin_trgm_ops);
CREATE INDEX events_picture ON events USING btree (picture_id);
CREATE INDEX events_price ON events USING btree (stripe_price_id) WHERE (stripe_price_id IS NOT NULL);
CREATE INDEX events_slug_trigrams ON events USING gin (lower((slug COLLATE "und-x-icu")) COLLATE "default" gin_trgm_ops);
CREATE INDEX events_start_date ON events USING btree (start_date, id);
CREATE INDEX events_status_id ON events USING btree (status, id);
CREATE INDEX events_status_start_date_id ON events USING btree (status, start_date, id);
CREATE INDEX events_text_trigrams ON events USING gin (competition_text(name, location) gin_trgm_ops);
CREATE TRIGGER announce_draft AFTER UPDATE OF status ON events FOR EACH ROW WHEN (((new.status = 'draft'::text) AND (old.status <> 'draft'::text))) EXECUTE FUNCTION announce_revocation();
CREATE TRIGGER count_delete AFTER DELETE ON events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_events_delete();
CREATE TRIGGER count_insert AFTER INSERT ON events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_events_insert();
CREATE TRIGGER count_update AFTER UPDATE ON events REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_events_update();
CREATE TRIGGER keep_old_slug_insert AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION keep_old_slug();
CREATE TRIGGER keep_old_slug_update AFTER UPDATE OF slug ON events FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION keep_old_slug();
CREATE TRIGGER note_drafts AFTER UPDATE ON events REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_drafts();
CREATE TRIGGER notify_changes AFTER INSERT OR DELETE OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION notify_events();

create table factor_removals (
  user_id uuid not null,
  requested_at timestamp with time zone not null,
  reminded_at timestamp with time zone,
  due_at timestamp with time zone not null,
  origin text not null,
  constraint factor_removals_pkey PRIMARY KEY (user_id),
  constraint factor_removals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX factor_removals_due ON factor_removals USING btree (due_at);

create table fighters (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  name text not null,
  nickname text,
  country_code text,
  birth_date date,
  height_cm integer,
  reach_cm integer,
  stance text,
  gym text,
  picture_id uuid,
  record jsonb,
  version integer not null default 1,
  words text not null generated always as (fighter_words(name, nickname, gym)) stored,
  constraint fighters_pkey PRIMARY KEY (id),
  constraint fighters_slug_unique UNIQUE (slug),
  constraint fighters_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES images(id),
  constraint fighters_stance_check CHECK ((stance = ANY (ARRAY['orthodox'::text, 'southpaw'::text, 'switch'::text])))
);
CREATE INDEX fighters_name ON fighters USING btree (name, id);
CREATE INDEX fighters_picture ON fighters USING btree (picture_id) WHERE (picture_id IS NOT NULL);
CREATE INDEX fighters_words ON fighters USING gin (words gin_trgm_ops);
CREATE TRIGGER give_up_deleted AFTER DELETE ON fighters FOR EACH ROW WHEN ((old.picture_id IS NOT NULL)) EXECUTE FUNCTION give_up_portrait();
CREATE TRIGGER give_up_portrait AFTER UPDATE OF picture_id ON fighters FOR EACH ROW WHEN (((old.picture_id IS NOT NULL) AND (old.picture_id IS DISTINCT FROM new.picture_id))) EXECUTE FUNCTION give_up_portrait();
CREATE TRIGGER keep_old_slug_insert AFTER INSERT ON fighters FOR EACH ROW EXECUTE FUNCTION keep_old_fighter_slug();
CREATE TRIGGER keep_old_slug_update AFTER UPDATE OF slug ON fighters FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION keep_old_fighter_slug();

create table films (
  id uuid not null default gen_random_uuid(),
  live_stream_id uuid not null,
  number integer not null generated always as identity,
  file_name text not null,
  size bigint not null,
  file_modified bigint,
  received bigint not null default 0,
  state text not null default 'receiving'::text,
  problem text,
  progress integer not null default 0,
  seconds double precision,
  bytes bigint,
  worked_at timestamp with time zone not null default clock_timestamp(),
  created_at timestamp with time zone not null default clock_timestamp(),
  refused_codec text,
  constraint films_pkey PRIMARY KEY (id),
  constraint films_live_stream_id_fkey FOREIGN KEY (live_stream_id) REFERENCES live_streams(id) ON DELETE CASCADE,
  constraint films_state CHECK ((state = ANY (ARRAY['receiving'::text, 'packaging'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX films_live_stream ON films USING btree (live_stream_id);
CREATE UNIQUE INDEX films_one_upload ON films USING btree (live_stream_id) WHERE (state = ANY (ARRAY['receiving'::text, 'packaging'::text]));
CREATE TRIGGER keep_loose_film AFTER DELETE ON films FOR EACH ROW EXECUTE FUNCTION keep_loose_film();

create table images (
  id uuid not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  shape text not null default 'wide'::text,
  constraint images_pkey PRIMARY KEY (id),
  constraint images_shape_check CHECK ((shape = ANY (ARRAY['wide'::text, 'portrait'::text])))
);

create table ingests (
  id uuid not null default gen_random_uuid(),
  live_stream_id uuid not null,
  key_hash text not null,
  key_created_at timestamp with time zone not null,
  previous_video_id text not null,
  state text not null default 'idle'::text,
  generation integer not null default 0,
  started_at timestamp with time zone,
  last_frame_at timestamp with time zone,
  heartbeat_at timestamp with time zone,
  ended_at timestamp with time zone,
  health jsonb,
  recording jsonb,
  state_since timestamp with time zone not null default clock_timestamp(),
  history jsonb,
  server_id uuid,
  server_url text,
  target integer,
  remote_video_id text,
  remote_rtmp_url text,
  "trim" jsonb,
  film jsonb,
  replaced_key_hashes text[] not null default '{}'::text[],
  encoder_network text,
  is_encoder_kept boolean not null default false,
  contested_until timestamp with time zone,
  contest_wait_ms integer not null default 0,
  constraint ingests_pkey PRIMARY KEY (id),
  constraint ingests_key_hash_key UNIQUE (key_hash),
  constraint ingests_live_stream_id_key UNIQUE (live_stream_id),
  constraint ingests_live_stream_id_fkey FOREIGN KEY (live_stream_id) REFERENCES live_streams(id) ON DELETE CASCADE,
  constraint ingests_remote CHECK (((remote_video_id IS NULL) = (remote_rtmp_url IS NULL))),
  constraint ingests_state CHECK (((state = ANY (ARRAY['idle'::text, 'connecting'::text, 'live'::text, 'interrupted'::text, 'ended'::text])) AND ((state = 'ended'::text) = (ended_at IS NOT NULL))))
);
CREATE TRIGGER keep_loose_recording AFTER DELETE ON ingests FOR EACH ROW EXECUTE FUNCTION keep_loose_recording();
CREATE TRIGGER note_states AFTER UPDATE ON ingests REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_ingest_states();
CREATE TRIGGER notify_changes AFTER INSERT OR DELETE ON ingests FOR EACH ROW EXECUTE FUNCTION notify_ingests();
CREATE TRIGGER notify_film AFTER UPDATE ON ingests FOR EACH ROW WHEN ((old.film IS DISTINCT FROM new.film)) EXECUTE FUNCTION notify_ingest_owner();
CREATE TRIGGER notify_film_replay AFTER UPDATE ON ingests FOR EACH ROW WHEN ((old.film IS DISTINCT FROM new.film)) EXECUTE FUNCTION notify_ingests();
CREATE TRIGGER notify_kept AFTER UPDATE ON ingests FOR EACH ROW WHEN ((old.is_encoder_kept IS DISTINCT FROM new.is_encoder_kept)) EXECUTE FUNCTION notify_ingests();
CREATE TRIGGER notify_owner AFTER UPDATE ON ingests FOR EACH ROW WHEN (((((old.generation IS DISTINCT FROM new.generation) OR (old.key_hash IS DISTINCT FROM new.key_hash)) OR (old.ended_at IS DISTINCT FROM new.ended_at)) OR (old.server_id IS DISTINCT FROM new.server_id))) EXECUTE FUNCTION notify_ingest_owner();
CREATE TRIGGER notify_removal AFTER DELETE ON ingests FOR EACH ROW EXECUTE FUNCTION notify_ingest_owner();
CREATE TRIGGER notify_replay AFTER UPDATE ON ingests FOR EACH ROW WHEN (((new.ended_at IS NOT NULL) AND (old.ended_at IS NOT NULL) AND ((old.recording -> 'bytes'::text) IS DISTINCT FROM (new.recording -> 'bytes'::text)))) EXECUTE FUNCTION notify_ingests();
CREATE TRIGGER notify_state AFTER UPDATE ON ingests FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION notify_ingests();
CREATE TRIGGER notify_trim AFTER UPDATE ON ingests FOR EACH ROW WHEN ((old."trim" IS DISTINCT FROM new."trim")) EXECUTE FUNCTION notify_ingest_owner();
CREATE TRIGGER stamp_state BEFORE UPDATE ON ingests FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION stamp_ingest_state();

create table live_streams (
  id uuid not null default gen_random_uuid(),
  block_id uuid not null,
  video_id text not null,
  name text not null,
  description text,
  status text not null default 'inactive'::text,
  weight integer not null default 1,
  version integer not null default 1,
  venue_delay_ms integer not null default 2000,
  constraint live_streams_pkey PRIMARY KEY (id),
  constraint live_streams_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint live_streams_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX live_streams_block ON live_streams USING btree (block_id);
CREATE TRIGGER announce_change AFTER UPDATE OF status, video_id, block_id ON live_streams FOR EACH ROW WHEN (((old.status <> new.status) OR (old.video_id <> new.video_id) OR (old.block_id <> new.block_id))) EXECUTE FUNCTION announce_revocation();
CREATE TRIGGER announce_deletion AFTER DELETE ON live_streams FOR EACH ROW WHEN (true) EXECUTE FUNCTION announce_revocation();
CREATE TRIGGER lock_ingest_of_deleted_stream BEFORE DELETE ON live_streams FOR EACH ROW EXECUTE FUNCTION lock_ingest_first();
CREATE TRIGGER note_changed_streams AFTER UPDATE ON live_streams REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_changed_streams();
CREATE TRIGGER note_deleted_stream BEFORE DELETE ON live_streams FOR EACH ROW WHEN ((old.status = 'active'::text)) EXECUTE FUNCTION note_deleted_stream();
CREATE TRIGGER note_new_streams AFTER INSERT ON live_streams REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_streams();
CREATE TRIGGER notify_changes AFTER INSERT OR DELETE OR UPDATE ON live_streams FOR EACH ROW EXECUTE FUNCTION notify_live_streams();

create table login_sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  remember boolean not null,
  user_agent text,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  ends_at timestamp with time zone not null default (now() + '90 days'::interval),
  authenticated_at timestamp with time zone not null default now(),
  second_factor boolean not null default false,
  second_factor_at timestamp with time zone,
  constraint login_sessions_pkey PRIMARY KEY (id),
  constraint login_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX login_sessions_revoked_at ON login_sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX login_sessions_user ON login_sessions USING btree (user_id);
CREATE TRIGGER announce_deletion AFTER DELETE ON login_sessions FOR EACH ROW WHEN ((old.revoked_at IS NULL)) EXECUTE FUNCTION announce_revocation();
CREATE TRIGGER announce_end AFTER UPDATE OF revoked_at ON login_sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION announce_revocation();
CREATE TRIGGER drop_push_subscription AFTER UPDATE OF revoked_at ON login_sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION drop_push_subscription();

create table loose_files (
  id uuid not null,
  since timestamp with time zone not null default clock_timestamp(),
  remote_video_id text,
  chunks integer not null default 0,
  kind text not null,
  constraint loose_files_pkey PRIMARY KEY (id),
  constraint loose_files_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'recording'::text, 'live-input'::text])))
);

create table lost_sessions (
  id text not null,
  order_id uuid not null,
  seen_at timestamp with time zone not null default now(),
  constraint lost_sessions_pkey PRIMARY KEY (id)
);

create table mail_tokens (
  token_hash text not null,
  user_id uuid,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  author_id uuid,
  constraint mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint mail_tokens_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mail_tokens_by_author ON mail_tokens USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX mail_tokens_expires_at ON mail_tokens USING btree (expires_at);
CREATE INDEX mail_tokens_user ON mail_tokens USING btree (user_id, purpose);

create table main_event_notices (
  event_id uuid not null,
  told_at timestamp with time zone not null,
  constraint main_event_notices_pkey PRIMARY KEY (event_id),
  constraint main_event_notices_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);

create table merged_fighters (
  id uuid not null,
  fighter_id uuid not null,
  constraint merged_fighters_pkey PRIMARY KEY (id),
  constraint merged_fighters_fighter_id_fkey FOREIGN KEY (fighter_id) REFERENCES fighters(id) ON DELETE CASCADE
);
CREATE INDEX merged_fighters_fighter ON merged_fighters USING btree (fighter_id);

create table old_fighter_slugs (
  slug text not null,
  fighter_id uuid not null,
  constraint old_fighter_slugs_pkey PRIMARY KEY (slug),
  constraint old_fighter_slugs_fighter_id_fkey FOREIGN KEY (fighter_id) REFERENCES fighters(id) ON DELETE CASCADE
);
CREATE INDEX old_fighter_slugs_fighter ON old_fighter_slugs USING btree (fighter_id);

create table old_slugs (
  slug text not null,
  event_id uuid not null,
  constraint old_slugs_pkey PRIMARY KEY (slug),
  constraint old_slugs_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX old_slugs_event ON old_slugs USING btree (event_id);

create table order_items (
  order_id uuid not null,
  event_id uuid not null,
  block_id uuid,
  event_name text not null,
  event_slug text not null,
  block_name text,
  block_slug text,
  access_start_date timestamp with time zone,
  access_end_date timestamp with time zone,
  constraint order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_items_event ON order_items USING btree (event_id, block_id);
CREATE UNIQUE INDEX order_items_same ON order_items USING btree (order_id, event_id, block_id) NULLS NOT DISTINCT;

create table orders (
  id uuid not null default gen_random_uuid(),
  email text,
  user_id uuid,
  pseudonym text,
  price_id text not null,
  status text not null default 'pending'::text,
  amount bigint,
  currency text,
  refunded_amount bigint not null default 0,
  payment_intent text,
  receipt_url text,
  checkout jsonb not null,
  session_id text,
  url text,
  is_open boolean not null default true,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  receipt_queued_at timestamp with time zone,
  reconcile_at timestamp with time zone,
  reconciled_at timestamp with time zone,
  opener text,
  opener_key text,
  revoked_at timestamp with time zone,
  discount bigint not null default 0,
  promotion_code_id text,
  receipt_mail_id uuid,
  has_new_buyer boolean not null default false,
  revoked_by_server boolean not null default false,
  refund_mailed_at timestamp with time zone,
  disputed_amount bigint not null default 0,
  purchase_counter text,
  price_amount bigint,
  price_currency text,
  wrong_payment jsonb,
  moved_at timestamp with time zone,
  moved_by uuid,
  tax bigint not null default 0,
  left_at timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_session_id_key UNIQUE (session_id),
  constraint orders_moved_by_fkey FOREIGN KEY (moved_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint orders_check CHECK (((email IS NOT NULL) OR (pseudonym IS NOT NULL))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'failed'::text, 'expired'::text, 'paid'::text, 'refunded'::text, 'disputed'::text, 'lost'::text, 'revoked'::text])))
);
CREATE INDEX orders_amount ON orders USING btree (amount, id);
CREATE INDEX orders_created_at ON orders USING btree (created_at, id);
CREATE INDEX orders_due ON orders USING btree (reconcile_at) WHERE (reconcile_at IS NOT NULL);
CREATE INDEX orders_email ON orders USING btree (email);
CREATE INDEX orders_left ON orders USING btree (left_at) WHERE (left_at IS NOT NULL);
CREATE UNIQUE INDEX orders_open ON orders USING btree (email, price_id, opener) WHERE is_open;
CREATE INDEX orders_paid_at ON orders USING btree (paid_at, id);
CREATE INDEX orders_user ON orders USING btree (user_id, created_at, id);

create table outage_viewers (
  outage_id uuid not null,
  user_id uuid not null,
  since timestamp with time zone not null,
  constraint outage_viewers_pkey PRIMARY KEY (outage_id, user_id),
  constraint outage_viewers_outage_id_fkey FOREIGN KEY (outage_id) REFERENCES outages(id) ON DELETE CASCADE,
  constraint outage_viewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX outage_viewers_user ON outage_viewers USING btree (user_id);

create table outages (
  id uuid not null default gen_random_uuid(),
  block_id uuid not null,
  cause text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint outages_pkey PRIMARY KEY (id),
  constraint outages_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint outages_cause_check CHECK ((cause = ANY (ARRAY['stream'::text, 'playback'::text]))),
  constraint outages_check CHECK ((ended_at >= started_at))
);
CREATE INDEX outages_block ON outages USING btree (block_id, started_at);
CREATE INDEX outages_ended ON outages USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX outages_open ON outages USING btree (block_id) WHERE (ended_at IS NULL);

create table outbox_mails (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  subject text not null,
  text text,
  html text,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default now(),
  worthless_at timestamp with time zone not null,
  attempts integer not null default 0,
  outcome text,
  done_at timestamp with time zone,
  last_fault text,
  last_fault_at timestamp with time zone,
  unsubscribe_url text,
  constraint outbox_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_mails_done ON outbox_mails USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX outbox_mails_due ON outbox_mails USING btree (due_at) WHERE (done_at IS NULL);
CREATE INDEX outbox_mails_last_fault_at ON outbox_mails USING btree (last_fault_at) WHERE (last_fault_at IS NOT NULL);
CREATE INDEX outbox_mails_recipient ON outbox_mails USING btree (recipient, kind) WHERE (done_at IS NULL);
CREATE INDEX outbox_mails_recipient_created_at ON outbox_mails USING btree (recipient, created_at);

create table passkey_challenges (
  challenge text not null,
  ceremony text not null,
  session_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES login_sessions(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expires ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session ON passkey_challenges USING btree (session_id);

create table passkeys (
  id uuid not null default gen_random_uuid(),
  credential_id text not null,
  user_id uuid not null,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null,
  is_synced boolean not null,
  aaguid text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  frozen_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

create table payments (
  payment_intent text not null,
  order_id uuid,
  constraint payments_pkey PRIMARY KEY (payment_intent)
);
CREATE INDEX payments_order ON payments USING btree (order_id);

create table permissions (
  code text not null,
  name text not null,
  description text,
  constraint permissions_pkey PRIMARY KEY (code)
);

create table playback_leases (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid not null,
  live_stream_id uuid,
  created_at timestamp with time zone not null,
  pinged_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  constraint playback_leases_pkey PRIMARY KEY (id),
  constraint playback_leases_live_stream_id_fkey FOREIGN KEY (live_stream_id) REFERENCES live_streams(id) ON DELETE SET NULL,
  constraint playback_leases_session_id_fkey FOREIGN KEY (session_id) REFERENCES login_sessions(id) ON DELETE CASCADE,
  constraint playback_leases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX playback_leases_created_at ON playback_leases USING btree (created_at);
CREATE INDEX playback_leases_device ON playback_leases USING btree (session_id, created_at DESC);
CREATE INDEX playback_leases_running ON playback_leases USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX playback_leases_stream ON playback_leases USING btree (live_stream_id) WHERE (ended_at IS NULL);
CREATE INDEX playback_leases_user ON playback_leases USING btree (user_id);
CREATE TRIGGER announce_deletion AFTER DELETE ON playback_leases FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (old.pinged_at > (now() - '00:05:00'::interval)))) EXECUTE FUNCTION announce_revocation();
CREATE TRIGGER announce_end AFTER UPDATE OF ended_at, live_stream_id ON playback_leases FOR EACH ROW WHEN ((((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL)) OR ((old.live_stream_id IS NOT NULL) AND (new.live_stream_id IS NOT NULL) AND (old.live_stream_id <> new.live_stream_id)))) EXECUTE FUNCTION announce_revocation();

create table playback_refusals (
  live_stream_id uuid not null,
  reason text not null,
  since timestamp with time zone not null,
  count integer not null,
  constraint playback_refusals_pkey PRIMARY KEY (live_stream_id, since, reason),
  constraint playback_refusals_live_stream_id_fkey FOREIGN KEY (live_stream_id) REFERENCES live_streams(id) ON DELETE CASCADE
);
CREATE INDEX playback_refusals_since ON playback_refusals USING btree (since);

create table playback_slices (
  block_id uuid not null,
  since timestamp with time zone not null,
  delivered integer not null,
  failed integer not null,
  constraint playback_slices_pkey PRIMARY KEY (block_id, since),
  constraint playback_slices_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE
);

create table price_cache (
  price_id text not null,
  body jsonb,
  fetched_at timestamp with time zone,
  refresh_until timestamp with time zone,
  constraint price_cache_pkey PRIMARY KEY (price_id)
);

create table promotion_codes (
  id text not null,
  code text not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  fetched_at timestamp with time zone not null,
  constraint promotion_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX promotion_codes_created ON promotion_codes USING btree (created_at, id);

create table promotion_lists (
  id boolean not null default true,
  fetched_at timestamp with time zone not null,
  has_more boolean not null,
  constraint promotion_lists_pkey PRIMARY KEY (id),
  constraint promotion_lists_id_check CHECK (id)
);

create table provider_codes (
  code_hash text not null,
  provider_code text not null,
  identity jsonb not null,
  code_challenge text,
  expires_at timestamp with time zone not null,
  constraint provider_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX provider_codes_expires ON provider_codes USING btree (expires_at);

create table provider_events (
  id text not null,
  type text not null,
  object_id text not null,
  created bigint not null,
  received_at timestamp with time zone not null default now(),
  constraint provider_events_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_events_received ON provider_events USING btree (received_at);

create table provider_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint provider_identities_pk PRIMARY KEY (issuer, subject),
  constraint provider_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX provider_identities_issuer_last_used_at ON provider_identities USING btree (issuer, last_used_at);
CREATE INDEX provider_identities_user ON provider_identities USING btree (user_id);

create table provider_sign_ins (
  state_hash text not null,
  browser_hash text not null,
  provider_code text not null,
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  client_url text not null,
  client_state text,
  code_challenge text,
  expires_at timestamp with time zone not null,
  is_fresh boolean not null default false,
  constraint provider_sign_ins_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX provider_sign_ins_expires ON provider_sign_ins USING btree (expires_at);

create table push_messages (
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  event_id uuid not null,
  told_start timestamp with time zone not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  bout_id uuid,
  notice text,
  constraint push_messages_pkey PRIMARY KEY (id),
  constraint push_messages_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint push_messages_session_id_fkey FOREIGN KEY (session_id) REFERENCES push_subscriptions(session_id) ON DELETE CASCADE,
  constraint push_messages_check CHECK (((bout_id IS NULL) = (notice IS NULL))),
  constraint push_messages_notice_check CHECK ((notice = ANY (ARRAY['next'::text, 'now'::text, 'cancelled'::text, 'replaced'::text, 'announced'::text, 'main-event'::text])))
);
CREATE INDEX push_messages_bout ON push_messages USING btree (bout_id) WHERE (bout_id IS NOT NULL);
CREATE INDEX push_messages_due ON push_messages USING btree (attempts, due_at);
CREATE INDEX push_messages_event ON push_messages USING btree (event_id);
CREATE UNIQUE INDEX push_messages_once ON push_messages USING btree (session_id, event_id, told_start, COALESCE(bout_id, event_id), COALESCE(notice, ''::text));

create table push_subscriptions (
  session_id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  p256dh text,
  auth text,
  created_at timestamp with time zone not null,
  service text not null default 'web'::text,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES login_sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_subscriptions_keys CHECK ((num_nonnulls(p256dh, auth) =
CASE
    WHEN (service = 'web'::text) THEN 2
    ELSE 0
END)),
  constraint push_subscriptions_service CHECK ((service = ANY (ARRAY['web'::text, 'apns'::text, 'fcm'::text])))
);
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id);

create table recorded_segments (
  ingest_id uuid not null,
  name text not null,
  segment jsonb not null,
  stored_at timestamp with time zone not null default clock_timestamp(),
  constraint recorded_segments_pkey PRIMARY KEY (ingest_id, name)
);

create table recovery_codes (
  user_id uuid not null,
  number smallint not null,
  code_hash text not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_pk PRIMARY KEY (user_id, number),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refresh_tokens (
  token_hash text not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  attempt text,
  successor_seed text,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES login_sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_expires_at ON refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_session ON refresh_tokens USING btree (session_id);
CREATE INDEX refresh_tokens_unused ON refresh_tokens USING btree (session_id) WHERE (used_at IS NULL);

create table refund_requests (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  key uuid,
  amount bigint not null,
  reason text not null,
  actor_id uuid,
  created_at timestamp with time zone not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  refusal text,
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_key_key UNIQUE (key),
  constraint refund_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint refund_requests_amount_check CHECK ((amount > 0))
);
CREATE UNIQUE INDEX refund_requests_automatic ON refund_requests USING btree (order_id) WHERE ((key IS NULL) AND (settled_at IS NULL));
CREATE INDEX refund_requests_due ON refund_requests USING btree (due_at) WHERE (settled_at IS NULL);
CREATE INDEX refund_requests_order ON refund_requests USING btree (order_id);

create table refunds (
  id text not null,
  payment_intent text not null,
  request_id uuid,
  state text not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  as_of bigint not null,
  rank integer not null,
  constraint refunds_pkey PRIMARY KEY (id)
);
CREATE INDEX refunds_payment ON refunds USING btree (payment_intent);
CREATE INDEX refunds_request ON refunds USING btree (request_id);

create table reminder_settings (
  user_id uuid not null,
  mails boolean not null,
  bout_mails boolean not null default false,
  constraint reminder_settings_pkey PRIMARY KEY (user_id),
  constraint reminder_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table reminders (
  user_id uuid not null,
  event_id uuid not null,
  by_link boolean not null,
  origin text not null,
  told_start timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint reminders_pkey PRIMARY KEY (user_id, event_id),
  constraint reminders_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reminders_event ON reminders USING btree (event_id, told_start);

create table results (
  id uuid not null default gen_random_uuid(),
  bout_id uuid not null,
  version integer not null,
  red_fighter_id uuid not null,
  blue_fighter_id uuid not null,
  winner text not null,
  method text not null,
  round integer,
  seconds integer,
  scorecards jsonb not null default '[]'::jsonb,
  note text,
  reason text,
  signed_by uuid,
  signed_at timestamp with time zone not null,
  confirmed_by uuid,
  official_at timestamp with time zone,
  constraint results_pkey PRIMARY KEY (id),
  constraint results_version UNIQUE (bout_id, version),
  constraint results_blue_fighter_id_fkey FOREIGN KEY (blue_fighter_id) REFERENCES fighters(id),
  constraint results_bout_id_fkey FOREIGN KEY (bout_id) REFERENCES bouts(id),
  constraint results_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint results_red_fighter_id_fkey FOREIGN KEY (red_fighter_id) REFERENCES fighters(id),
  constraint results_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint results_check CHECK (((winner = 'none'::text) = (method = ANY (ARRAY['walkover'::text, 'no-contest'::text])))),
  constraint results_check1 CHECK (((version = 1) = (reason IS NULL))),
  constraint results_check2 CHECK (((seconds IS NULL) OR (round IS NOT NULL))),
  constraint results_method_check CHECK ((method = ANY (ARRAY['decision-unanimous'::text, 'decision-split'::text, 'decision-majority'::text, 'decision-technical'::text, 'ko'::text, 'tko'::text, 'tko-doctor'::text, 'tko-corner'::text, 'disqualification'::text, 'injury'::text, 'walkover'::text, 'no-contest'::text]))),
  constraint results_two_people CHECK ((signed_by <> confirmed_by)),
  constraint results_version_check CHECK ((version > 0)),
  constraint results_winner_check CHECK ((winner = ANY (ARRAY['red'::text, 'blue'::text, 'draw'::text, 'none'::text])))
);
CREATE INDEX results_blue ON results USING btree (blue_fighter_id);
CREATE INDEX results_confirmed_by ON results USING btree (confirmed_by) WHERE (confirmed_by IS NOT NULL);
CREATE INDEX results_red ON results USING btree (red_fighter_id);
CREATE INDEX results_signed_by ON results USING btree (signed_by) WHERE (signed_by IS NOT NULL);

create table role_permissions (
  role_code text not null,
  permission_code text not null,
  constraint role_permissions_pk PRIMARY KEY (role_code, permission_code),
  constraint role_permissions_permission_code_fkey FOREIGN KEY (permission_code) REFERENCES permissions(code) ON DELETE CASCADE,
  constraint role_permissions_role_code_fkey FOREIGN KEY (role_code) REFERENCES roles(code) ON DELETE CASCADE
);

create table roles (
  code text not null,
  name text not null,
  description text,
  constraint roles_pkey PRIMARY KEY (code)
);

create table row_counts (
  counted text not null,
  key text not null,
  change bigint not null
);
CREATE INDEX row_counts_counted_key ON row_counts USING btree (counted, key);

create table settings (
  id integer not null default 1,
  site_name text not null default 'Ringside'::text,
  support_email text,
  refund_policy text,
  imprint_url text,
  privacy_url text,
  default_timezone text not null default 'Europe/Amsterdam'::text,
  version integer not null default 1,
  confirms_results boolean,
  constraint settings_pkey PRIMARY KEY (id),
  constraint settings_id_check CHECK ((id = 1))
);

create table signing_keys (
  id text not null,
  purpose text not null,
  jwk jsonb not null,
  created_at timestamp with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (id)
);

create table stream_peaks (
  live_stream_id uuid not null,
  viewers integer not null,
  constraint stream_peaks_pkey PRIMARY KEY (live_stream_id),
  constraint stream_peaks_live_stream_id_fkey FOREIGN KEY (live_stream_id) REFERENCES live_streams(id) ON DELETE CASCADE
);

create table upkeep (
  id integer not null default 1,
  cleaned_at timestamp with time zone not null default now(),
  waited_ms double precision,
  quiet_since timestamp with time zone,
  platform_id uuid not null default gen_random_uuid(),
  backup_at timestamp with time zone,
  constraint upkeep_pkey PRIMARY KEY (id),
  constraint upkeep_id_check CHECK ((id = 1))
);

create table user_permissions (
  user_id uuid not null,
  permission_code text not null,
  constraint user_permissions_pk PRIMARY KEY (user_id, permission_code),
  constraint user_permissions_permission_code_fkey FOREIGN KEY (permission_code) REFERENCES permissions(code) ON DELETE CASCADE,
  constraint user_permissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_roles (
  user_id uuid not null,
  role_code text not null,
  constraint user_roles_pk PRIMARY KEY (user_id, role_code),
  constraint user_roles_role_code_fkey FOREIGN KEY (role_code) REFERENCES roles(code) ON DELETE CASCADE,
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_roles_role ON user_roles USING btree (role_code);

create table users (
  id uuid not null default gen_random_uuid(),
  email text not null,
  email_verified_at timestamp with time zone,
  name text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  phone text,
  password_hash text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  passkey_handle text,
  invited_at timestamp with time zone,
  first_factor_until timestamp with time zone,
  device_epoch integer not null default 0,
  shows_results boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_passkey_handle_key UNIQUE (passkey_handle)
);
CREATE INDEX users_created_at_id ON users USING btree (created_at, id);
CREATE INDEX users_email_trigrams ON users USING gin (lower((email COLLATE "und-x-icu")) COLLATE "default" gin_trgm_ops);
CREATE INDEX users_name_id ON users USING btree (name, id);
CREATE INDEX users_name_trigrams ON users USING gin (lower((name COLLATE "und-x-icu")) COLLATE "default" gin_trgm_ops);
CREATE INDEX users_text_trigrams ON users USING gin (lower(((((((((((((name || chr(10)) || first_name) || ' '::text) || COALESCE((middle_name || ' '::text), ''::text)) || last_name) || chr(10)) || first_name) || ' '::text) || last_name) || chr(10)) || email) COLLATE "und-x-icu")) COLLATE "default" gin_trgm_ops);
CREATE TRIGGER assign_orders AFTER INSERT OR UPDATE OF email, email_verified_at ON users FOR EACH ROW WHEN ((new.email_verified_at IS NOT NULL)) EXECUTE FUNCTION assign_orders();
CREATE TRIGGER count_delete AFTER DELETE ON users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_users_delete();
CREATE TRIGGER count_insert AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_users_insert();
CREATE TRIGGER forget_buyer BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_buyer();
CREATE TRIGGER give_waiting_accesses AFTER INSERT OR UPDATE OF email, email_verified_at ON users FOR EACH ROW WHEN ((new.email_verified_at IS NOT NULL)) EXECUTE FUNCTION give_waiting_accesses();

create table viewings (
  user_id uuid not null,
  live_stream_id uuid not null,
  first_watched_at timestamp with time zone not null,
  last_watched_at timestamp with time zone not null,
  position_seconds double precision,
  removed_at timestamp with time zone,
  is_cleared boolean not null default false,
  constraint viewings_pkey PRIMARY KEY (user_id, live_stream_id),
  constraint viewings_live_stream_id_fkey FOREIGN KEY (live_stream_id) REFERENCES live_streams(id) ON DELETE CASCADE,
  constraint viewings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX viewings_last_watched ON viewings USING btree (last_watched_at);
CREATE INDEX viewings_removed ON viewings USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX viewings_stream ON viewings USING btree (live_stream_id);

create table webhook_faults (
  pointer text not null,
  detail text not null,
  seen_at timestamp with time zone not null,
  constraint webhook_faults_pkey PRIMARY KEY (pointer)
);

CREATE OR REPLACE FUNCTION announce_changed_accesses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      ids uuid[] := array(select distinct user_id from old_rows where user_id is not null limit 101);
    begin
      if cardinality(ids) > 100 then
        ids := array(select distinct event_id from old_rows where user_id is not null limit 101);
      end if;
      if cardinality(ids) > 100 then
        perform pg_notify('ringside_changes', 'watch:*');
      else
        perform pg_notify('ringside_changes', 'watch:' || id) from unnest(ids) as id;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION announce_revocation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      perform pg_notify('ringside_changes', 'watch:' || old.id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION assign_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      has_orders boolean;
    begin
      -- The same lock as in give_waiting_accesses: an order that is being stored waits, or is seen here.
      perform pg_advisory_xact_lock_shared(20261122);
      has_orders := exists (select 1 from orders where user_id = new.id);
      update orders set
        user_id = new.id,
        has_new_buyer = has_orders and status = 'paid',
        reconcile_at = case when has_orders and status = 'paid' then now() else reconcile_at end
      where email = new.email and user_id is null and left_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION bout_announcement(bouts)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE ($1).status WHEN 'replaced'::text THEN concat_ws(' '::text, 'replaced', ($1).red_fighter_id, ($1).blue_fighter_id) ELSE ($1).status END;

CREATE OR REPLACE FUNCTION competition_text(name text, location jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN fold_text(((((((name || chr(10)) || COALESCE((location ->> 'name'::text), ''::text)) || chr(10)) || COALESCE((location ->> 'cityName'::text), ''::text)) || chr(10)) || COALESCE((location ->> 'countryName'::text), ''::text)));

CREATE OR REPLACE FUNCTION count_accesses_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'accesses', key, sum(change) from (select '' as key, -1 as change from removed) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_accesses_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'accesses', key, sum(change) from (select '' as key, 1 as change from added) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_audit_entries_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'audit_entries', key, sum(change) from (select '' as key, -1 as change from removed) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_audit_entries_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'audit_entries', key, sum(change) from (select '' as key, 1 as change from added) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_events_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'events', key, sum(change) from (select status as key, -1 as change from removed) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_events_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'events', key, sum(change) from (select status as key, 1 as change from added) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_events_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'events', key, sum(change) from (select status as key, 1 as change from added union all select status as key, -1 as change from removed) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_users_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'users', key, sum(change) from (select '' as key, -1 as change from removed) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION count_users_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
             insert into row_counts (counted, key, change)
             select 'users', key, sum(change) from (select '' as key, 1 as change from added) changes group by key having sum(change) <> 0;
             return null;
           end $function$;

CREATE OR REPLACE FUNCTION drop_push_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      delete from push_subscriptions where session_id = old.id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION end_of_block(block uuid, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
      select greatest(blocks.end_date, max(
        case when ingests.state in ('live', 'interrupted') then at else least(ingests.ended_at, at) end
      ) filter (where ingests.started_at < blocks.end_date + interval '3 hours'))
      from blocks left join live_streams on live_streams.block_id = blocks.id
        left join ingests on ingests.live_stream_id = live_streams.id
      where blocks.id = block group by blocks.id
    $function$;

CREATE OR REPLACE FUNCTION fighter_words(name text, nickname text, gym text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN fold_text(((((name || chr(10)) || COALESCE(nickname, ''::text)) || chr(10)) || COALESCE(gym, ''::text)));

CREATE OR REPLACE FUNCTION fold_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 200
AS $function$ begin
      if octet_length(value) = length(value) then
        return lower(value collate "und-x-icu");
      end if;
      return lower(replace(translate(regexp_replace(normalize(value, NFKD), '[̀-ͯ]', '', 'g'),
        'łŁøØđĐıħĦ', 'lLoOdDihH'), 'ß', 'ss') collate "und-x-icu");
    end $function$;

CREATE OR REPLACE FUNCTION forget_buyer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      name constant text := 'Deleted buyer ' || left(replace(gen_random_uuid()::text, '-', ''), 12);
    begin
      update orders set email = null, user_id = null, pseudonym = name, is_open = false, opener = null, opener_key = null
      where user_id = old.id;
      return old;
    end $function$;

CREATE OR REPLACE FUNCTION give_up_portrait()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
         if exists (select from fighters where picture_id = old.picture_id)
           or exists (select from events where picture_id = old.picture_id) then return null; end if;
         delete from images where id = old.picture_id;
         -- The next clean-up removes the files.
         if found then
           insert into loose_files (id, kind, since)
           values (old.picture_id, 'picture', clock_timestamp() - interval '1 hour')
           on conflict do nothing;
         end if;
         return null;
       exception when foreign_key_violation then
         -- Something began to use it at this moment.
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION give_waiting_accesses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
    end $function$;

CREATE OR REPLACE FUNCTION keep_loose_film()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
         insert into loose_files (id, kind, chunks)
         values (old.id, 'recording', ceil(old.received / 4194304.0) + 1)
         on conflict do nothing;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION keep_loose_recording()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
         insert into loose_files (id, kind, remote_video_id) values
           (old.id, case when old.remote_video_id is null then 'recording' else 'live-input' end, old.remote_video_id)
         on conflict do nothing;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION keep_old_fighter_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      delete from old_fighter_slugs where slug = new.slug;
      if tg_op = 'UPDATE' then
        insert into old_fighter_slugs (slug, fighter_id) values (old.slug, new.id)
        on conflict (slug) do update set fighter_id = excluded.fighter_id;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION keep_old_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      delete from old_slugs where slug = new.slug;
      if tg_op = 'UPDATE' then
        insert into old_slugs (slug, event_id) values (old.slug, new.id)
        on conflict (slug) do update set event_id = excluded.event_id;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION lock_ingest_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      perform 1 from ingests where live_stream_id = old.id for update;
      return old;
    end $function$;

CREATE OR REPLACE FUNCTION lock_outages(block uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
      select lock_outages(array[block])
    $function$;

CREATE OR REPLACE FUNCTION lock_outages(block_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      shared integer;
    begin
      for shared in select distinct hashtext(id::text) & 63 from unnest(block_ids) id order by 1 loop
        perform pg_advisory_xact_lock(hashtext('outages'), shared);
      end loop;
    end $function$;

CREATE OR REPLACE FUNCTION note_block_state(block uuid, gone uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
      if not exists (select 1 from blocks where id = block) then return; end if;
      if exists (
        select 1 from live_streams stream join blocks on blocks.id = stream.block_id join events on events.id = blocks.event_id
        where stream.block_id = block and stream.status = 'active' and stream.id is distinct from gone
          and events.status <> 'draft'
          and not exists (
            select 1 from ingests where live_stream_id = stream.id and ingests.id::text = stream.video_id
              and state in ('idle', 'connecting', 'interrupted')
          )
      ) then
        update outages set ended_at = greatest(clock_timestamp(), started_at)
        where block_id = block and ended_at is null and cause = 'stream';
      else
        perform open_outage(block, at, 'stream');
      end if;
    end $function$;

CREATE OR REPLACE FUNCTION note_block_states(block_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      block uuid;
    begin
      perform lock_outages(block_ids);
      for block in select distinct id from unnest(block_ids) id order by 1 loop
        perform note_block_state(block, null, clock_timestamp());
      end loop;
    end $function$;

CREATE OR REPLACE FUNCTION note_changed_streams()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      perform note_block_states(array(
        select unnest(array[was.block_id, became.block_id]) from was join became on became.id = was.id
        where (was.status, was.block_id, was.video_id) <> (became.status, became.block_id, became.video_id)
      ));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION note_deleted_stream()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      if exists (select 1 from blocks where id = old.block_id) then
        perform lock_outages(old.block_id);
        perform note_block_state(old.block_id, old.id, clock_timestamp());
      end if;
      return old;
    end $function$;

CREATE OR REPLACE FUNCTION note_drafts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      perform note_block_states(array(
        select blocks.id from was join became on became.id = was.id join blocks on blocks.event_id = became.id
        where (was.status = 'draft') <> (became.status = 'draft')
      ));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION note_ingest_states()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      changed record;
    begin
      perform lock_outages(array(
        select stream.block_id from was join became on became.id = was.id
          join live_streams stream on stream.id = became.live_stream_id
        where was.state <> became.state
      ));
      for changed in
        select stream.block_id, case became.state
          when 'interrupted' then least(became.last_frame_at, clock_timestamp()) else clock_timestamp() end as at
        from was join became on became.id = was.id join live_streams stream on stream.id = became.live_stream_id
        where was.state <> became.state
        order by 1, 2 desc
      loop
        perform note_block_state(changed.block_id, null, changed.at);
      end loop;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION note_new_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      insert into outages (block_id, cause, started_at)
      select id, 'stream', clock_timestamp() from added
      where not exists (select 1 from live_streams where block_id = added.id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION note_new_streams()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      perform note_block_states(array(select block_id from added));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION notify_bells()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('ringside_changes', 'event:' || blocks.event_id)
          from bouts join blocks on blocks.id = bouts.block_id where bouts.id = new.bout_id;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION notify_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
           if tg_op <> 'INSERT' then perform pg_notify('ringside_changes', 'event:' || old.event_id); end if;
           if tg_op <> 'DELETE' then perform pg_notify('ringside_changes', 'event:' || new.event_id); end if;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION notify_bouts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('ringside_changes', 'event:' || event_id) from blocks where id in (old.block_id, new.block_id);
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION notify_broadcasts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
           if tg_op <> 'INSERT' then perform pg_notify('ringside_changes', 'event:' || old.event_id); end if;
           if tg_op <> 'DELETE' then perform pg_notify('ringside_changes', 'event:' || new.event_id); end if;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION notify_encoder_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      perform pg_notify('ringside_changes', 'event:' || (
        select event_id from blocks
        join live_streams on blocks.id = live_streams.block_id
        join ingests on live_streams.id = ingests.live_stream_id
        where ingests.id = new.ingest_id));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION notify_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
           if tg_op <> 'INSERT' then perform pg_notify('ringside_changes', 'event:' || old.id); end if;
           if tg_op <> 'DELETE' then perform pg_notify('ringside_changes', 'event:' || new.id); end if;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION notify_ingest_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
         perform pg_notify('ringside_changes', 'ingest:' || old.id);
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION notify_ingests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
         if tg_op = 'DELETE' then perform pg_notify('ringside_changes', 'event:' || (
       select event_id from blocks join live_streams on blocks.id = live_streams.block_id
       where live_streams.id = old.live_stream_id)); else perform pg_notify('ringside_changes', 'event:' || (
       select event_id from blocks join live_streams on blocks.id = live_streams.block_id
       where live_streams.id = new.live_stream_id)); end if;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION notify_live_streams()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
           if tg_op <> 'INSERT' then perform pg_notify('ringside_changes', 'event:' || (select event_id from blocks where id = old.block_id)); end if;
           if tg_op <> 'DELETE' then perform pg_notify('ringside_changes', 'event:' || (select event_id from blocks where id = new.block_id)); end if;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION open_outage(block uuid, at timestamp with time zone, why text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      outage uuid;
    begin
      update outages set cause = case why when 'stream' then why else cause end
      where block_id = block and ended_at is null returning id into outage;
      if outage is null then
        update outages set ended_at = null, cause = why where id = (
          select id from outages where block_id = block and ended_at > at - interval '60 seconds' and started_at <= at
            and not exists (select 1 from compensations where outage_id = outages.id)
          order by ended_at desc limit 1
        ) returning id into outage;
      end if;
      if outage is null then
        insert into outages (block_id, cause, started_at) values (block, why, at) returning id into outage;
      end if;
      -- A device without a ping for a minute has stopped watching. Whether the block has ended is judged later.
      insert into outage_viewers (outage_id, user_id, since)
      select distinct outage, lease.user_id, at
      from playback_leases lease
        join live_streams on live_streams.id = lease.live_stream_id
        join login_sessions on login_sessions.id = lease.session_id
        join blocks on blocks.id = live_streams.block_id
      where blocks.id = block and blocks.start_date <= at
        and lease.ended_at is null and lease.pinged_at > at - interval '60 seconds'
        and login_sessions.revoked_at is null
      order by 2
      on conflict do nothing;
    end $function$;

CREATE OR REPLACE FUNCTION stamp_ingest_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
      new.state_since := clock_timestamp();
      return new;
    end $function$;

