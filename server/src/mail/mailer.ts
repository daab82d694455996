/**
 * Sends mails: to an SMTP server, or into files of a folder. The only importer of the mail library.
 * Tests receive with `smtp-server`, not with a mocked transport.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isLoopback } from '../http/loopback.ts';
import { type SendFault, sendLimitMs } from './mail.rules.ts';

interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string | null;
  createdAt: string;
}

export interface MailSender {
  name: string;
  address: string;
}

/** Sends one mail, or throws a MailError. The same mail sent twice has the same Message-ID, or is one file. */
export type Mailer = (mail: OutgoingMail) => Promise<void>;

/** Has no text from the mail server, because servers repeat the address in theirs and this is logged. */
export class MailError extends Error {
  override name = 'MailError';
  readonly fault: SendFault;
  /** The library's code and the server's reply code. */
  readonly codes: { code: string | undefined; responseCode: number | undefined };

  constructor(cause: unknown) {
    const { code, responseCode } = cause as { code?: string; responseCode?: number };
    super(`mail was not sent (${responseCode ?? code ?? 'unknown'})`);
    this.codes = { code, responseCode };
    this.fault = faultOf(code, responseCode);
  }

  /** For the page of the system: the fault and its code. */
  get summary(): string {
    const { code, responseCode } = this.codes;
    return `${this.fault} (${responseCode ?? code ?? 'unknown'})`;
  }
}

/** @param smtpUrl `smtp://` (upgraded by STARTTLS) or `smtps://`, with nodemailer's options in its query. */
export function createSmtpMailer(smtpUrl: string, from: MailSender): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: requiresTls(smtpUrl),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    try {
      await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(sendLimitMs) });
    } catch (error) {
      throw new MailError(error);
    }
  };
}

/** Whether STARTTLS is required: without it an attacker on the way could strip the encryption and read the links. */
export function requiresTls(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl);
  return !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false';
}

/** The host of the mail server, without the user name and the password. */
export function mailServerName(smtpUrl: string): string {
  const { protocol, host } = new URL(smtpUrl);
  return `${protocol}//${host}`;
}

/** One file per mail, never incomplete; sending a mail again replaces its file. */
export function createFileMailer(folder: string, from: MailSender): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail) => {
    try {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${sortableTime(mail.createdAt)}Z-${mail.id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    } catch (error) {
      throw new MailError(error);
    }
  };
}

/** Exact to the microsecond, so that a listing is in order; without characters that some file systems refuse. */
function sortableTime(instant: string): string {
  const [, second = '', fraction = ''] = /^([^.Z+]+)(?:\.(\d+))?/.exec(instant) ?? [];
  return `${second.replaceAll(':', '-')}-${fraction.padEnd(6, '0')}`;
}

function messageOf(mail: OutgoingMail, from: MailSender): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.createdAt),
    from,
    // An object, so that nothing in it is parsed as a second address.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: {
      // Prevents absence replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(mail.unsubscribeUrl),
    },
  };
}

/** A mail program shows a button that needs no page (RFC 8058). */
function unsubscribeHeaders(url: string | null | undefined): Record<string, string> {
  if (!url) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** A wrong password or a missing STARTTLS is a fault of the configuration, so the mail waits for the operator. */
function faultOf(code: string | undefined, responseCode: number | undefined): SendFault {
  if (responseCode === undefined) return code === 'EENVELOPE' ? 'refused' : 'unreachable';
  // 421: the server is about to close the connection.
  if (code === 'EAUTH' || code === 'ETLS' || responseCode === 421) return 'unreachable';
  return responseCode >= 500 ? 'refused' : 'postponed';
}
