/**
 * The log holds no secret: in the set-up of a second factor, and in the life of a process. The walk of the contract
 * (contract/walk.ts) looks at the log of every operation.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { canary } from '../contract/canaries.ts';
import { startStage } from '../contract/stage.ts';
import { exampleOf, insertStory, samId, storyNow } from '../contract/story.ts';
import type { Device } from '../harness.ts';
import { codeAt, profile } from '../identity/second-factor/authenticator-app.ts';
import { newDataDir, startProcess } from '../processes.ts';
import { engine, openTestDatabase } from '../test-database.ts';

const { api, observe } = await startStage();

/** Checks that the calls log none of the secrets that they return. */
async function watchLog(calls: (sam: Device) => Promise<string[]>): Promise<void> {
  api.clock.advance(storyNow.getTime() - Date.now());
  await insertStory(api.db);
  const sam = await api.signInAs({ userId: samId, withFactor: true });
  const from = api.log.length;
  const secrets = await calls(sam);
  const text = api.log.slice(from).join('');
  expect(text).not.toBe('');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

it('a second factor leaves no secret and no code in the log', async () => {
  await watchLog(async (sam) => {
    const begun = await sam.request(`POST ${profile}/authenticator`);
    expect(begun.body).toMatchObject({ secret: expect.any(String) });
    const code = codeAt(begun.body.secret, api.clock.now());
    const confirmed = await sam.request(`POST ${profile}/authenticator/confirm`, { body: { code } });
    const [first] = confirmed.body.recoveryCodes;
    const { secret, uri } = begun.body;
    for (const given of [code, codeAt(secret, api.clock.now(), 1), first, first, 'x-canary-of-a-code'])
      await api.request('POST /api/v1/identity/auth/credentials/login', {
        body: { ...exampleOf('Credentials'), code: given },
      });
    const replace = () => sam.request(`POST ${profile}/recovery-codes`);
    const failed = await observe(replace, new Error('the statement failed'));
    expect([failed.answer.status, failed.hasCaller]).toEqual([500, true]);
    const replaced = await replace();
    const all = [...confirmed.body.recoveryCodes, ...replaced.body.recoveryCodes];
    expect(all).toHaveLength(20);
    const plain = all.map((recovery: string) => recovery.replace(/^\d+/, '').replaceAll('-', ''));
    expect(api.log.join('')).not.toMatch(new RegExp(`\\b${code}\\b`));
    return [secret, uri, 'x-canary-of-a-code', ...all, ...plain];
  });
});

describe('the process', { timeout: 60_000 }, () => {
  it('never logs the passwords of its database and mail server, nor the content of a mail', async () => {
    const database = engine === 'postgres' ? await openTestDatabase() : undefined;
    const url = database?.databaseUrl && new URL(database.databaseUrl);
    if (url) url.password = canary;
    const server = await startProcess({
      DATA_DIR: newDataDir(),
      LOG_LEVEL: 'trace',
      // No server listens there.
      SMTP_URL: `smtp://${canary}:${canary}@127.0.0.1:1`,
      METRICS_TOKEN: `${canary}-${canary}`,
      ADMIN_EMAIL: 'first@ringside.test',
      ADMIN_PASSWORD: `Aa1!${canary}`,
      ...(url ? { DATABASE_URL: url.href } : {}),
    });
    const body = {
      firstName: 'Robin',
      lastName: 'X',
      email: `${canary}@example.test`,
      password: `Aa1!${canary}`,
    };
    const answer = await fetch(`${server.url}/api/v1/identity/auth/credentials/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    await expect.poll(() => server.output(), { timeout: 20_000 }).toMatch(/ECONNREFUSED|mail/i);
    server.child.kill('SIGTERM');
    await server.ended;
    await database?.[Symbol.asyncDispose]();
    expect(server.output() + server.errors()).not.toContain(canary);
    expect(server.output()).not.toMatch(/token=/);
  });
});
