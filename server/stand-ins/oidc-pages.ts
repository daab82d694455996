/** Demo ID's pages. */
import { escapeHtml, pageOf } from './page.ts';

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

const icon =
  '<rect x="2" y="3.5" width="16" height="13" rx="3" fill="none" stroke="currentColor" stroke-width="1.6"/><circle cx="7" cy="9" r="1.9" fill="currentColor"/><path d="M4.4 13.6c.5-1.5 4.7-1.5 5.2 0M12 8.5h3.4M12 11.5h3.4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>';

function page(title: string, content: string): string {
  return pageOf({ brand: 'Demo ID', icon, title, content });
}
