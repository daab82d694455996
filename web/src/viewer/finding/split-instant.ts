import { splitInstant as stepOf } from '@ringside/rules/home-lists';
import { useMemo } from 'react';
import { servedPage } from '../../api/page-data.ts';
import { serverNow } from '../../clock.ts';
import { useIsTakenOver, useServed } from '../../rendering.ts';

const servedPageMs = 60_000;

/**
 * The instant that parts what has ended from what has not. Lists that ask within the same step ask the same. For a
 * minute it is that of the served page, whose lists would else be asked for again when a step begins.
 */
export function splitInstant(nowMs = serverNow()): string {
  const servedAt = servedPage()?.at;
  return stepOf(servedAt !== undefined && nowMs - servedAt < servedPageMs ? servedAt : nowMs);
}

/**
 * The instant of a page: of the page as the server has made it, until the browser has taken it over.
 * @param key another one asks for a later instant.
 */
export function useSplitInstant(key = ''): string {
  const isTakenOver = useIsTakenOver();
  const { at } = useServed();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fixed with the first render, so that no list is asked for again.
  return useMemo(() => (isTakenOver ? splitInstant() : stepOf(at)), [key]);
}
