import type { components } from '@ringside/openapi/schema';
import { $api } from '../../api/query-api.ts';

export type Bout = components['schemas']['Bout'];
export type BoutFighter = components['schemas']['BoutFighter'];
type Detail = components['schemas']['CompetitionDetail'];

/** What rows and dialogs must know of the event of a bout. */
export interface EventOfBouts extends Pick<Detail, 'id' | 'slug' | 'name' | 'startDate' | 'endDate'> {
  blocks: readonly Required<components['schemas']['CompetitionBlock']>[];
}

/** The whole card of a competition, in the order of its blocks. Without it a page shows the blocks alone. */
export const boutsOf = (competitionSlug: string) =>
  $api.queryOptions(
    'get',
    '/api/v1/kickboxing/competitions/{competitionId}/bouts',
    { params: { path: { competitionId: competitionSlug } } },
    { staleTime: 60_000, meta: { showsProblem: true }, select: ({ data }) => data },
  );
