/** The server with its built client; its parent process is start.ts. */
import { exitCodes } from '../server/src/exit-codes.ts';
import { builtClient } from '../server/src/http/client-files.ts';
import { OperatorError } from '../server/src/operator-error.ts';
import { runServer } from '../server/src/run-server.ts';
import { noticeOf } from './build-folder.ts';
import { buildClient, buildDocs, builtStates } from './builds.ts';

if (process.env.NODE_ENV === 'production') await startBuilt();
// Both are built while the database opens. The docs take less time than the client, so they delay nothing.
else
  await runServer(
    Promise.all([buildClient().catch(refuse), buildDocs().catch(warn)]).then(() => builtClient),
  );

/** In production nobody waits for a build at a start, and the user of the server may not write to these folders. */
async function startBuilt(): Promise<void> {
  const states = builtStates();
  if (states['web client'] === 'missing') {
    process.stderr.write('The web client is not built. Run `pnpm build`, then start again.\n');
    process.exit(exitCodes.refused);
  }
  await runServer(Promise.resolve({ ...builtClient, notice: noticeOf(states) }));
}

/** The next build would fail as well. */
function refuse({ message }: Error): never {
  throw new OperatorError(message);
}

/** A server without its API docs still serves everything else. */
function warn({ message }: Error): void {
  process.stderr.write(`The API docs are missing: ${message}\n`);
}
