/**
 * A PostgreSQL that refuses a server, or its writes, makes that server answer 503 and not be ready; it works again soon
 * after the database does. These tests start their own cluster, and only they need `pg_ctl` on this machine.
 *
 * @tier all
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { toProblem } from '../../src/http/error-handler.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { engine } from '../test-database.ts';
import { call } from './call.ts';
import { createOwnPostgres, findPostgres, type OwnPostgres } from './own-postgres.ts';

const bin = findPostgres();

describe.skipIf(bin === undefined || engine === 'postgres')('a server whose PostgreSQL', () => {
  const [dataDir, secondDataDir] = [newDataDir(), newDataDir()];
  let postgres: OwnPostgres;
  let env: Record<string, string>;
  let server: ServerProcess;

  beforeAll(async () => {
    postgres = await createOwnPostgres(String(bin));
    await change('create role app superuser login');
    const url = new URL(postgres.databaseUrl);
    url.username = 'app';
    env = {
      DATABASE_URL: url.href,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '127.0.0.1',
    };
    server = await startProcess(env);
  }, 300_000);
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    await postgres?.remove();
  });

  /** From another database, so that THIS one may be renamed. */
  async function change(...statements: string[]): Promise<void> {
    const name = new URL(postgres.databaseUrl).pathname.slice(1);
    const client = await postgres.connect('postgres');
    for (const statement of statements) await client.query(statement.replace('THIS', name));
    await client.end();
  }
  const cut =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and pid <> pg_backend_pid()';

  const isReady = async () => (await call(server, 'GET /readyz')).status === 200;
  const signIn = () => call(server, 'POST /api/v1/identity/auth/credentials/login', { body: administrator });
  /** As many at once as there are connections. */
  const signInOften = async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, signIn));
    return answers.map(({ status }) => status);
  };

  async function expectAway(detail: string): Promise<void> {
    const { status, body } = await call(server, 'GET /readyz');
    expect([status, body.detail]).toEqual([503, detail]);
    const refused = await signIn();
    expect([refused.status, refused.body.type, refused.headers['retry-after']]).toEqual([
      503,
      '/problems/service-unavailable',
      '2',
    ]);
  }
  async function expectBack(): Promise<void> {
    await vi.waitUntil(isReady, { timeout: 20_000, interval: 20 });
    expect(await signInOften()).toEqual(Array.from({ length: 10 }, () => 200));
  }

  it.each([
    ['refuses the role (28000)', ['alter role app nologin', cut], ['alter role app login']],
    [
      'accepts no connections to the database (55000)',
      ['alter database THIS allow_connections false', cut],
      ['alter database THIS allow_connections true'],
    ],
    [
      'does not know the database (3D000)',
      ['alter database THIS allow_connections false', cut, 'alter database THIS rename to gone'],
      ['alter database gone allow_connections true', 'alter database gone rename to THIS'],
    ],
  ])('%s', { timeout: 120_000 }, async (_fault, away, back) => {
    expect(await isReady()).toBe(true);
    await change(...away);
    await expectAway('The database cannot be reached.');
    await change(...back);
    await expectBack();
  });

  it('is read-only for a time: reads go on, and connections of that time are not used again', {
    timeout: 120_000,
  }, async () => {
    await change('alter database THIS set default_transaction_read_only = on', cut);
    // A session keeps the setting that it begins with.
    expect(await signInOften()).toEqual(Array.from({ length: 10 }, () => 503));
    await expectAway('The database is read-only.');
    expect((await call(server, 'GET /api/v1/kickboxing/competitions')).status).toBe(200);
    await change('alter database THIS reset default_transaction_read_only');
    await expectBack();
  });

  it.each([
    ['read-only', 'alter role app set default_transaction_read_only = on', /\(25006: cannot execute .*\)\n$/],
    ['closed to the role', 'alter role app nologin', /\(28000: role "app" is not permitted to log in\)\n$/],
  ])('is %s when a server starts: the server reports it in one line', async (_name, statement, said) => {
    await change(statement);
    const second = await startProcess({ ...env, DATA_DIR: secondDataDir });
    await change('alter role app login', 'alter role app reset all');
    expect(second.errors()).toMatch(said);
    expect([await second.ended, second.errors().split('\n').length]).toEqual([78, 3]);
  });

  it.each([
    [
      'a name that nobody knows',
      (url: URL) => Object.assign(url, { hostname: 'nobody.invalid' }),
      /^(ENOTFOUND|EAI_AGAIN)$/,
    ],
    ['TLS that it does not have', (url: URL) => Object.assign(url, { search: '?sslmode=require' }), /SSL/],
    ['a socket that is not there', () => new URL('postgres:///x?host=/nowhere'), /^ENOENT$/],
  ])('is asked by %s: calls answer 503', async (_fault, spoil, code) => {
    await using database = await openDatabase({
      databaseUrl: spoil(new URL(postgres.databaseUrl)).href,
      dataDir: '',
    });
    const error = await sql`select 1`.execute(database.db).catch((error) => error);
    expect([toProblem(error).status, error.code]).toEqual([503, expect.stringMatching(code)]);
  });
});
