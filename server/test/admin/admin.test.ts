/**
 * `pnpm admin`: migrates, creates administrators, rotates keys, and explains wrong use.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { insertSession } from '../../src/identity/sessions/session.repository.ts';
import { createEmptyPostgres } from '../empty-postgres.ts';
import { insertUser } from '../factories.ts';
import { fetchPatiently, newDataDir, ownEnvironment, startProcess } from '../processes.ts';
import { engine } from '../test-database.ts';
import { type AdminRun, admin, everyRow } from './admin-runs.ts';

const script = fileURLToPath(new URL('../../../scripts/admin.ts', import.meta.url));
const env = {
  DATA_DIR: newDataDir(),
  ...(engine === 'postgres' ? { DATABASE_URL: await createEmptyPostgres() } : {}),
};
const password = 'Canary-4711!';

async function allTables(): Promise<Record<string, string[]>> {
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  return everyRow(database.db).finally(() => database[Symbol.asyncDispose]());
}

/** Runs the command as a separate process. */
async function run(args: string[], stdin: string, more: Record<string, string> = {}): Promise<AdminRun> {
  const child = spawn(process.execPath, [script, ...args], { env: { ...ownEnvironment(), ...env, ...more } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (errors += data));
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

beforeAll(async () => {
  if (engine === 'pglite') {
    expect((await admin(['migrate', '--status'], env)).errors).toContain('There is no database in');
  } else {
    expect((await admin(['migrate', '--status'], env)).code).toBe(1);
    const early = await admin(['create-admin', 'sam@ringside.test'], env, password);
    expect(early.errors).toBe('The database is not up to date: run "migrate" first.\n');
  }
  const first = await admin(['migrate'], env);
  expect(first.output).toMatch(/^Ran \d+_create_identity\n(?:Ran .+\n)+The database is up to date\.\n$/);
}, 180_000);

describe('migrate', { timeout: 180_000 }, () => {
  it('has nothing to do the second time, and lists the migrations that ran', async () => {
    expect(await admin(['migrate'], env)).toEqual({
      code: 0,
      output: 'The database was up to date.\n',
      errors: '',
    });
    const { code, output } = await admin(['migrate', '--status'], env);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z {2}\d+_create_identity\n/),
    ]);
  });
});

describe('create-admin', { timeout: 180_000 }, () => {
  it('creates an account that can sign in, with the password from standard input', async () => {
    const { code, output, errors } = await run(['create-admin', 'Sam@Ringside.test'], `${password}\n`);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toBe('sam@ringside.test is an administrator now, and can sign in.\n');
    const server = await startProcess(env);
    const answer = await fetchPatiently(
      `${server.url}/api/v1/identity/auth/credentials/login?includeTokens=true`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'sam@ringside.test', password }),
      },
    );
    const { tokens } = (await answer.json()) as { tokens: { accessToken: { value: string } } };
    const audit = await fetchPatiently(`${server.url}/api/v1/identity/audit`, {
      headers: { authorization: `Bearer ${tokens.accessToken.value}` },
    });
    server.child.kill('SIGTERM');
    await server.ended;
    expect(await audit.json()).toMatchObject({
      data: [
        { actorId: null, actorName: null, action: 'admin create-admin', entityType: 'user', before: null },
      ],
    });
    expect(JSON.stringify((await allTables()).audit_entries)).not.toContain('Canary');
  });

  it('reads the password from the environment', async () => {
    const { code } = await run(['create-admin', 'second@ringside.test'], '', { ADMIN_PASSWORD: password });
    expect(code).toBe(0);
    expect((await allTables()).users).toHaveLength(2);
  });

  it.each([
    ['a weak password', 'weak', /^The password must be 8 to 127 characters/],
    ['a missing password', '', /^There is no password/],
  ])('refuses %s and changes nothing', async (_name, typed, expected) => {
    const { code, errors, output } = await admin(['create-admin', 'third@ringside.test'], env, typed);
    expect([code, errors, output]).toEqual([1, expect.stringMatching(expected), '']);
    expect((await allTables()).users).toHaveLength(2);
  });

  it('gives an existing account the role only with --grant, and keeps its password', async () => {
    const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
    const userId = await insertUser(database.db, { email: 'robin@ringside.test' });
    await database[Symbol.asyncDispose]();
    const before = await allTables();

    const refused = await admin(['create-admin', 'robin@ringside.test'], env, password);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('Add --grant')]);
    expect(await allTables()).toEqual(before);

    const granted = await admin(['create-admin', 'robin@ringside.test', '--grant'], env);
    expect(granted).toEqual({
      code: 0,
      errors: '',
      output:
        'robin@ringside.test is an administrator now. Its address was never verified: make sure whose account it is.\n',
    });
    const after = await allTables();
    // But for the time in which the account may set up its first second factor.
    const withoutIt = (rows: string[] = []) => rows.map((row) => row.replace(/,[^,]*(?=,0,[tf]\)$)/, ''));
    expect(withoutIt(after.users)).toEqual(withoutIt(before.users));
    expect(after.user_roles).toContain(`(${userId},administrator)`);
    expect(after.audit_entries).toHaveLength((before.audit_entries?.length ?? 0) + 1);

    const again = await admin(['create-admin', 'robin@ringside.test', '--grant'], env);
    expect(again.output).toBe('robin@ringside.test is an administrator already.\n');
    expect(await allTables()).toEqual(after);
  });

  it('refuses a password among its arguments, which other users of the machine could read', async () => {
    const { code, errors } = await admin(['create-admin', 'x@ringside.test', password], env);
    expect(code).toBe(2);
    expect(errors).toContain('it asks for the password');
    expect(errors).not.toContain(password);
  });
});

describe('reset-second-factor', { timeout: 180_000 }, () => {
  it('removes passkeys and app of an account that has lost them, and says so in audit log and mail', async () => {
    const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
    const email = 'lost@ringside.test';
    const userId = await insertUser(database.db, { email });
    const instant = new Date().toISOString();
    await database.db
      .insertInto('authenticators')
      .values({ userId, secret: 'CANARYCANARY', createdAt: instant, confirmedAt: instant })
      .execute();
    const session = { userId, remember: true, userAgent: null, revokedAt: null };
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    await insertSession(database.db, { ...session, createdAt: instant, authenticatedAt: instant, endsAt });
    await database[Symbol.asyncDispose]();

    const done = await admin(['reset-second-factor', 'Lost@Ringside.test'], {
      ...env,
      PUBLIC_URL: 'https://ringside.example',
    });
    expect(done).toEqual({
      code: 0,
      errors: '',
      output: `The passkeys and the authenticator app of ${email} are removed; the owner gets a mail. All devices are signed out.\n`,
    });
    const after = await allTables();
    expect(after.authenticators).toEqual([]);
    const sessions = (after.login_sessions ?? []).filter((row) => row.includes(userId));
    const revokedAt = sessions.map((row) => row.split(',')[5]);
    expect(revokedAt).toEqual([expect.stringMatching(/^"\d{4}-/)]);
    const entries = (after.audit_entries ?? []).filter((row) => row.includes(userId));
    expect(entries).toEqual([expect.stringContaining('admin reset-second-factor')]);
    expect(entries.join()).not.toContain('CANARY');
    const mails = (after.outbox_mails ?? []).filter((row) => row.includes(email));
    expect(mails).toEqual([expect.stringContaining('https://ringside.example/auth/not-me?token=')]);

    const again = await admin(['reset-second-factor', email], env);
    expect(again.output).toContain('had neither a passkey nor an authenticator app');
    expect((await allTables()).audit_entries).toEqual(after.audit_entries);
  });

  it('refuses an unknown account', async () => {
    expect(await admin(['reset-second-factor', 'nobody@ringside.test'], env)).toEqual({
      code: 1,
      output: '',
      errors: 'There is no account nobody@ringside.test.\n',
    });
  });
});

describe('the command', { timeout: 180_000 }, () => {
  it.each<[string, string[], number, RegExp]>([
    ['no verb', [], 2, /^Usage: pnpm admin <verb>/],
    ['help', ['help'], 0, /^Usage: pnpm admin <verb>/],
    ['--help', ['backup', '--help'], 0, /^Usage: pnpm admin <verb>/],
    ['an unknown verb', ['destroy'], 2, /^There is no verb destroy\./],
    ['an unknown option', ['migrate', '--force'], 2, /^Unknown option '--force'/],
    ['no file', ['backup'], 2, /^backup takes the name of one file\./],
    ['two files', ['restore', 'a', 'b'], 2, /^restore takes the name of one file\./],
    ['no e-mail address', ['create-admin', 'sam'], 2, /^sam is not an e-mail address\./],
    ['no account', ['reset-second-factor'], 2, /^reset-second-factor takes one e-mail address\./],
  ])('explains its usage after %s', async (_name, args, expected, text) => {
    const { code, output, errors } = await admin(args, env);
    expect([code, output + errors]).toEqual([expected, expect.stringMatching(text)]);
  });

  it('names a bad variable without its value, and an unreachable database without its password', async () => {
    const bad = await admin(['migrate'], { DATABASE_URL: 'mysql://a:canary@b/c' });
    expect([bad.code, bad.errors]).toEqual([
      1,
      'Cannot do that:\n- DATABASE_URL must be a postgresql:// address\n',
    ]);
    const away = await admin(['migrate'], { DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/none' });
    expect([away.code, away.errors]).toEqual([
      1,
      'DATABASE_URL must name a PostgreSQL that answers (ECONNREFUSED).\n',
    ]);
  });

  it('resolves relative paths from the folder of the operator', async () => {
    const { code, errors } = await run(['restore', 'no-such.tar.gz'], '', { INIT_CWD: env.DATA_DIR });
    expect([code, errors]).toEqual([
      1,
      `Cannot read ${path.join(env.DATA_DIR, 'no-such.tar.gz')} (ENOENT).\n`,
    ]);
  });
});

describe('rotate-keys', { timeout: 60_000 }, () => {
  const keys = async () => ((await allTables()).signing_keys ?? []).filter((row) => row.includes(',token,'));

  it('creates a new key and keeps the old ones, or drops them after a leak', async () => {
    const before = (await keys()).length;
    const first = await admin(['rotate-keys'], env);
    expect([first.code, first.errors]).toEqual([0, '']);
    expect(first.output).toContain('stay valid until they expire');
    const second = await admin(['rotate-keys'], env);
    expect(await keys()).toHaveLength(before + 2);
    const third = await admin(['rotate-keys', '--drop-old'], env);
    expect(third.output).toContain('The old keys are deleted.');
    const id = /with the key (\S+);/.exec(third.output)?.[1];
    expect(await keys()).toEqual([expect.stringContaining(String(id))]);
    expect(second.output + third.output).not.toMatch(/"d"/);
    expect((await admin(['rotate-keys', 'all'], env)).code).toBe(2);
  });
});
