import { $api } from '../../api/query-api.ts';
import type { Competition } from './competition-types.ts';

export const competitionsQueries = {
  /** One competition with its blocks and streams, by id or slug. Throws the 404 problem for an unknown one. */
  detail: (competitionSlug: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/kickboxing/competitions/{competitionId}',
      { params: { path: { competitionId: competitionSlug } } },
      { meta: { showsProblem: true }, select: (data) => data as Competition },
    ),
  /** Which blocks the signed-in viewer may watch. It changes with time and payments, so it is soon stale. */
  access: (competitionSlug: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/kickboxing/competitions/{competitionId}/access',
      { params: { path: { competitionId: competitionSlug } } },
      { meta: { showsProblem: true }, staleTime: 30_000 },
    ),
  /** Matches the accesses of all competitions. */
  anyAccess: () => ({ queryKey: ['get', '/api/v1/kickboxing/competitions/{competitionId}/access'] }),
};
