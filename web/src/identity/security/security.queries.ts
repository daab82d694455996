import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { $api } from '../../api/query-api.ts';
import { session } from '../sessions/current-session.ts';

/** The form shows its errors itself. `always`: without a network it fails at once instead of waiting for one. */
const formOptions = { meta: { showsProblem: true } } as const;
/** What another device may have changed since is read again when the page opens. Each section shows its own failure. */
const fresh = { staleTime: 0, meta: { showsProblem: true } } as const;

const passkeysPath = '/api/v1/identity/profile/passkeys';
const secondFactorPath = '/api/v1/identity/profile/second-factor';
const devicesPath = '/api/v1/identity/auth/sessions';

export function usePasskeys() {
  return $api.useQuery('get', passkeysPath, {}, fresh);
}

export function useSecondFactor(options: { enabled?: boolean } = {}) {
  return $api.useQuery('get', secondFactorPath, {}, { ...fresh, ...options });
}

export function useDevices() {
  return $api.useQuery('get', devicesPath, {}, fresh);
}

/** Reads passkeys and second factor again. */
export function useReloadFactors() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [passkeysPath, secondFactorPath].map((path) => client.invalidateQueries({ queryKey: ['get', path] })),
    );
}

export function useCreatePasskeyOptions() {
  return $api.useMutation('post', '/api/v1/identity/profile/passkeys/options', formOptions);
}

export function useCreatePasskey() {
  return $api.useMutation('post', passkeysPath, { ...formOptions, onSuccess: useReloadFactors() });
}

export function useRenamePasskey() {
  return $api.useMutation('patch', '/api/v1/identity/profile/passkeys/{passkeyId}', {
    ...formOptions,
    onSuccess: useReloadFactors(),
  });
}

export function useDeletePasskey() {
  return $api.useMutation('delete', '/api/v1/identity/profile/passkeys/{passkeyId}', {
    onSettled: useReloadFactors(),
  });
}

export function useCreateAuthenticator() {
  return $api.useMutation('post', '/api/v1/identity/profile/authenticator', formOptions);
}

export function useConfirmAuthenticator() {
  return $api.useMutation('post', '/api/v1/identity/profile/authenticator/confirm', {
    ...formOptions,
    onSuccess: useReloadFactors(),
  });
}

export function useDeleteAuthenticator() {
  return $api.useMutation('delete', '/api/v1/identity/profile/authenticator', {
    onSettled: useReloadFactors(),
  });
}

export function useReplaceRecoveryCodes() {
  return $api.useMutation('post', '/api/v1/identity/profile/recovery-codes', {
    onSettled: useReloadFactors(),
  });
}

/** Signs a device out. */
export function useEndDevice() {
  const client = useQueryClient();
  return $api.useMutation('delete', '/api/v1/identity/auth/sessions/{sessionId}', {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', devicesPath] }),
  });
}

/** Signs several devices out, each by its own call. @returns how many are still signed in. */
export function useEndDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sessionIds: readonly string[]) => {
      let left = 0;
      // One after the other: each answer brings the proof that this device stays a known one.
      for (const sessionId of sessionIds) if (!(await endDevice(sessionId).catch(() => false))) left += 1;
      return left;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['get', devicesPath] }),
  });
}

/** A device that has signed itself out meanwhile is what was asked for. */
async function endDevice(sessionId: string) {
  const { response } = await api.DELETE('/api/v1/identity/auth/sessions/{sessionId}', {
    params: { path: { sessionId } },
  });
  return response.ok || response.status === 404;
}

/** The viewer confirms their identity first when the last sign-in is old. */
export function useDeleteOwnAccount() {
  return $api.useMutation('delete', '/api/v1/identity/profile', formOptions);
}

/** Sets a new password; the other devices are signed out. */
export function useChangePassword() {
  const client = useQueryClient();
  return $api.useMutation('patch', '/api/v1/identity/profile/password', {
    ...formOptions,
    onSuccess: () => client.invalidateQueries({ queryKey: ['get', devicesPath] }),
  });
}

/** The ways in which the viewer can prove who they are. */
export function useCreateStepUpOptions() {
  return $api.useMutation('post', '/api/v1/identity/auth/step-up/options', formOptions);
}

export function useStepUp() {
  return $api.useMutation('post', '/api/v1/identity/auth/step-up', {
    ...formOptions,
    onSuccess: useReloadFactors(),
  });
}

/** Ends all sessions of the account, with the token of a mail. */
export function useReportAccount() {
  return $api.useMutation('post', '/api/v1/identity/auth/credentials/report', {
    ...formOptions,
    onSuccess: () => session.endedElsewhere(),
  });
}
