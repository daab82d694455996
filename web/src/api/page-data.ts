/**
 * The answers that the server wrote into this page (docs/product.md, 32.4). They go into the query cache before the
 * first render, with the time at which they were true.
 */
import type { QueryClient } from '@tanstack/react-query';
import { notePageTime, serverNow } from '../clock.ts';

interface PageData {
  answers: Array<{ path: string; params: object; body: unknown }>;
}

/** Shared caches send no older page. One that is older comes out of the browser's own cache, or a clock is wrong. */
const oldestMs = 60_000;

let servedAt: number | undefined;

/** When the server made this page; undefined without data. */
export const pageServedAt = () => servedAt;

export function takePageData(queryClient: QueryClient): void {
  const script = document.getElementById('page-data');
  if (!script) return;
  const at = Date.parse(script.dataset.at ?? '');
  const isKept = comesFromCache();
  notePageTime(at, isKept);
  servedAt = at;
  const ageMs = Math.max(0, serverNow() - at);
  const isOld = isKept || ageMs > oldestMs;
  const { answers } = JSON.parse(script.textContent ?? '') as PageData;
  for (const { path, params, body } of answers) {
    const queryKey = ['get', path, { params }];
    queryClient.setQueryData(queryKey, body, { updatedAt: Date.now() - ageMs });
    // It is shown at once and asked for again.
    if (isOld) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/**
 * Whether the browser had kept the page: it is shown again at a "back" and after a restart of the browser, and when the
 * server answers that it has not changed, with nothing but headers.
 */
function comesFromCache(): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const { transferSize = 0, encodedBodySize = 0 } = (navigation ??
    {}) as Partial<PerformanceNavigationTiming>;
  return transferSize < encodedBodySize;
}

/** What the head says of the first page is not true of the next one, such as the address that a browser shares. */
export function dropPageHead(): void {
  for (const element of document.head.querySelectorAll('[data-page]')) element.remove();
}
