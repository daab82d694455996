import type { components, operations } from '@ringside/openapi/schema';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { organiserOptions } from '../../api/organiser-query.ts';
import { $api } from '../../api/query-api.ts';
import { versioned } from '../../api/versioned.ts';

type Schemas = components['schemas'];
export type Fighter = Schemas['Fighter'];

const fightersPath = '/api/v1/fighters';
const fighterPath = '/api/v1/fighters/{fighterId}';
/** More would not be read: the next letter narrows the list. */
const shownAtOnce = 8;

export const fightersQueries = {
  list: (query: operations['listFighters']['parameters']['query']) =>
    $api.queryOptions('get', fightersPath, { params: { query } }, organiserOptions),
  /** The first ones whose name, nickname or gym fits. */
  found: (text: string) =>
    $api.queryOptions(
      'get',
      fightersPath,
      {
        params: {
          query: { ...(text === '' ? {} : { q: text.slice(0, 255) }), order: ['name'], limit: shownAtOnce },
        },
      },
      { staleTime: 10_000, placeholderData: keepPreviousData, meta: { showsProblem: true } },
    ),
  fighter: (fighterId: string) =>
    queryOptions({
      ...organiserOptions,
      // Another fighter is another page.
      placeholderData: undefined,
      queryKey: ['fighter', fighterId],
      queryFn: () => readFighter(fighterId),
    }),
};

/** @throws the problem, for example not-found. */
export function readFighter(fighterId: string) {
  return versioned(api.GET(fighterPath, { params: { path: { fighterId } } }));
}

/** All that the list finds. @throws the problem. */
export async function exportFighters({ q, filter }: { q?: string; filter?: Schemas['FighterFilter'] }) {
  const { data, error } = await api.GET('/api/v1/fighters/export', {
    params: { query: { ...(q ? { q } : {}), ...(filter ? { filter } : {}) } },
    parseAs: 'blob',
  });
  if (!data) throw error;
  return { file: data, name: 'fighters.csv' };
}

export function createFighter(body: Schemas['FighterCreate']) {
  return api.POST(fightersPath, { body });
}

/** Changes the fields that are given, if the fighter still has this version. */
export function updateFighter(fighterId: string, body: Schemas['FighterUpdate'], etag: string) {
  return api.PATCH(fighterPath, { params: { path: { fighterId }, header: { 'If-Match': etag } }, body });
}

/** @param etag of who stays. @param doubleId there is no such fighter afterwards. */
export function mergeFighters(fighterId: string, doubleId: string, etag: string) {
  return api.POST(`${fighterPath}/merge`, {
    params: { path: { fighterId }, header: { 'If-Match': etag } },
    body: { fighterId: doubleId },
  });
}

export function anonymiseFighter(fighterId: string, etag: string) {
  return api.POST(`${fighterPath}/anonymisation`, {
    params: { path: { fighterId }, header: { 'If-Match': etag } },
  });
}

export function deleteFighter(fighterId: string) {
  return api.DELETE(fighterPath, { params: { path: { fighterId } } });
}
