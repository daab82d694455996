/** Reads the mails that wait in the outbox for an address: the harness does not send them. */
import type { TestApi } from './harness.ts';

export interface WaitingMail {
  kind: string;
  subject: string;
  text: string;
  html: string;
  /** The token of its link; empty if it has none. */
  token: string;
}

/** @returns the waiting mails, the oldest first. */
export async function mailsTo(api: Pick<TestApi, 'db'>, recipient: string): Promise<WaitingMail[]> {
  const rows = await api.db
    .selectFrom('outboxMails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('doneAt', 'is', null)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ kind, subject, text, html }) => ({
    kind,
    subject,
    text: String(text),
    html: String(html),
    token: /[?&]token=([\w-]+)/.exec(String(text))?.[1] ?? '',
  }));
}

/** The token of the latest mail of a kind. */
export async function tokenMailedTo(
  api: Pick<TestApi, 'db'>,
  recipient: string,
  kind: string,
): Promise<string> {
  const mail = (await mailsTo(api, recipient)).findLast((candidate) => candidate.kind === kind);
  if (!mail?.token) throw new Error(`There is no mail ${kind}`);
  return mail.token;
}

/** The answer to an invalid or expired link. */
export const linkRefused = {
  status: 400,
  body: {
    issues: [
      {
        detail: 'This link has expired or was used already. Ask for a new one.',
        pointer: '/token',
        location: 'body',
      },
    ],
  },
};
