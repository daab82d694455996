import { useSyncExternalStore } from 'react';
import { useServed } from '../../rendering.ts';
import { siteTitle } from './site-title.ts';

/** The page title and the site title; React moves the element into the head. */
export function PageTitle({ children }: { children?: string }) {
  const { siteName } = useServed();
  const site = useSyncExternalStore(siteTitle.subscribe, siteTitle.get, () => siteName);
  return <title>{children ? `${children} · ${site}` : site}</title>;
}
