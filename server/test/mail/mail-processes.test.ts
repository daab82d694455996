/**
 * Server processes that are killed while they send: every mail still arrives.
 *
 * @tier all
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { parseStoredMail } from '../../src/mail/stored-mail.ts';
import { password } from '../accounts.ts';
import { fetchPatiently, newInstallation, type ServerProcess, startProcess } from '../processes.ts';
import { startMailServer } from './mail-server.ts';

const smtp = await startMailServer();
const credentials = '/api/v1/identity/auth/credentials';

beforeEach(() => {
  smtp.received.length = 0;
  smtp.beforeAcknowledge = async () => {};
});

/** Used by all tests, one server after the other. */
const env = await newInstallation();

async function post(url: string | undefined, call: string, body: object): Promise<number> {
  const { status } = await fetchPatiently(`${url}${credentials}${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}
const register = (url: string | undefined, email: string) =>
  post(url, '/register', { firstName: 'Robin', lastName: 'de Vries', email, password });
const until = (check: () => unknown) =>
  vi.waitUntil(check as () => boolean, { timeout: 60_000, interval: 20 });

/** A server that stops refuses requests. */
const hasBegunToStop = ({ url }: ServerProcess) =>
  until(() =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => !ok,
      () => true,
    ),
  );

/** Ends the leases of a dead server early, so that the test does not have to wait. */
async function endLeases(): Promise<void> {
  await using database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  await database.db.updateTable('outboxMails').set({ dueAt: sql<string>`now()` }).execute();
}

describe('a server that is killed', { timeout: 180_000 }, () => {
  it('while it sends a mail: the next server sends it, with the same Message-ID', async () => {
    const withMail = { ...env, SMTP_URL: smtp.url };
    smtp.beforeAcknowledge = () => new Promise(() => {});
    const first = await startProcess(withMail);
    expect(await register(first.url, 'robin@example.test')).toBe(201);
    await until(() => smtp.received.length === 1);
    first.child.kill('SIGKILL');
    await first.ended;

    smtp.beforeAcknowledge = async () => {};
    await endLeases();
    const second = await startProcess(withMail);
    await until(() => smtp.received.length === 2);
    const [lost, sent] = smtp.received;
    expect(sent?.messageId).toBe(lost?.messageId);
    expect(sent?.text).toBe(lost?.text);
    // The link in the mail works.
    const token = /token=([\w-]+)/.exec(String(sent?.text))?.[1];
    expect(await post(second.url, '/email-verification/confirm', { token, password })).toBe(204);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(smtp.received).toHaveLength(2);
  });

  it('with unsent mail loses none, and each mail becomes one file', async () => {
    const emails = Array.from({ length: 5 }, (_, index) => `viewer-${index}@example.test`);
    // No server listens there.
    const first = await startProcess({ ...env, SMTP_URL: 'smtp://127.0.0.1:1' });
    const statuses = await Promise.all(emails.map((email) => register(first.url, email)));
    expect(statuses).toEqual(emails.map(() => 201));
    first.child.kill('SIGKILL');
    await first.ended;

    await endLeases();
    const outbox = path.join(env.DATA_DIR, 'outbox');
    mkdirSync(outbox, { recursive: true });
    const second = await startProcess(env);
    const files = () => readdirSync(outbox).filter((file) => file.endsWith('.eml'));
    await until(() => files().length === emails.length);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    const recipients = files().map((file) => parseStoredMail(readFileSync(path.join(outbox, file), 'utf8')));
    expect(recipients.map(({ to }) => to).sort()).toEqual(emails);
  });
});

describe('a server that is asked to stop', { timeout: 180_000 }, () => {
  it('finishes the current mail, which is not sent again, and waits less than ten seconds for it', async () => {
    const withMail = { ...env, SMTP_URL: smtp.url };
    let release = () => {};
    smtp.beforeAcknowledge = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const first = await startProcess(withMail);
    await register(first.url, 'robin@example.test');
    await until(() => smtp.received.length === 1);
    first.child.kill('SIGTERM');
    await hasBegunToStop(first);
    release();
    expect(await first.ended).toBe(0);

    await endLeases();
    // Its mail server never answers.
    const second = await startProcess(withMail);
    await register(second.url, 'sam@example.test');
    await until(() => smtp.received.length === 2);
    expect(smtp.received.map(({ to }) => to)).toEqual([['robin@example.test'], ['sam@example.test']]);
    const askedAt = Date.now();
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(Date.now() - askedAt).toBeLessThan(10_000);
    expect(smtp.received).toHaveLength(2);
  });
});
