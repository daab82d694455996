/** The demo's mailbox shows links that open accounts: only loopback requests may read it, and it runs no script. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileMailer } from '../../src/mail/mailer.ts';
import { verifyEmailMail } from '../../src/mail/templates/account-mails.ts';
import { startApi } from '../harness.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'ringside-demo-mail-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const api = await startApi({}, undefined, { demoMailFolder: folder });
const plain = await startApi();
const send = createFileMailer(folder, { name: 'Ringside', address: 'no-reply@ringside.test' });
const mail = verifyEmailMail({ origin: 'http://localhost:3000', token: 'abc-DEF_123' });
const link = 'http://localhost:3000/auth/verify-email?token=abc-DEF_123';

const sendAt = (hour: number, subject: string) =>
  send({
    ...mail,
    subject,
    id: `0199a3c4-0000-7000-8000-0000000000${hour}`,
    recipient: 'robin@ringside.test',
    createdAt: `2026-11-20T${hour}:00:00+00:00`,
  });

describe('/demo/mail', () => {
  it('says that there is no mail yet', async () => {
    const { status, body, headers } = await api.request('GET /demo/mail');
    expect(status).toBe(200);
    expect(body).toContain('No mail yet.');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('lists the newest mail first, and shows each mail with working links', async () => {
    await sendAt(10, 'The first');
    await sendAt(11, '<b>The second</b>');
    const list = await api.request('GET /demo/mail');
    expect(list.body.indexOf('The second')).toBeLessThan(list.body.indexOf('The first'));
    expect(list.body).not.toContain('<b>');
    const [href] = /\/demo\/mail\/[\w-]+/.exec(list.body) ?? [];
    const { status, body } = await api.request(`GET ${href}`);
    expect(status).toBe(200);
    expect(body).toContain('&lt;b&gt;The second&lt;/b&gt;');
    expect(body).toContain(`<a href="${link}">${link}</a>`);
  });

  it('runs no script and loads nothing', async () => {
    const { headers, body } = await api.request('GET /demo/mail');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/<script|\son\w+=|style="/);
  });

  it.each(['no-such-mail', '..%2f..%2fpackage', '%2e%2e', 'x.eml', 'a%00b'])(
    'has no mail %s',
    async (name) => {
      expect((await api.request(`GET /demo/mail/${name}`)).status).toBe(404);
    },
  );

  it('is also available as JSON, with the token of the link', async () => {
    const { status, body, headers } = await api.request('GET /demo/mail.json?to=robin@ringside.test');
    expect(status).toBe(200);
    expect(body.data[1]).toEqual({ to: 'robin@ringside.test', subject: 'The first', token: 'abc-DEF_123' });
    expect(headers['cache-control']).toBe('no-store');
    expect((await api.request('GET /demo/mail.json?to=sam@ringside.test')).body).toEqual({ data: [] });
  });

  it('keeps the order of mails within a second', async () => {
    for (const [subject, second] of [
      ['The fourth', '07.25'],
      ['The third', '07.2'],
    ] as const) {
      await send({
        ...mail,
        subject,
        recipient: 'sam@ringside.test',
        id: randomUUID(),
        createdAt: `2026-11-20T12:00:${second}+00:00`,
      });
    }
    const { body } = await api.request('GET /demo/mail.json?to=sam@ringside.test');
    expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(['The fourth', 'The third']);
  });

  it('ignores a file that is not a mail', async () => {
    await writeFile(path.join(folder, '2026-11-21T00-00-00Z-x.eml'), 'nothing');
    expect((await api.request('GET /demo/mail')).status).toBe(200);
  });

  // Otherwise a foreign site whose name resolves to this machine could read it (DNS rebinding).
  it.each(['evil.test', 'localhost.evil.test', '192.168.1.5:3000'])(
    'answers 404 under the host name %s',
    async (host) => {
      for (const path of ['/demo/mail', '/demo/mail.json'])
        expect((await api.request(`GET ${path}`, { headers: { host } })).status).toBe(404);
    },
  );

  it.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'cf-connecting-ip',
  ])('answers 404 to a request that a proxy has passed on with %s', async (name) => {
    for (const path of ['/demo/mail', '/demo/mail.json', '/demo/mail/any'])
      expect((await api.request(`GET ${path}`, { headers: { [name]: 'localhost' } })).status).toBe(404);
  });

  it('answers 404 to another machine', async () => {
    const answer = await api.request('GET /demo/mail', { remoteAddress: '192.0.2.7' });
    expect(answer.status).toBe(404);
  });

  it('answers 404 without the demo', async () => {
    for (const path of ['/demo/mail', '/demo/mail.json'])
      expect((await plain.request(`GET ${path}`)).status).toBe(404);
  });
});
