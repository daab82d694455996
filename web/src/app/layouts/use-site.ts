import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { $api } from '../../api/query-api.ts';
import { showSiteTitle } from '../../ui/page/site-title.ts';
import { useIdle } from './use-idle.ts';

/** Name and links of the site. They are read when the page has loaded, so that they delay nothing. */
export function useSite() {
  const isIdle = useIdle();
  const { data } = useQuery({
    ...$api.queryOptions('get', '/api/v1/site', {}),
    enabled: isIdle,
    // A page without its footer's links still works.
    meta: { showsProblem: true },
  });
  const name = data?.siteName;
  useEffect(() => {
    if (name) showSiteTitle(name);
  }, [name]);
  return data;
}
