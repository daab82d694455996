import type { components } from '@ringside/openapi/schema';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { $api } from '../../api/query-api.ts';

type Schemas = components['schemas'];
export type Fighter = Schemas['Fighter'];

const fightersPath = '/api/v1/fighters';
/** More would not be read: the next letter narrows the list. */
const shownAtOnce = 8;

export const fightersQueries = {
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
};

export function createFighter(body: Schemas['FighterCreate']) {
  return api.POST(fightersPath, { body });
}
