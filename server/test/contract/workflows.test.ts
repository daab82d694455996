/**
 * Runs the workflows of `openapi/workflows` with `redocly respect` against a server that starts as in production. That
 * tool shares no code with this server, and it also checks each answer against its schema.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryRedocly } from '../../../openapi/scripts/redocly.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { engine, openTestDatabase } from '../test-database.ts';

const folder = fileURLToPath(new URL('../../../openapi/workflows/', import.meta.url));
const workflows = readdirSync(folder).filter((file) => file.endsWith('.arazzo.yaml'));

const database = engine === 'postgres' ? await openTestDatabase() : undefined;
afterAll(() => database?.[Symbol.asyncDispose]());
const DATA_DIR = newDataDir();

let server: ServerProcess;
beforeAll(async () => {
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
  const DATABASE_URL = database?.databaseUrl ?? '';
  server = await startProcess({ DATA_DIR, DATABASE_URL, DEMO: '1', ADMIN_EMAIL, ADMIN_PASSWORD });
}, 120_000);

function run(file: string, inputs: Record<string, string>) {
  const given = Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
  return tryRedocly('respect', folder + file, '--server', `ringside=${server.url}`, ...given);
}

describe('the workflows', () => {
  it('are the four that the docs name', () => {
    expect(workflows.toSorted()).toEqual([
      'a-fight-night.arazzo.yaml',
      'grant-and-watch.arazzo.yaml',
      'publish-an-event.arazzo.yaml',
      'register-verify-reset.arazzo.yaml',
    ]);
  });

  it.each(workflows)('%s', { timeout: 60_000 }, async (file) => {
    const { succeeded, stdout, stderr } = await run(file, {
      ...administrator,
      slug: `rumble-${randomUUID()}`,
      bellId: randomUUID(),
      viewerEmail: `${randomUUID()}@example.test`,
      viewerPassword: 'Left-hook-21!',
      mailbox: `${server.url}/demo/mail.json`,
    });
    expect(succeeded, stdout + stderr).toBe(true);
    expect(stdout + stderr).toMatch(/Workflows: 1 passed, 1 total/);
  });

  it('fail when the server answers otherwise', { timeout: 60_000 }, async () => {
    const { succeeded, stdout, stderr } = await run('publish-an-event.arazzo.yaml', {
      ...administrator,
      password: 'Wrong-password-1!',
      slug: `rumble-${randomUUID()}`,
    });
    expect(succeeded).toBe(false);
    expect(stdout + stderr).toMatch(/✗ success criteria check - \$statusCode == 200/);
  });
});
