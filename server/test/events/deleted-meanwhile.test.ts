/** What is deleted between a look at it and the use of it: a trigger stands in for somebody who is quicker. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { registerAccount } from '../accounts.ts';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();

/** Before a row is written, what one of its columns refers to is deleted. */
async function deleteWhen(write: 'insert' | 'update', table: string, column: string, target: string) {
  await sql`
    create or replace function be_quicker() returns trigger language plpgsql as ${sql.lit(
      `begin delete from ${target} where id = new.${column}; return new; end`,
    )}
  `.execute(api.db);
  await sql`
    create or replace trigger be_quicker before ${sql.raw(write)} on ${sql.table(table)}
    for each row execute function be_quicker()
  `.execute(api.db);
  return () => sql`drop trigger be_quicker on ${sql.table(table)}`.execute(api.db);
}

describe('what is deleted meanwhile', () => {
  it('is a stream that is not found', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const viewer = await api.signInAs();
    const undo = await deleteWhen('update', 'playback_leases', 'live_stream_id', 'live_streams');
    const answer = await viewer.request(`GET ${signedUrlPath}`);
    await undo();
    expect(answer.status).toBe(404);
  });

  it('is an account that can no longer watch', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const undo = await deleteWhen('insert', 'playback_leases', 'user_id', 'users');
    const one = await (await api.signInAs()).request('POST /api/v1/playback/sessions');
    const other = await (await api.signInAs()).request(`GET ${signedUrlPath}`);
    await undo();
    expect([one.status, other.status]).toEqual([401, 401]);
  });

  it('is an account that is told to try again, and then is not known', async () => {
    const { email, password } = await registerAccount(api);
    const signIn = () =>
      api.request('POST /api/v1/identity/auth/credentials/login', { body: { email, password } });
    const undo = await deleteWhen('insert', 'login_sessions', 'user_id', 'users');
    const { status, headers } = await signIn();
    await undo();
    expect(status).toBe(503);
    expect(headers['retry-after']).toBeDefined();
    // The deletion went back with the rest; what counts is that nothing half-done is left.
    expect((await signIn()).status).toBe(200);
  });
});
