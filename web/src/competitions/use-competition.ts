import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { isProblem } from '../api/problem.ts';
import { pageNotFound } from '../ui/page-error.ts';
import { competitionsQueries } from './competitions.queries.ts';

interface Options {
  /** How often it is asked for again; an organiser moves an end or switches a stream on at any time. */
  refetchEveryMs?: number;
}

/** The competition of this page. An unknown slug, or a draft, is the 404 screen. */
export function useCompetition(competitionSlug: string, { refetchEveryMs }: Options = {}) {
  const { pathname } = useLocation();
  const query = useQuery({
    ...competitionsQueries.detail(competitionSlug),
    refetchInterval: refetchEveryMs ?? false,
  });
  // A known competition stays on screen when a later answer fails.
  if (isProblem(query.error) && query.error.status === 404 && !query.data) throw pageNotFound(pathname);
  return query;
}
