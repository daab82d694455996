/** Starts the product as an operator does: `node src/main.ts` with an environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const serverFile = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export interface ServerProcess {
  url: string;
  /** Resolves when it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** @param environment beside PATH, a free port, and a log of warnings. */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const server = spawn(process.execPath, [serverFile], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    url: await addressOf(server),
    async end(signal) {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill(signal);
      await once(server, 'exit');
    },
  };
}

/** The server prints its address when it is ready. */
async function addressOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk);
    const [, address] = /Ringside is ready at (\S+)/.exec(printed) ?? [];
    if (address) {
      server.stdout?.resume();
      return address;
    }
  }
  throw new Error(`The server did not start: ${printed}`);
}
