/** Demo ID's pages: plain HTML without scripts or external resources. */
import { createHash } from 'node:crypto';

export interface SignInForm {
  email: string;
  name: string;
  isVerified: boolean;
}

/** The second person already has an account from the demo: the sign-in links the two. */
export const demoPersons = [
  { name: 'Robin de Vries', email: 'robin@ringside.test', note: 'New to Ringside' },
  { name: 'Demo Viewer', email: 'viewer@ringside.test', note: 'Has a Ringside account' },
] as const;

const style = `
:root{color-scheme:light dark;--page:#eef2f6;--card:#fff;--text:#17202b;--soft:#566373;--line:#8793a2;--accent:#0369a1;--on-accent:#fff;--hover:#e6f2fa}
@media (prefers-color-scheme:dark){:root{--page:#0b1017;--card:#151c26;--text:#eef3f8;--soft:#a5b2c1;--line:#627083;--accent:#7dd3fc;--on-accent:#062437;--hover:#1d2938}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
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
`;

/** No `form-action`: browsers check it for the whole chain of redirects, which ends at Ringside or in an app. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** @param given the input, if it was refused. */
export function signInPage(given?: SignInForm): string {
  const persons = demoPersons.map(
    ({ name, email, note }) =>
      `<button class="person" name="person" value="${email}"><strong>${name}</strong><span>${email} · ${note}</span></button>`,
  );
  const fault = given
    ? '<p class="error" role="alert">Enter an e-mail address such as you@example.test.</p>'
    : '';
  return page(
    'Sign in with Demo ID',
    `<h1>Who are you?</h1>
<p>This stands in for a provider such as Google. Choose anybody; no password is needed.</p>
${fault}
<form method="post">${persons.join('\n')}</form>
<div class="or">or somebody else</div>
<form method="post">
<label>E-mail address
<input type="email" name="email" required autocomplete="off" maxlength="254" value="${escapeHtml(given?.email ?? '')}"${given ? ' aria-invalid="true"' : ''}></label>
<label>Name
<input type="text" name="name" autocomplete="off" maxlength="255" value="${escapeHtml(given?.name ?? '')}"></label>
<label class="check"><input type="checkbox" name="verified"${(given?.isVerified ?? true) ? ' checked' : ''}>This address has been verified</label>
<button class="go">Continue</button>
</form>
<form method="post"><button class="cancel" name="cancel" value="1">Cancel</button></form>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<div class="brand"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><rect x="2" y="3.5" width="16" height="13" rx="3" fill="none" stroke="currentColor" stroke-width="1.6"/><circle cx="7" cy="9" r="1.9" fill="currentColor"/><path d="M4.4 13.6c.5-1.5 4.7-1.5 5.2 0M12 8.5h3.4M12 11.5h3.4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/></svg>Demo ID</div>
${content}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
