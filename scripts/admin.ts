import { runAdmin } from '../server/src/admin/run-admin.ts';

const { env, stdin, stdout, stderr } = process;
// pnpm runs this in the root of the repository, whichever folder the operator is in.
const folder = env.INIT_CWD ?? process.cwd();
process.exitCode = await runAdmin(process.argv.slice(2), { env, folder, stdin, stdout, stderr });
