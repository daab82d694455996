import { type ComponentType, createElement, type ReactNode } from 'react';
import type { LoaderFunction, NonIndexRouteObject } from 'react-router';
import type { PageHandle } from './preload.ts';
import { loadOrReload } from './reload-guard.ts';

export type LoadPage = () => Promise<{ default: ComponentType }>;

/** What the route shows and, unless it is plain, Mantine around it. */
type LoadFrame = () => Promise<{ WithMantine: ComponentType<{ children: ReactNode }> }>;

const loadMantine: LoadFrame = () => import('../ui/mantine/with-mantine.tsx');

/** @param load of a component that uses Mantine. @returns the load of the same component with Mantine around it. */
function putInMantine(load: () => Promise<ComponentType>): () => Promise<ComponentType> {
  return async () => {
    const [Inside, { WithMantine }] = await Promise.all([load(), loadMantine()]);
    return () => createElement(WithMantine, null, createElement(Inside));
  };
}

interface PageOptions {
  loader?: LoaderFunction;
  /** False: the page uses none, or its layout has it. */
  inMantine?: boolean;
}

/**
 * Makes routes whose pages are loaded on navigation, and preloaded when a link to them is hovered or focused.
 * `pendingPath` returns the address that the viewer is navigating to; it is reloaded when its page cannot be loaded.
 */
export function lazyPages(pendingPath: () => string) {
  return (path: string, load: LoadPage, options: PageOptions = {}): NonIndexRouteObject => {
    const loadComponent = async () => (await load()).default;
    const { loader, inMantine = true } = options;
    const loadWhole = inMantine ? putInMantine(loadComponent) : loadComponent;
    const handle: PageHandle = { preload: loadWhole };
    return {
      path,
      handle,
      ...(loader ? { loader } : {}),
      lazy: async () => ({ Component: await loadOrReload(loadWhole, pendingPath) }),
    };
  };
}
