/** The mails that a server writes to its data folder. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

/** The link of the newest mail to this address that leads to the path. Waits for the mail. */
export async function findLink(dataDir: string, recipient: string, pagePath: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox');
  const wanted = new RegExp(`https?://\\S+${pagePath}\\?token=[\\w-]+`);
  let link = '';
  await expect(async () => {
    const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(files.map((name) => readFile(path.join(outbox, name), 'utf8')));
    // Long lines are folded, and "=" is written as "=3D" (quoted-printable, RFC 2045).
    const texts = mails
      .filter((mail) => mail.includes(`To: ${recipient}`))
      .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    link = texts.map((text) => wanted.exec(text)?.[0] ?? '').findLast((found) => found !== '') ?? '';
    expect(link).not.toBe('');
  }).toPass();
  return link;
}
