/** A real SMTP server that keeps received mails, and can refuse them or delay its answer. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';
import { parseStoredMail } from '../../src/mail/stored-mail.ts';

interface ReceivedMail {
  to: string[];
  raw: string;
  messageId: string;
  /** The plain text part. */
  text: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** Called for each recipient; returns the reply code of a refusal, or undefined to accept. */
  refusalCode: (address: string) => number | undefined;
  /** Called after the whole mail is received; the server acknowledges the mail when it resolves. */
  beforeAcknowledge: () => Promise<void>;
  close(): Promise<void>;
}

/** Closes after the test file. @param port 0 means any free port. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = mails.refusalCode(address);
      if (responseCode === undefined) return done();
      // Real servers repeat the address in their refusal.
      done(Object.assign(new Error(`<${address}> is not wanted`), { responseCode }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.received.push({
          to,
          raw,
          messageId: /^Message-ID: (.+)$/im.exec(raw)?.[1] ?? '',
          text: parseStoredMail(raw).text,
        });
        await mails.beforeAcknowledge();
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received: [],
    refusalCode: () => undefined,
    beforeAcknowledge: async () => {},
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  afterAll(() => mails.close());
  return mails;
}
