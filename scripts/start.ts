import { builtClient } from '../server/src/app.ts';
import { runServer } from '../server/src/run-server.ts';
import { buildClient, buildDocs } from './builds.ts';

// The database opens while the client is built; who watches a fight does not wait for the docs.
await runServer(buildClient().then(() => builtClient));
await buildDocs().catch((error: Error) =>
  process.stderr.write(`The API docs are missing: ${error.message}\n`),
);
