/** The log of a server that sends mail contains no address, no token and no text of a mail, even after errors. */
import { expect, it, vi } from 'vitest';
import { createSmtpMailer } from '../../src/mail/mailer.ts';
import { bearer, password, registration, signIn } from '../accounts.ts';
import { startApi } from '../harness.ts';
import { startMailServer } from './mail-server.ts';

const smtp = await startMailServer();
const mailer = createSmtpMailer(smtp.url, { name: 'Ringside', address: 'no-reply@ringside.test' });
const api = await startApi({ logLevel: 'trace' }, undefined, { mailer });
const credentials = '/api/v1/identity/auth/credentials';
const post = (call: string, body: object) => api.request(`POST ${credentials}${call}`, { body });

async function linkIn(recipient: string, subject: string): Promise<string> {
  const mail = await vi.waitUntil(
    () =>
      smtp.received.findLast(({ to, raw }) => to.includes(recipient) && raw.includes(`Subject: ${subject}`)),
    { timeout: 15_000 },
  );
  return /token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
}

it('contains nothing of the mails of an account', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const account = { ...registration(), email: 'canary-robin@example.test' };
  await post('/register', account);
  const verify = await linkIn(account.email, 'Confirm your e-mail address');
  await post('/register', account);
  await post('/email-verification/confirm', { token: `${verify}x`, password });
  await post('/email-verification/confirm', { token: verify, password });
  const { accessToken } = await signIn(api, account);
  const next = 'canary-next@example.test';
  await api.request('PATCH /api/v1/identity/profile/email', {
    headers: bearer(accessToken),
    body: { email: next, currentPassword: password },
  });
  const change = await linkIn(next, 'Confirm your new e-mail address');
  smtp.refusalCode = () => 550;
  await post('/password-reset', { email: account.email });
  await vi.waitUntil(() => api.log.some((line) => line.includes('"responseCode":550')), { timeout: 15_000 });
  smtp.refusalCode = () => undefined;
  await post('/password-reset', { email: account.email });
  const reset = await linkIn(account.email, 'Choose a new password');
  await post('/password-reset/confirm', { token: reset, password: 'Canary-secret-1!' });

  const log = api.log.join('');
  expect(log).toContain('mail sent');
  for (const secret of [verify, change, reset]) {
    expect(secret).toHaveLength(43);
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(/canary|Canary|example\.test|Somebody has/);
});
