import { useSyncExternalStore } from 'react';
import { siteTitle } from './site-title.ts';

/** The page title and the site title; React moves the element into the head. */
export function PageTitle({ children }: { children?: string }) {
  const site = useSyncExternalStore(siteTitle.subscribe, siteTitle.get);
  return <title>{children ? `${children} · ${site}` : site}</title>;
}
