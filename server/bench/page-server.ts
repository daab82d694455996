/**
 * The server that `web/bench/first-frame.ts` opens: the demo as it is shipped, but with the client from another folder.
 * Arguments: that folder, and one for the data.
 */
import { readConfig } from '../src/config.ts';
import { startServer } from '../src/start-server.ts';

const [client = '', dataDir = ''] = process.argv.slice(2);
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
const server = await startServer(config, { client, docs: '' });
process.on('SIGTERM', async () => {
  await server[Symbol.asyncDispose]();
  process.exit();
});
process.send?.(server.url);
