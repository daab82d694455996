import { $api } from '../api/query-api.ts';
import { session } from './current-session.ts';

/** Signs in; the server sets the cookies, the session reads them. The form shows what goes wrong. */
export function useLogin() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/login', {
    meta: { showsProblem: true },
    onSuccess: () => session.changed(),
  });
}

/** Creates an account; it does not sign in. */
export function useRegister() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/register', {
    meta: { showsProblem: true },
  });
}
