import { type ComponentType, lazy } from 'react';

/**
 * A part of a page whose code is loaded on demand and may fail to load: then it shows nothing, and what the page is for goes on.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}
