import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { $api } from '../../api/query-api.ts';
import { session } from '../sessions/current-session.ts';

export type Profile = components['schemas']['User'];

const profilePath = '/api/v1/identity/profile';

/** The account of the viewer. A link in a mail may have changed it since. */
export function useProfile() {
  return $api.useQuery('get', profilePath, {}, { staleTime: 0, meta: { showsProblem: true } });
}

/** Sends what was changed. @returns the error, if any, and the response. */
export function updateProfile(body: components['schemas']['ProfileUpdate']) {
  return api.PATCH(profilePath, { body });
}

/** Reads the account again, and the name in the header with it (docs/product.md, 30.40). */
export function useReloadProfile() {
  const client = useQueryClient();
  return () => Promise.all([client.invalidateQueries({ queryKey: ['get', profilePath] }), session.renew()]);
}

/** Sends the link to the new address. The viewer confirms their identity first when the last sign-in is old. */
export function useChangeEmail() {
  return $api.useMutation('patch', '/api/v1/identity/profile/email', {
    meta: { showsProblem: true },
  });
}
