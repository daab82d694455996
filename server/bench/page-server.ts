/**
 * The server that the benchmarks of the client open: the demo as it is shipped, but with the client from another folder.
 * Arguments: that folder, one for the data, and `crowded` for 500 more events with 2,000 replays.
 */
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/engines.ts';
import { startServer } from '../src/start-server.ts';
import { addManyEvents } from './many-events.ts';

const [client = '', dataDir = '', size] = process.argv.slice(2);
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
const start = () => startServer(config, { client, docs: '' });
if (size === 'crowded') {
  // The first start fills the demo, whose events are copied.
  await (await start())[Symbol.asyncDispose]();
  await using database = await openDatabase({ databaseUrl: undefined, dataDir });
  await addManyEvents(database.db);
}
const server = await start();
process.on('SIGTERM', async () => {
  await server[Symbol.asyncDispose]();
  process.exit();
});
process.send?.(server.url);
