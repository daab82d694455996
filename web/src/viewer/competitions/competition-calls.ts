/** Calls that do not go through React Query. */
import { api } from '../../api/client.ts';
import { patience } from '../../api/patience.ts';
import { serverUrl } from '../../config.ts';
import type { Competition, SignedUrl, WatchTarget } from './competition-types.ts';

/** One competition by id or slug. Throws the problem. */
export async function fetchCompetition(competitionId: string): Promise<Competition> {
  const { data, error } = await api.GET('/api/v1/kickboxing/competitions/{competitionId}', {
    params: { path: { competitionId } },
    ...patience(),
  });
  if (error) throw error;
  return data as Competition;
}

/** A new signed address. Never cached, because it is bound to the current session. Throws the problem. */
export async function signUrl(path: WatchTarget, player: 'mse' | 'native'): Promise<SignedUrl> {
  const { data, error } = await api.GET(
    '/api/v1/kickboxing/competitions/{competitionId}/blocks/{blockId}/live-streams/{liveStreamId}/signed-url',
    { params: { path: { ...path }, query: { player } }, ...patience() },
  );
  if (error) throw error;
  return { ...data, url: serverUrl(data.url) };
}
