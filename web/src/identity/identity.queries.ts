import type { components } from '@ringside/openapi/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { done } from '../api/done.ts';
import { $api } from '../api/query-api.ts';
import { cookiesBlocked } from './sessions/cookies-blocked.ts';
import { session } from './sessions/current-session.ts';

/** The form shows its errors itself. `always`: without a network it fails at once instead of waiting for one. */
const formOptions = { meta: { showsProblem: true }, networkMode: 'always' } as const;

/** @throws a problem when the browser has kept nothing of the sign-in: everything after it would be signed out. */
function assertSignedIn() {
  session.changed();
  if (!session.read().isLoggedIn) throw cookiesBlocked;
}

/** Signs in; the server sets the cookies, and the session reads them. */
export function useLogin() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/login', {
    ...formOptions,
    onSuccess: assertSignedIn,
  });
}

/** Begins a sign-in with a passkey. */
export function usePasskeyLoginOptions() {
  return $api.useMutation('post', '/api/v1/identity/auth/passkeys/login/options', formOptions);
}

export function usePasskeyLogin() {
  return $api.useMutation('post', '/api/v1/identity/auth/passkeys/login', {
    ...formOptions,
    onSuccess: assertSignedIn,
  });
}

/** The sign-in providers of this installation. */
export function useProviders() {
  return $api.useQuery('get', '/api/v1/identity/auth/providers', {}, { meta: { showsProblem: true } });
}

/** Begins a sign-in with a provider in this browser; `url` in the response is the provider's page. */
export function useAuthorizeProvider() {
  return $api.useMutation('get', '/api/v1/identity/auth/providers/{providerCode}/authorize', {
    meta: { showsProblem: true },
  });
}

/** Creates an account; it does not sign in. */
export function useRegister() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/register', {
    ...formOptions,
  });
}

/** Sends a reset link if the account exists; the response does not reveal whether it does. */
export function useRequestPasswordReset() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/password-reset', {
    ...formOptions,
  });
}

/** Sets the password with the token of a mail. The server ends all sessions, also the one of this browser. */
export function useResetPassword() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/password-reset/confirm', {
    ...formOptions,
    onSuccess: () => session.endedElsewhere(),
  });
}

/** Whom the link of an invitation invites. */
export function useInvitation(token: string) {
  return $api.useQuery(
    'get',
    '/api/v1/identity/auth/credentials/invitation',
    { params: { query: { token } } },
    { ...formOptions, enabled: token !== '' },
  );
}

/** Sets the first password with the token of an invitation; it does not sign in. */
export function useAcceptInvitation() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/invitation/accept', formOptions);
}

/** What the link of a verification mail confirms. */
export function useEmailVerification(token: string) {
  return $api.useQuery(
    'get',
    '/api/v1/identity/auth/credentials/email-verification',
    { params: { query: { token } } },
    { ...formOptions, enabled: token !== '' },
  );
}

/** Confirms an address with the token of a mail and, without a session of the account, its password. */
export function useVerifyEmail() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/email-verification/confirm', {
    ...formOptions,
  });
}

/** Sends the verification mail to the viewer's address again. */
export function useRequestEmailVerification() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/email-verification', {
    ...formOptions,
  });
}

/** Has every factor of an account removed after a wait. */
export function useRequestRemoval() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/lost-second-factor', formOptions);
}

const preferencesOptions = $api.queryOptions(
  'get',
  '/api/v1/identity/profile/preferences',
  {},
  { meta: { showsProblem: true } },
);

/** What the viewer has chosen for all devices. */
export function usePreferencesOfAccount({ enabled = true } = {}) {
  return useQuery({ ...preferencesOptions, enabled });
}

/** Shown at once and taken back when the server refuses. */
export function useSetPreferences() {
  const client = useQueryClient();
  const { queryKey } = preferencesOptions;
  return useMutation({
    scope: { id: 'preferences' },
    mutationFn: (body: components['schemas']['PreferencesUpdate']) =>
      done(api.PUT('/api/v1/identity/profile/preferences', { body })),
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, preferences);
      return before;
    },
    onError: (_error, _preferences, before) => client.setQueryData(queryKey, before),
  });
}
