/** The operator's commands: `pnpm admin <verb>`. Exit codes: 0 done, 1 refused or failed, 2 not understood. */
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { unreachableCode } from '../db/database-away.ts';
import { OperatorError } from '../operator-error.ts';
import { type Call, type Terminal, UsageError } from './admin-call.ts';
import { backup, restore, runMigrations } from './data-commands.ts';
import { createAdmin, rotateKeys } from './identity-commands.ts';

const help = `Usage: pnpm admin <verb>

  create-admin <e-mail>   Makes an account with every permission. The password is asked for, piped in, or taken from
                          ADMIN_PASSWORD; it is never an argument.
    --grant               Makes an account that exists already an administrator.
  backup <file>           Writes everything into one .tar.gz: the rows, and the pictures where they are files. It holds
                          password hashes and signing keys: keep it as safe as the database.
  restore <file>          Puts a backup into an empty database or data folder, of the same engine or the other.
  migrate                 Brings the database up to date, and tells what ran.
    --status              Only tells; the exit code is 1 while something is still to run.
  rotate-keys             Makes a new key to sign tokens with. Servers that run take it within a minute; what the old
                          keys have signed stays good until it expires.
    --drop-old            After a leak: takes the old keys away at once. Clients refresh; nobody is signed out.
  help                    Shows this.

The environment says which database, as for the server: DATABASE_URL, or DATA_DIR (.data). With the embedded database
stop the server first; PostgreSQL may be in use, save for restore.
`;

const verbs: Record<string, (call: Call) => Promise<number>> = {
  'create-admin': createAdmin,
  backup,
  restore,
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

/** What the operator can put right is one line; anything else is told whole. */
function describe(error: NodeJS.ErrnoException): string {
  if (error instanceof ConfigError) return error.message.replace('Cannot start:', 'Cannot do that:');
  if (error instanceof OperatorError) return error.message;
  const unreachable = unreachableCode(error);
  if (unreachable) return `DATABASE_URL must name a PostgreSQL that answers (${unreachable}).`;
  if (/^(ENOSPC|ENOENT|EACCES|EROFS|EPERM|ENOTDIR|EDQUOT)$/.test(error.code ?? ''))
    return `${error.message}. Nothing was done.`;
  return error.stack ?? String(error);
}
