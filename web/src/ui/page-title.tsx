import { config } from '../config.ts';

/** The page title and the site title; React moves the element into the head. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{children ? `${children} · ${config.siteTitle}` : config.siteTitle}</title>;
}
