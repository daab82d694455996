/** The frame of the stand-ins' pages: plain HTML without scripts or external resources. */
import { createHash } from 'node:crypto';

const style = `
:root{color-scheme:light dark;--page:#eef2f6;--card:#fff;--text:#17202b;--soft:#566373;--line:#8793a2;--accent:#0369a1;--on-accent:#fff;--hover:#e6f2fa}
@media (prefers-color-scheme:dark){:root{--page:#0b1017;--card:#151c26;--text:#eef3f8;--soft:#a5b2c1;--line:#627083;--accent:#7dd3fc;--on-accent:#062437;--hover:#1d2938}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;padding:1rem;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:clamp(1.25rem,6vw,2.25rem);border-radius:1rem;background:var(--card);box-shadow:0 1px 2px #0002,0 8px 32px #0001}
.brand{display:flex;align-items:center;gap:.5rem;margin:0 0 1.25rem;color:var(--soft);font-size:.875rem;font-weight:600}
h1{margin:0 0 .25rem;font-size:1.5rem;line-height:1.2}
p{margin:0 0 1.25rem;color:var(--soft)}
.error{padding:.625rem .875rem;border-left:4px solid #d97706;border-radius:.375rem;color:var(--text);background:color-mix(in srgb,#d97706 12%,var(--card))}
button,input{font:inherit;color:inherit}
button{min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.625rem;background:none;cursor:pointer}
button:hover{background:var(--hover)}
.person{display:grid;width:100%;margin-bottom:.625rem;text-align:left}
.person strong{font-weight:600}
.person span{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.or{display:flex;align-items:center;gap:.75rem;margin:1.25rem 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid color-mix(in srgb,var(--line) 50%,transparent)}
label{display:block;margin-bottom:.875rem;font-weight:600}
input[type=email],input[type=text]{display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.625rem;background:var(--card);font-weight:400}
.check{display:flex;gap:.625rem;align-items:center;min-height:2.75rem;margin:0 0 .5rem;font-weight:400}
.check input{width:1.25rem;height:1.25rem;accent-color:var(--accent)}
.go{width:100%;border-color:var(--accent);background:var(--accent);color:var(--on-accent);font-weight:600}
.go:hover{background:color-mix(in srgb,var(--accent) 85%,var(--text))}
.cancel{width:100%;margin-top:.625rem;border-color:transparent;color:var(--soft)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.wide{max-width:64rem}
h2{margin:2rem 0 .5rem;font-size:1.125rem}
.notice{margin-top:.75rem;padding:.625rem .875rem;border:1px solid var(--line);border-radius:.625rem;color:var(--text)}
.good{border-left:4px solid #15803d}
dl{display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem;margin:0 0 1.25rem}
dt,dd{margin:0;overflow-wrap:anywhere}
dd{text-align:right;font-variant-numeric:tabular-nums}
.total{padding-top:.375rem;border-top:1px solid var(--line);font-weight:700}
fieldset{margin:0 0 1.25rem;padding:0;border:0}
legend{margin-bottom:.375rem;padding:0;font-weight:600}
.way{display:flex;gap:.75rem;align-items:center;min-height:3rem;margin:0;padding:.375rem .75rem;border:1px solid var(--line);border-top-width:0;font-weight:400}
.way:first-of-type{border-top-width:1px;border-radius:.625rem .625rem 0 0}
.way:last-of-type{border-radius:0 0 .625rem .625rem}
.way:hover{background:var(--hover)}
.way:has(:checked){background:var(--hover)}
.way input{flex:none;width:1.25rem;height:1.25rem;accent-color:var(--accent)}
.way span{display:grid}
.way small{color:var(--soft)}
.inline{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 1.25rem}
.inline p{align-self:center;margin:0}
.inline label{flex:1 1 10rem;margin:0}
a{color:var(--accent)}
a.cancel{display:grid;place-items:center;min-height:2.75rem;padding:.5rem 1rem;border-radius:.625rem;text-decoration:none}
a.cancel:hover{background:var(--hover)}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid color-mix(in srgb,var(--line) 50%,transparent);text-align:left;vertical-align:top}
td form{display:flex;flex-wrap:wrap;gap:.25rem;margin:0 0 .25rem}
td button,.small button{min-height:2rem;padding:.125rem .625rem}
td input[type=text]{display:inline-block;width:7rem;min-height:2rem;margin:0;padding:.125rem .5rem}
select{min-height:2.75rem;padding:.5rem;border:1px solid var(--line);border-radius:.625rem;background:var(--card);color:inherit;font:inherit}
`;

/** No `form-action`: browsers check it for the whole chain of redirects, which ends at Ringside or in an app. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** @param icon the inside of an SVG of 20 by 20. */
export function pageOf(parts: {
  brand: string;
  icon: string;
  title: string;
  content: string;
  isWide?: boolean;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
<style>${style}</style>
</head>
<body>
<main${parts.isWide ? ' class="wide"' : ''}>
<div class="brand"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">${parts.icon}</svg>${escapeHtml(parts.brand)}</div>
${parts.content}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
