/**
 * The answers that the server wrote into this page (docs/product.md, 32.4). They go into the query cache before the
 * first render, with the time at which they were true.
 */
import type { QueryClient } from '@tanstack/react-query';
import { notePageTime, serverNow } from '../clock.ts';

/** An answer of a `GET` of the contract, with the parameters as the query of the client has them. */
export interface Answer {
  path: string;
  params: object;
  body: unknown;
}

interface PageData {
  siteName: string;
  answers: readonly Answer[];
  /** Of the routes, if the server has rendered the page. */
  loaderData?: Record<string, unknown>;
}

/** Shared caches send no older page. One that is older comes out of the browser's own cache, or a clock is wrong. */
const oldestMs = 60_000;

interface Served {
  at: number;
  siteName: string;
  loaderData: Record<string, unknown> | undefined;
}

let served: Served | undefined;

/** What the server wrote into this page; undefined without data. */
export const servedPage = () => served;

export function takePageData(queryClient: QueryClient): void {
  const script = document.getElementById('page-data');
  if (!script) return;
  const at = Date.parse(script.dataset.at ?? '');
  const isKept = comesFromCache();
  notePageTime(at, isKept);
  const ageMs = Math.max(0, serverNow() - at);
  const isOld = isKept || ageMs > oldestMs;
  const { siteName, answers, loaderData } = JSON.parse(script.textContent ?? '') as PageData;
  served = { at, siteName, loaderData };
  putAnswers(queryClient, answers, Date.now() - ageMs);
  // They are shown at once and asked for again.
  if (isOld)
    for (const answer of answers)
      void queryClient.invalidateQueries({ queryKey: keyOf(answer), exact: true, refetchType: 'none' });
}

/** @param updatedAt when they were true, by the clock of this device. */
export function putAnswers(queryClient: QueryClient, answers: readonly Answer[], updatedAt: number): void {
  for (const answer of answers) queryClient.setQueryData(keyOf(answer), answer.body, { updatedAt });
}

const keyOf = ({ path, params }: Answer) => ['get', path, { params }];

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
