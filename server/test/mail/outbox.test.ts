/** The outbox sends each mail once through a real SMTP server, even if a worker dies. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import type { Loop } from '../../src/loop.ts';
import { createFileMailer, createSmtpMailer, type Mailer } from '../../src/mail/mailer.ts';
import { claimMail, insertMail } from '../../src/mail/outbox.repository.ts';
import { startOutboxWorker } from '../../src/mail/outbox-worker.ts';
import { openTestDatabase } from '../test-database.ts';
import { startMailServer } from './mail-server.ts';

const database = await openTestDatabase();
afterAll(() => database[Symbol.asyncDispose]());
const { db } = database;
const server = await startMailServer();
const from = { name: 'Ringside', address: 'no-reply@ringside.test' };
const workers: Loop[] = [];
const lines: string[] = [];
const write = (level: string) => (fields: object, text: string) =>
  void lines.push(JSON.stringify({ level, text, ...fields }));
const log = { info: write('info'), warn: write('warn'), error: write('error') } as never;
const hour = 3_600_000;

function startWorker(
  mailer: Mailer = createSmtpMailer(server.url, from),
  parts: { db?: typeof db; pollMs?: number; isPaused?: () => Promise<boolean> } = {},
) {
  const worker = startOutboxWorker({ db, mailer, log, pollMs: 20, ...parts });
  workers.push(worker);
  return worker;
}

const mailTo = (recipient: string, usefulMs = hour) =>
  insertMail(db, recipient, {
    kind: 'test',
    subject: 'A subject',
    text: `secret-token for ${recipient}`,
    html: '<p>secret-token</p>',
    usefulMs,
  });
const rows = () => db.selectFrom('outboxMails').selectAll().orderBy('recipient').execute();
const becomeDue = () => db.updateTable('outboxMails').set({ dueAt: sql<string>`now()` }).execute();
const until = (check: () => Promise<unknown> | unknown) =>
  vi.waitUntil(check as () => boolean, { timeout: 15_000, interval: 20 });
const allDone = async () => (await rows()).every(({ doneAt }) => doneAt !== null);

beforeEach(async () => {
  await db.deleteFrom('outboxMails').execute();
  server.received.length = 0;
  server.refusalCode = () => undefined;
  server.beforeAcknowledge = async () => {};
  lines.length = 0;
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker[Symbol.asyncDispose]()));
});

describe('the outbox', () => {
  it('holds no mail of a transaction that was rolled back', async () => {
    const failed = db.transaction().execute(async (trx) => {
      await insertMail(trx, 'a@example.test', {
        kind: 'test',
        subject: 's',
        text: 't',
        html: 'h',
        usefulMs: hour,
      });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  it('sends nothing while nothing may be stored, and goes on afterwards', async () => {
    await mailTo('a@example.test');
    let [isFull, looks] = [true, 0];
    startWorker(undefined, {
      async isPaused() {
        looks++;
        return isFull;
      },
    });
    await until(() => looks > 2);
    expect(server.received).toEqual([]);
    expect((await rows())[0]).toMatchObject({ attempts: 0, doneAt: null });
    isFull = false;
    await until(allDone);
    expect(server.received).toHaveLength(1);
  });

  it('sends a mail with both bodies and a sender, and then deletes the bodies', async () => {
    await mailTo('robin@example.test');
    startWorker();
    await until(allDone);
    const [mail] = server.received;
    expect(server.received).toHaveLength(1);
    expect(mail?.to).toEqual(['robin@example.test']);
    expect(mail?.text).toBe('secret-token for robin@example.test');
    expect(mail?.raw).toContain('From: Ringside <no-reply@ringside.test>');
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated');
    expect(mail?.raw).toContain('Content-Type: text/html');
    const [row] = await rows();
    expect(row).toMatchObject({ outcome: 'sent', text: null, html: null, attempts: 1 });
    expect(mail?.messageId).toBe(`<${row?.id}@ringside.test>`);
  });

  it('sends at once when it is woken', async () => {
    const worker = startWorker(undefined, { pollMs: 600_000 });
    await mailTo('robin@example.test');
    worker.wake();
    await until(allDone);
    expect(server.received).toHaveLength(1);
  });

  it('sends each of many mails once with many workers on two connections', async () => {
    await using other = database.databaseUrl
      ? await openDatabase({ databaseUrl: database.databaseUrl, dataDir: '' })
      : undefined;
    const recipients = Array.from({ length: 60 }, (_, index) => `viewer-${index}@example.test`);
    for (const recipient of recipients) await mailTo(recipient);
    startWorker();
    startWorker();
    startWorker(undefined, { db: other?.db ?? db });
    startWorker(undefined, { db: other?.db ?? db });
    await until(allDone);
    await Promise.all(workers.splice(0).map((worker) => worker[Symbol.asyncDispose]()));
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(recipients.sort());
    expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it('keeps mail while the mail server is unreachable, and sends it once when it is back', async () => {
    const away = await startMailServer();
    await away.close();
    await mailTo('robin@example.test');
    startWorker(createSmtpMailer(away.url, from));
    await until(() => lines.some((line) => line.includes('was postponed')));
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ doneAt: null, text: expect.any(String) });
    expect(Date.parse(String(waiting?.dueAt))).toBeGreaterThan(Date.now());
    const back = await startMailServer(Number(new URL(away.url).port));
    await becomeDue();
    await until(allDone);
    expect(back.received).toHaveLength(1);
  });

  it('retries after a temporary refusal, and gives up after permanent ones', async () => {
    server.refusalCode = (address) => (address.startsWith('later') ? 451 : 550);
    await mailTo('later@example.test');
    await mailTo('never@example.test');
    startWorker();
    for (const attempts of [1, 2, 3]) {
      // Each attempt logs one line for each mail, postponed or given up.
      await until(() => lines.length === 2 * attempts);
      if (attempts < 3) await becomeDue();
    }
    expect((await rows()).map(({ outcome }) => outcome)).toEqual([null, 'given-up']);
    server.refusalCode = () => undefined;
    await becomeDue();
    await until(allDone);
    expect((await rows()).map(({ recipient, outcome, text }) => [recipient, outcome, text])).toEqual([
      ['later@example.test', 'sent', null],
      ['never@example.test', 'given-up', null],
    ]);
    expect(server.received.map(({ to }) => to)).toEqual([['later@example.test']]);
  });

  it('gives up a mail that is no longer useful', async () => {
    await mailTo('late@example.test', -1);
    startWorker();
    await until(allDone);
    expect(await rows()).toMatchObject([{ outcome: 'given-up', text: null }]);
    expect(server.received).toEqual([]);
  });

  it('leaves a mail to the worker that has claimed it, until its lease ends', async () => {
    await mailTo('robin@example.test');
    const taken = await claimMail(db, 60_000);
    expect(taken?.recipient).toBe('robin@example.test');
    startWorker();
    await mailTo('sam@example.test');
    await until(() => server.received.length === 1);
    expect(server.received[0]?.to).toEqual(['sam@example.test']);
    await becomeDue();
    await until(allDone);
    expect(server.received.map(({ to }) => to)).toEqual([['sam@example.test'], ['robin@example.test']]);
  });

  it('uses the same Message-ID when a worker died between sending and recording a mail', async () => {
    await mailTo('robin@example.test');
    const taken = await claimMail(db, 60_000);
    if (taken) await createSmtpMailer(server.url, from)(taken);
    await becomeDue();
    startWorker();
    await until(allDone);
    expect(server.received).toHaveLength(2);
    expect(server.received[0]?.messageId).toBe(server.received[1]?.messageId);
  });

  it('finishes the current mail before it stops, and claims no other', async () => {
    let release = () => {};
    server.beforeAcknowledge = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await mailTo('robin@example.test');
    const worker = startOutboxWorker({
      db,
      mailer: createSmtpMailer(server.url, from),
      log,
      pollMs: 20,
      lanes: 1,
    });
    await until(() => server.received.length === 1);
    await mailTo('sam@example.test');
    const stopped = worker[Symbol.asyncDispose]();
    release();
    await stopped;
    expect((await rows()).map(({ recipient, outcome }) => [recipient, outcome])).toEqual([
      ['robin@example.test', 'sent'],
      ['sam@example.test', null],
    ]);
  });

  it('logs its work without addresses, texts or tokens', async () => {
    server.refusalCode = (address) => (address.startsWith('never') ? 550 : undefined);
    await mailTo('canary-robin@example.test');
    await mailTo('never-canary@example.test');
    startWorker();
    await until(() => lines.length >= 2);
    expect(lines.join()).toContain('mail sent');
    expect(lines.join()).toContain('"responseCode":550');
    expect(lines.join()).not.toMatch(/canary|example\.test|secret-token|subject/);
  });
});

describe('the files of the embedded default', () => {
  it('are one per mail, even if it is sent twice, and readable only for their owner', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ringside-outbox-'));
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const mailer = createFileMailer(path.join(folder, 'outbox'), from);
    await mailTo('robin@example.test');
    const taken = await claimMail(db, 60_000);
    if (taken) await mailer(taken);
    await becomeDue();
    startWorker(mailer);
    await until(allDone);
    const files = await readdir(path.join(folder, 'outbox'));
    expect(files).toEqual([expect.stringMatching(/^[\dT-]+Z-[0-9a-f-]{36}\.eml$/)]);
    const text = await readFile(path.join(folder, 'outbox', String(files[0])), 'utf8');
    expect(text).toContain('To: robin@example.test');
  });
});

describe('a mail', () => {
  it.each([
    ['a line break in its address', { recipient: 'robin@example.test\r\nBcc: eve@example.test' }],
    ['a second address', { recipient: 'robin@example.test, eve@example.test' }],
    ['a line break in its subject', { subject: 'Hello\r\nBcc: eve@example.test' }],
  ])('with %s reaches nobody else and gets no additional header', async (_name, part) => {
    const mail = {
      id: '0199a3c4-0000-7000-8000-0000000000e1',
      recipient: 'robin@example.test',
      subject: 'Hello',
      text: 'x',
      html: 'x',
      createdAt: '2026-11-20T12:00:00+00:00',
      ...part,
    };
    await createSmtpMailer(server.url, from)(mail).catch(() => {});
    if ('subject' in part) expect(server.received).toHaveLength(1);
    for (const { to, raw } of server.received) {
      expect(to).not.toContain('eve@example.test');
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
    }
  });
});
