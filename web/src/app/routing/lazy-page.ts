import type { ComponentType } from 'react';
import type { LoaderFunction, NonIndexRouteObject } from 'react-router';
import { loadOrReload } from '../faults/reload-guard.ts';
import type { PageHandle } from './preload.ts';

export type LoadPage = () => Promise<{ default: ComponentType }>;

/**
 * Makes routes whose pages are loaded on navigation, and preloaded when a link to them is hovered or focused.
 * `pendingPath` returns the address that the viewer is navigating to; it is reloaded when its page cannot be loaded.
 */
export function lazyPages(pendingPath: () => string) {
  return (
    path: string,
    load: LoadPage,
    { loader }: { loader?: LoaderFunction } = {},
  ): NonIndexRouteObject => {
    const loadComponent = async () => (await load()).default;
    const handle: PageHandle = { preload: loadComponent };
    return {
      path,
      handle,
      ...(loader ? { loader } : {}),
      lazy: async () => ({ Component: await loadOrReload(loadComponent, pendingPath) }),
    };
  };
}
