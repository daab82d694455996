/**
 * A server of its own on an empty platform, for journeys that begin before there is anything: no demo, one
 * administrator from the environment, and mails as files.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLink } from './mailbox.ts';

export const serverFile = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export interface EmptyPlatform extends AsyncDisposable {
  url: string;
  /** The link of a mail to this address that leads to the path. Waits for the mail. */
  linkMailedTo(recipient: string, path: string): Promise<string>;
}

export async function startEmptyPlatform(
  administrator: { email: string; password: string },
  environment: Record<string, string> = {},
): Promise<EmptyPlatform> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ringside-empty-'));
  const server = spawn(process.execPath, [serverFile], {
    env: {
      PATH: process.env.PATH,
      DEMO: '0',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    url: await addressOf(server),
    linkMailedTo: (recipient, pagePath) => findLink(dataDir, recipient, pagePath),
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server prints its address when it is ready. */
export async function addressOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of server.stdout ?? []) {
    printed += String(chunk);
    const [, address] = /Ringside is ready at (\S+)/.exec(printed) ?? [];
    if (address) return address;
  }
  throw new Error(`The server did not start: ${printed}`);
}
