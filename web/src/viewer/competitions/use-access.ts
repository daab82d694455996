import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../identity/sessions/use-session.ts';
import { competitionsQueries } from './competitions.queries.ts';

/** For each block, whether the signed-in viewer may watch it; undefined while loading or signed out. */
export function useAccess(competitionSlug: string) {
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...competitionsQueries.access(competitionSlug), enabled: isLoggedIn });
  return data?.blocks;
}

/** The same, or `loading` while a signed-in viewer waits for it. */
export function useAccessOrLoading(competitionSlug: string) {
  const { isLoggedIn } = useSession();
  const { data, isLoading } = useQuery({
    ...competitionsQueries.access(competitionSlug),
    enabled: isLoggedIn,
  });
  return isLoading ? 'loading' : data?.blocks;
}

export function useBlockAccess(competitionSlug: string, blockId: string) {
  return useAccess(competitionSlug)?.find((block) => block.blockId === blockId);
}
