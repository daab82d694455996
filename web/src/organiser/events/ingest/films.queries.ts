import type { components } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import type { StreamPath } from './ingest.queries.ts';

export type { StreamPath } from './ingest.queries.ts';
export type Film = components['schemas']['Film'];

export const filmsPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/films';

/** While the server makes the replay, its progress is interesting. */
const readEveryMs = 2_000;

export const filmQueries = {
  of: (path: StreamPath) =>
    queryOptions({
      queryKey: ['films', path.liveStreamId],
      staleTime: 0,
      gcTime: 0,
      retry: false,
      refetchInterval: readEveryMs,
      queryFn: () => listFilms(path),
    }),
};

/** @throws the problem. */
export async function listFilms(path: StreamPath): Promise<Film[]> {
  const { data, error } = await api.GET(filmsPath, { params: { path } });
  if (!data) throw error;
  return data.data;
}

/** @throws the problem. */
export function deleteFilm(path: StreamPath, filmId: string) {
  return done(api.DELETE(`${filmsPath}/{filmId}`, { params: { path: { ...path, filmId } } }));
}
