/**
 * The operator's commands: `pnpm admin <verb>`. Exit codes: 0 done, 1 refused or failed, 2 unknown command or option.
 */
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { unusableReason } from '../db/database-away.ts';
import { OperatorError } from '../operator-error.ts';
import { type Call, type Terminal, UsageError } from './admin-call.ts';
import { backup, live, release, restore, runMigrations } from './data-commands.ts';
import { allowFactor, createAdmin, resetFactor, rotateKeys } from './identity-commands.ts';
import { rebuildOrders } from './order-commands.ts';

const help = `Usage: pnpm admin <verb>

  create-admin <e-mail>   Makes an account with every permission. The password is asked for, piped in, or taken from
                          ADMIN_PASSWORD; it is never an argument.
    --grant               Makes an existing account an administrator.
  reset-second-factor <e-mail>
                          Removes the passkeys and the authenticator app of an account that has lost them, and signs
                          all its devices out. The password stays; the owner gets a mail.
  allow-second-factor <e-mail>
                          Lets an account without a second factor set one up within 24 hours, where one is required.
  backup <file>           Writes the rows and the picture files into one .tar.gz; an object store is not included. It
                          holds password hashes, secrets of authenticator apps and signing keys: keep it as safe as the database.
  restore <file>          Puts a backup into an empty database or data folder, of either engine. It is quiet then: servers on
                          it send no mail and no push message, and call no provider.
  rebuild-orders          After a restore: asks the payment provider for purchases since the backup, and makes their orders and
                          accesses again.
    --status              Only lists; the exit code is 1 while there are any.
  go-live                 Ends that, when the restore was no rehearsal.
  release-clean-up        Lets the clean-up delete what is old at once, after a leap of the date. Look at the date first.
  migrate                 Runs the pending migrations and lists them.
    --status              Only lists; the exit code is 1 while a migration is pending.
  rotate-keys             Creates a new key that signs tokens. Running servers use it within a minute; tokens of the old
                          keys stay valid until they expire.
    --drop-old            After a leak: deletes the old keys at once. Clients refresh; nobody is signed out.
  help                    Shows this.

The environment names the database, as for the server: DATABASE_URL, or DATA_DIR (.data). With the embedded database
stop the server first; PostgreSQL may be in use, except for restore.
`;

const verbs: Record<string, (call: Call) => Promise<number>> = {
  'create-admin': createAdmin,
  'reset-second-factor': resetFactor,
  'allow-second-factor': allowFactor,
  backup,
  restore,
  'rebuild-orders': rebuildOrders,
  'go-live': live,
  'release-clean-up': release,
  migrate: runMigrations,
  'rotate-keys': rotateKeys,
};

/** @returns the exit code. */
export async function runAdmin(args: string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parse(args);
    const [verb = 'help', ...operands] = positionals;
    if (verb === 'help' || values.help) {
      terminal.stdout.write(help);
      return args.length === 0 ? 2 : 0;
    }
    const run = verbs[verb];
    if (run === undefined) throw new UsageError(`There is no verb ${verb}.`);
    return await run({ operands, options: values, terminal });
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr.write(`${error.message}\n\n${help}`);
      return 2;
    }
    terminal.stderr.write(`${describe(error as NodeJS.ErrnoException)}\n`);
    return 1;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        grant: { type: 'boolean' },
        status: { type: 'boolean' },
        'drop-old': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** One line for a fault that the operator can fix; the whole stack for any other. */
function describe(error: NodeJS.ErrnoException): string {
  if (error instanceof ConfigError) return error.message.replace('Cannot start:', 'Cannot do that:');
  if (error instanceof OperatorError) return error.message;
  const unusable = unusableReason(error);
  if (unusable) return `DATABASE_URL must name a PostgreSQL that answers (${unusable}).`;
  if (/^(ENOSPC|ENOENT|EACCES|EROFS|EPERM|ENOTDIR|EDQUOT)$/.test(error.code ?? ''))
    return `${error.message}. Nothing was done.`;
  return error.stack ?? String(error);
}
