import { phaseOf } from '@ringside/rules/event-words';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { findingQueries } from '../../viewer/finding/finding.queries.ts';
import { useSplitInstant } from '../../viewer/finding/split-instant.ts';
import { useIdle } from './use-idle.ts';

/**
 * Where "Live now" leads: to the one event that is live, or to the list of several; undefined: nothing is live, or nobody
 * knows yet. The home page reads the same list; other pages read it when they have loaded, so that it delays nothing.
 */
export function useLiveLink(): string | undefined {
  const isIdle = useIdle();
  const { key } = useLocation();
  const instant = useSplitInstant(key);
  const { data } = useQuery({ ...findingQueries.current(instant), enabled: isIdle });
  const items = data?.data ?? [];
  const live = useClock((now) =>
    items
      .filter((item) => phaseOf(item, now) === 'live')
      .map(({ slug }) => slug)
      .join(' '),
  );
  const [slug, ...others] = live.split(' ');
  if (!slug) return undefined;
  return others.length > 0 ? `${paths.home.href()}#live` : paths.live.href(slug);
}
