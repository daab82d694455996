/** The commands for the first administrator and the signing keys. */
import { readConfig } from '../config.ts';
import { email as parseEmail } from '../config-values.ts';
import { rotateSigningKeys } from '../identity/sessions/rotate-signing-keys.ts';
import { assertMigrated, type Call, expectOperands, UsageError, withDatabase } from './admin-call.ts';
import { createAdministrator } from './create-administrator.ts';
import { readPassword } from './read-password.ts';

export async function createAdmin({ operands, options, terminal }: Call): Promise<number> {
  const [given] = expectOperands(
    operands,
    1,
    'create-admin takes one e-mail address; it asks for the password',
  );
  const email = parseEmail(given);
  if (email === undefined) throw new UsageError(`${given} is not an e-mail address.`);
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
      now: new Date(),
    });
    terminal.stdout.write(`${done}\n`);
  });
  return 0;
}

export async function rotateKeys({ operands, options, terminal }: Call): Promise<number> {
  expectOperands(operands, 0, 'rotate-keys takes no name');
  const dropOld = options['drop-old'] ?? false;
  await withDatabase(readConfig(terminal.env), async ({ db }) => {
    await assertMigrated(db);
    const id = await rotateSigningKeys(db, new Date(), { dropOld });
    terminal.stdout.write(
      `New tokens are signed with the key ${id}; running servers use it within a minute. ` +
        `${dropOld ? 'The old keys are deleted.' : 'Tokens of the old keys stay valid until they expire.'}\n`,
    );
  });
  return 0;
}
