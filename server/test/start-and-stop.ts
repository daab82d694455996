/**
 * The program of `start.test.ts`: starts a server, stops it at once, and prints the result. It does not exit by itself:
 * the process ends when nothing runs in it any more. Its argument is the result of the client's build.
 */
import { readConfig } from '../src/config.ts';
import { lockDataFolder } from '../src/db/data-folder-lock.ts';
import { startServer } from '../src/start-server.ts';

const [build = ''] = process.argv.slice(2);
const config = readConfig();
const folders =
  build === 'fails' ? Promise.reject(new Error('The build failed')) : { client: build, docs: build };
try {
  await using _server = await startServer(config, folders);
  process.stdout.write('started\n');
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
lockDataFolder(config.dataDir)();
