import { $api } from '../api/query-api.ts';
import { session } from './sessions/current-session.ts';

/** The form shows what goes wrong, and without a network at once: nobody shall wait before a button that turns. */
const ofForms = { meta: { showsProblem: true }, networkMode: 'always' } as const;

/** Signs in; the server sets the cookies, the session reads them. The form shows what goes wrong. */
export function useLogin() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/login', {
    ...ofForms,
    onSuccess: () => session.changed(),
  });
}

/** The sign-in providers of this installation. */
export function useProviders() {
  return $api.useQuery('get', '/api/v1/identity/auth/providers', {}, { meta: { showsProblem: true } });
}

/** Begins a sign-in with a provider in this browser; its page is at the `url` of the answer. */
export function useAuthorizeProvider() {
  return $api.useMutation('get', '/api/v1/identity/auth/providers/{providerCode}/authorize', {
    meta: { showsProblem: true },
  });
}

/** Creates an account; it does not sign in. */
export function useRegister() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/register', {
    ...ofForms,
  });
}

/** Sends a link to a new password, if there is such an account: the answer does not tell. */
export function useRequestPasswordReset() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/password-reset', {
    ...ofForms,
  });
}

/** Sets the password by the token of a mail. It has ended every session, also the one of this browser. */
export function useResetPassword() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/password-reset/confirm', {
    ...ofForms,
    onSuccess: () => session.endedElsewhere(),
  });
}

/** Confirms an address by the token of a mail. */
export function useVerifyEmail() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/email-verification/confirm', {
    ...ofForms,
  });
}

/** Sends the mail to the own address once more. */
export function useRequestEmailVerification() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/email-verification', {
    ...ofForms,
  });
}
