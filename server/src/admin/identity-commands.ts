/** The commands for administrators and the signing keys. */
import { readConfig } from '../config.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import { readEmail as parseEmail } from '../http/email-address.rules.ts';
import { rotateSigningKeys } from '../identity/sessions/rotate-signing-keys.ts';
import { assertMigrated, type Call, expectOperands, UsageError, withDatabase } from './admin-call.ts';
import { allowSecondFactor } from './allow-second-factor.ts';
import { createAdministrator } from './create-administrator.ts';
import { readPassword } from './read-password.ts';
import { resetSecondFactor } from './reset-second-factor.ts';

export async function createAdmin({ operands, options, terminal }: Call): Promise<number> {
  const [given] = expectOperands(
    operands,
    1,
    'create-admin takes one e-mail address; it asks for the password',
  );
  const email = readEmail(given);
  const { ADMIN_PASSWORD: password } = terminal.env;
  // ADMIN_PASSWORD belongs to the account of this command, not to the one of ADMIN_EMAIL that the server creates.
  const config = readConfig({ ...terminal.env, ADMIN_EMAIL: password ? email : undefined });
  await withDatabase(config, async ({ db }) => {
    await assertMigrated(db);
    const askPassword = async () => config.admin?.password ?? readPassword(terminal.stdin, terminal.stdout);
    const done = await createAdministrator(db, {
      email,
      grant: options.grant ?? false,
      askPassword,
      now: await readDatabaseTime(db),
    });
    terminal.stdout.write(`${done}\n`);
  });
  return 0;
}

export const resetFactor = factorCommand('reset-second-factor', resetSecondFactor);
export const allowFactor = factorCommand('allow-second-factor', allowSecondFactor);

function factorCommand(verb: string, run: typeof resetSecondFactor) {
  return async ({ operands, terminal }: Call): Promise<number> => {
    const [given] = expectOperands(operands, 1, `${verb} takes one e-mail address`);
    const email = readEmail(given);
    const config = readConfig(terminal.env);
    const origin = config.publicUrl ?? `http://localhost:${config.port}`;
    await withDatabase(config, async ({ db }) => {
      await assertMigrated(db);
      terminal.stdout.write(`${await run(db, { email, origin, now: await readDatabaseTime(db) })}\n`);
    });
    return 0;
  };
}

function readEmail(given: string): string {
  const email = parseEmail(given);
  if (email === undefined) throw new UsageError(`${given} is not an e-mail address.`);
  return email;
}

export async function rotateKeys({ operands, options, terminal }: Call): Promise<number> {
  expectOperands(operands, 0, 'rotate-keys takes no name');
  const dropOld = options['drop-old'] ?? false;
  await withDatabase(readConfig(terminal.env), async ({ db }) => {
    await assertMigrated(db);
    const id = await rotateSigningKeys(db, await readDatabaseTime(db), { dropOld });
    terminal.stdout.write(
      `New tokens are signed with the key ${id}; running servers use it within a minute. ` +
        `${dropOld ? 'The old keys are deleted.' : 'Tokens of the old keys stay valid until they expire.'}\n`,
    );
  });
  return 0;
}
