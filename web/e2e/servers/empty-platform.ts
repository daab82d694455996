/**
 * A server of its own on an empty platform, for journeys that begin before there is anything: no demo, one
 * administrator from the environment, and mails as files.
 */
import { rm } from 'node:fs/promises';
import { findLink } from './mailbox.ts';
import { newDataDir, settingsOf } from './prepared-data.ts';
import { startServerProcess } from './start-process.ts';

export interface EmptyPlatform extends AsyncDisposable {
  url: string;
  /** The link of a mail to this address that leads to the path. Waits for the mail. */
  linkMailedTo(recipient: string, path: string): Promise<string>;
}

export async function startEmptyPlatform(
  administrator: { email: string; password: string },
  environment: Record<string, string> = {},
): Promise<EmptyPlatform> {
  const dataDir = await newDataDir('empty');
  const server = await startServerProcess({
    ...settingsOf('empty', dataDir),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...environment,
  });
  return {
    url: server.url,
    linkMailedTo: (recipient, pagePath) => findLink(dataDir, recipient, pagePath),
    async [Symbol.asyncDispose]() {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
