import type { components } from '@ringside/openapi/schema';
import { $api } from '../../api/query-api.ts';

export type Bout = components['schemas']['Bout'];
export type BoutFighter = components['schemas']['BoutFighter'];

/** The whole card of a competition, in the order of its blocks. Without it a page shows the blocks alone. */
export const boutsOf = (competitionSlug: string) =>
  $api.queryOptions(
    'get',
    '/api/v1/kickboxing/competitions/{competitionId}/bouts',
    { params: { path: { competitionId: competitionSlug } } },
    { staleTime: 60_000, meta: { showsProblem: true }, select: ({ data }) => data },
  );
