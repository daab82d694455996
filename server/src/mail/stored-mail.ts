/** Parses the mails that the file mailer has written. It does not support other mails. */

export interface StoredMail {
  to: string;
  subject: string;
  date: string;
  text: string;
}

export function parseStoredMail(raw: string): StoredMail {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1);
  const boundary = /boundary="?([^";\r\n]+)"?/.exec(head)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`);
  const part = parts.find((candidate) => /^content-type: text\/plain/im.test(candidate)) ?? '';
  const bodyAt = /\r?\n\r?\n/.exec(part.trimStart());
  const partHead = part.trimStart().slice(0, bodyAt?.index);
  const body = bodyAt ? part.trimStart().slice(bodyAt.index + bodyAt[0].length) : '';
  return {
    to: header(head, 'to'),
    subject: header(head, 'subject'),
    date: header(head, 'date'),
    text: decode(body, header(partHead, 'content-transfer-encoding')).replaceAll('\r\n', '\n').trim(),
  };
}

function header(head: string, name: string): string {
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
