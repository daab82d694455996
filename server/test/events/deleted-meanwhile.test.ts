/** Rows that are deleted between a check and their use. A trigger deletes them in place of another request. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { registerAccount } from '../accounts.ts';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();

/** Before a row is written, the trigger deletes the row that one of its columns refers to. */
async function deleteWhen(write: 'insert' | 'update', table: string, column: string, target: string) {
  await sql`
    create or replace function delete_first() returns trigger language plpgsql as ${sql.lit(
      `begin delete from ${target} where id = new.${column}; return new; end`,
    )}
  `.execute(api.db);
  await sql`
    create or replace trigger delete_first before ${sql.raw(write)} on ${sql.table(table)}
    for each row execute function delete_first()
  `.execute(api.db);
  return () => sql`drop trigger delete_first on ${sql.table(table)}`.execute(api.db);
}

describe('a row that is deleted meanwhile', () => {
  it('answers 404 for a live stream', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const viewer = await api.signInAs();
    const undo = await deleteWhen('update', 'playback_leases', 'live_stream_id', 'live_streams');
    const answer = await viewer.request(`GET ${signedUrlPath}`);
    await undo();
    expect(answer.status).toBe(404);
  });

  it('answers 401 for the account of a viewer', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const undo = await deleteWhen('insert', 'playback_leases', 'user_id', 'users');
    const one = await (await api.signInAs()).request('POST /api/v1/playback/sessions');
    const other = await (await api.signInAs()).request(`GET ${signedUrlPath}`);
    await undo();
    expect([one.status, other.status]).toEqual([401, 401]);
  });

  it('answers 503 with Retry-After for an account that signs in', async () => {
    const { email, password } = await registerAccount(api);
    const signIn = () =>
      api.request('POST /api/v1/identity/auth/credentials/login', { body: { email, password } });
    const undo = await deleteWhen('insert', 'login_sessions', 'user_id', 'users');
    const { status, headers } = await signIn();
    await undo();
    expect(status).toBe(503);
    expect(headers['retry-after']).toBeDefined();
    // The rollback also restored the account. The test shows that nothing was half done.
    expect((await signIn()).status).toBe(200);
  });
});
