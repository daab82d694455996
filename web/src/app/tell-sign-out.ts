import type { SignOutReason } from '../identity/sessions/session.ts';
import { signOutWords } from '../identity/sessions/sign-out-words.ts';
import { paths } from '../paths.ts';
import { showToast } from '../ui/toasts/toasts.tsx';

/** Says why somebody was signed out on a page that needs no sign-in. The sign-in pages say it themselves. */
export function tellSignOut(reason: SignOutReason | undefined, path: string) {
  const isSignInPage = path === paths.login.pattern || path === paths.adminLogin.pattern;
  if (!reason || isSignInPage) return;
  const { title, detail } = signOutWords[reason];
  showToast({ id: 'signed-out', title, description: detail, tone: 'warning' });
}
