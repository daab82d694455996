import type { components } from '@ringside/openapi/schema';
import { $api } from '../../../api/query-api.ts';

export type CompetitionResult = components['schemas']['CompetitionResult'];

/** Asked for viewers alone who want to see results, so that nobody learns one by the way. */
export const resultsOf = (competitionSlug: string) =>
  $api.queryOptions(
    'get',
    '/api/v1/kickboxing/competitions/{competitionId}/results',
    { params: { path: { competitionId: competitionSlug } } },
    { staleTime: 10_000, gcTime: 0, meta: { showsProblem: true }, select: ({ data }) => data },
  );
