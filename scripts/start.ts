import { builtClient } from '../server/src/http/client-files.ts';
import { runServer } from '../server/src/run-server.ts';
import { buildClient, buildDocs } from './builds.ts';

// Both are built while the database opens. The docs take less time than the client, so they delay nothing.
await runServer(Promise.all([buildClient(), buildDocs().catch(warn)]).then(() => builtClient));

/** A server without its API docs still serves everything else. */
function warn({ message }: Error): void {
  process.stderr.write(`The API docs are missing: ${message}\n`);
}
