/** Composes a mail as plain text and as simple HTML, without any external file. */

export interface Mail {
  /** The kind of mail, for the log and the table. */
  kind: string;
  subject: string;
  text: string;
  html: string;
  /** How long the mail remains useful to its reader. */
  usefulMs: number;
  /** An address that stops mails of this kind with one POST (RFC 8058). It may hold a token. */
  unsubscribeUrl?: string;
}

interface Link {
  label: string;
  url: string;
}

export interface MailWords {
  kind: string;
  /** ASCII; also the heading in the mail. */
  subject: string;
  paragraphs: string[];
  /** The button after the first paragraph; without one, the mail has no link. */
  action?: Link;
  /** At the end, each in a line of its own. */
  links?: Link[];
  usefulMs: number;
}

export function composeMail({ kind, subject, paragraphs, action, links = [], usefulMs }: MailWords): Mail {
  const [first = '', ...rest] = paragraphs;
  const inText = ({ label, url }: Link) => `${label}:\n${url}`;
  const shown = action ? [inText(action)] : [];
  const text = [first, ...shown, ...rest, ...links.map(inText), 'Ringside'].join('\n\n');
  return { kind, subject, text: `${text}\n`, html: page(subject, first, action, rest, links), usefulMs };
}

function page(
  subject: string,
  first: string,
  action: Link | undefined,
  rest: string[],
  links: Link[],
): string {
  const inHtml = ({ label, url }: Link) =>
    `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a></p>`;
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
body{margin:0;background:#f3f6f9;color:#0d1520}
.card{max-width:520px;margin:0 auto;padding:32px 24px;border-radius:16px;background:#fff}
.quiet{color:#55647a}
@media (prefers-color-scheme:dark){body{background:#090d13;color:#f6f9fc}.card{background:#121821}.quiet{color:#97a5b8}}
</style>
</head>
<body>
<div style="padding:24px 12px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif">
<div class="card">
<p class="quiet" style="margin:0 0 24px;font-weight:700;letter-spacing:.02em">Ringside</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(subject)}</h1>
${paragraph(first)}
${action ? button(action) : ''}
<div class="quiet">
${[...rest.map((text) => paragraph(text)), ...links.map(inHtml)].join('\n')}
${action ? hint(action) : ''}
</div>
</div>
</div>
</body>
</html>
`;
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#006aa5;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function hint({ url }: { url: string }): string {
  return `<p style="margin:0;font-size:13px;word-break:break-all">If the button does not work, open this address: ${escapeHtml(url)}</p>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
