/** The HTML of the demo's mailbox: no scripts, no external files, and every value is escaped. */
import { createHash } from 'node:crypto';
import type { ListedMail } from './mail-folder.ts';
import { escapeHtml } from './templates/layout.ts';

/** The colours and measures of the web client (`web/src/app/theme.css`). */
const styles = `
:root{color-scheme:light dark;--page:#f3f6f9;--card:#fff;--text:#0d1520;--muted:#55647a;--line:#dde4eb;--link:#006aa5;--post:#0284c7}
@media (prefers-color-scheme:dark){:root{--page:#090d13;--card:#121821;--text:#f6f9fc;--muted:#97a5b8;--line:#242e3c;--link:#7cd0fb;--post:#38bdf8}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 Inter,system-ui,-apple-system,"Segoe UI",Arial,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
header{display:flex;align-items:center;height:4rem;padding:0 clamp(1rem,4vw,3rem);background:var(--card);border-bottom:1px solid var(--line)}
header a{display:inline-flex;gap:.625rem;align-items:center;color:var(--text);font-weight:800;letter-spacing:.04em;text-transform:uppercase;text-decoration:none}
svg .post{fill:var(--post)}
main{max-width:44rem;margin:0 auto;padding:clamp(1.5rem,5vw,3rem) clamp(1rem,4vw,3rem)}
h1{margin:0 0 .5rem;font-size:clamp(1.75rem,1.5rem + 1.2vw,2.25rem);line-height:1.1;letter-spacing:-.01em}
.muted{margin:0 0 1.5rem;color:var(--muted)}
ol{margin:0;padding:0;list-style:none}
li+li{margin-top:.75rem}
.card{display:block;padding:1rem 1.25rem;border-radius:1rem;background:var(--card);box-shadow:0 1px 2px #131b2714}
li .card{color:inherit;text-decoration:none}
li .card:hover strong{text-decoration:underline}
li strong{display:block;color:var(--link)}
li span{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;color:var(--muted);font-size:.875rem}
article.card{margin-top:1.25rem;padding:clamp(1.25rem,5vw,2rem)}
article p{margin:0 0 1rem;white-space:pre-line}
article p:last-child{margin:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1.5rem;padding-bottom:1.25rem;border-bottom:1px solid var(--line);font-size:.875rem}
dt{color:var(--muted)}
dd{margin:0}
.empty{padding:3rem 1.25rem;text-align:center}
.empty p{margin:0 auto;max-width:46ch;color:var(--muted)}
`;

export const demoMailPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function listPage(mails: ListedMail[]): string {
  const items = mails.map(
    ({ name, subject, to, date }) =>
      `<li><a class="card" href="/demo/mail/${encodeURIComponent(name)}"><strong>${escapeHtml(subject)}</strong>` +
      `<span><span>${escapeHtml(to)}</span><time>${escapeHtml(date)}</time></span></a></li>`,
  );
  const list = `<ol>${items.join('\n')}</ol>`;
  const empty =
    '<div class="card empty"><p>No mail yet. Create an account or ask for a new password, and the mail appears here.</p></div>';
  return page(
    'Mail of the demo',
    `<h1>Mail of the demo</h1>
<p class="muted">The mails that this platform would have sent, newest first. Only this computer can see them.</p>
${mails.length > 0 ? list : empty}`,
  );
}

export function mailPage({ subject, to, date, text }: ListedMail): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${linked(paragraph)}</p>`);
  return page(
    subject,
    `<p class="muted"><a href="/demo/mail">All mail</a></p>
<h1>${escapeHtml(subject)}</h1>
<article class="card">
<dl><dt>To</dt><dd>${escapeHtml(to)}</dd><dt>Sent</dt><dd><time>${escapeHtml(date)}</time></dd></dl>
${paragraphs.join('\n')}
</article>`,
  );
}

/** Web addresses become links; the rest is text. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | Ringside</title>
<style>${styles}</style>
</head>
<body>
<header><a href="/"><svg viewBox="0 0 32 32" width="32" height="32" fill="currentColor" aria-hidden="true"><path class="post" d="M13 2h6v28h-6z"/><path d="M11 3.3 1 10.1v2.6L11 8.7zM21 3.3 31 10.1v2.6L21 8.7zM11 13.3 1 14.7v2.6l10 1.4zM21 13.3 31 14.7v2.6l-10 1.4zM11 28.7 1 21.9v-2.6l10 4zM21 28.7 31 21.9v-2.6l-10 4z"/></svg>Ringside</a></header>
<main>
${body}
</main>
</body>
</html>
`;
}
