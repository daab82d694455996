import { $api, api } from '../api/client.ts';
import type { SignedUrl, WatchTarget } from './competition-types.ts';

export const competitionsQueries = {
  /** One competition with its blocks and streams, by id or slug. Throws the 404 problem for an unknown one. */
  detail: (competitionSlug: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/kickboxing/competitions/{competitionId}',
      { params: { path: { competitionId: competitionSlug } } },
      { meta: { showsProblem: true } },
    ),
  /** What the signed-in viewer may watch of it; it changes with time and money, so it is never old. */
  access: (competitionSlug: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/kickboxing/competitions/{competitionId}/access',
      { params: { path: { competitionId: competitionSlug } } },
      { meta: { showsProblem: true }, staleTime: 30_000 },
    ),
};

/** A fresh signed address. Never cached: each one is bound to the session of its moment. Throws the problem. */
export async function signUrl(path: WatchTarget, player: 'mse' | 'native'): Promise<SignedUrl> {
  const { data, error } = await api.GET(
    '/api/v1/kickboxing/competitions/{competitionId}/blocks/{blockId}/live-streams/{liveStreamId}/signed-url',
    { params: { path: { ...path }, query: { player } } },
  );
  if (error) throw error;
  return data;
}
