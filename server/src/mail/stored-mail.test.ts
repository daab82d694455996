import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { parseStoredMail } from './stored-mail.ts';

const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

describe('parseStoredMail', () => {
  it.each([
    ['short lines', 'Hello,\n\nhere it is.'],
    ['long lines', `See https://ringside.test/auth/verify-email?token=${'aB3_-'.repeat(40)}=\n\nBye.`],
    ['letters beyond ASCII', 'Grüße – 拳, “é” = 100 %'],
    ['lines that look like headers', 'Content-Type: text/plain\n\nSubject: no'],
    ['a long text', 'éé = 1\n'.repeat(500)],
  ])('returns %s unchanged', async (_name, text) => {
    const { message } = await transport.sendMail({
      from: 'a@ringside.test',
      to: { name: '', address: 'robin@ringside.test' },
      subject: 'Confirm your e-mail address',
      date: new Date('2026-11-20T12:00:00Z'),
      text,
      html: '<p>something else</p>',
    });
    expect(parseStoredMail(String(message))).toEqual({
      to: 'robin@ringside.test',
      subject: 'Confirm your e-mail address',
      date: 'Fri, 20 Nov 2026 12:00:00 +0000',
      text: text.trim(),
    });
  });

  it('returns empty fields for a file that is not a mail', () => {
    expect(parseStoredMail('nothing')).toEqual({ to: '', subject: '', date: '', text: '' });
  });
});
