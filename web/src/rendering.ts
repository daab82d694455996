/**
 * What a component must know of where it is rendered. The server renders the public pages for everybody: it knows neither the
 * reader's clock nor their zone, language or session. The browser *takes over* a rendered page: it first renders the same once
 * more, and then what this reader needs. A page that was not rendered is the reader's from its first render.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import { config } from './config.ts';

declare global {
  interface Window {
    /** The last pressed button of a rendered page; null for none, undefined once React listens (`head-script.ts`). */
    keptPress?: HTMLElement | null | undefined;
  }
}

interface Served {
  /** When the server made the page, in milliseconds since 1970. */
  at: number;
  siteName: string;
}

/** The default is for a page that the server has not rendered. */
export const ServedContext = createContext<Served>({ at: 0, siteName: config.siteTitle });

export const useServed = () => useContext(ServedContext);

const never = () => () => {};

/** False on the server and in the first render of what it has rendered. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
