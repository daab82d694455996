import { $api } from '../../../api/query-api.ts';

/** Asked for by the page of the results alone, so that nobody learns one by the way. */
export const resultsOf = (competitionSlug: string) =>
  $api.queryOptions(
    'get',
    '/api/v1/kickboxing/competitions/{competitionId}/results',
    { params: { path: { competitionId: competitionSlug } } },
    { staleTime: 10_000, gcTime: 0, meta: { showsProblem: true }, select: ({ data }) => data },
  );
