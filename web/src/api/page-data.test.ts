import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from '../clock.ts';
import { dropPageHead, servedPage, takePageData } from './page-data.ts';
import { createRingsideQueryClient } from './query-client.ts';

const path = '/api/v1/kickboxing/competitions/{competitionId}';
const params = { path: { competitionId: 'rumble-7' } };
const queryKey = ['get', path, { params }];
const body = { name: 'Rumble </script>' };
const minuteMs = 60_000;

function serve(ageMs: number, transferSize = 5_000) {
  // jsdom has no navigation entry.
  vi.stubGlobal('performance', { getEntriesByType: () => [{ transferSize, encodedBodySize: 4_700 }] });
  const script = document.createElement('script');
  Object.assign(script, { id: 'page-data', type: 'application/json' });
  script.dataset.at = new Date(Date.now() - ageMs).toISOString();
  script.textContent = JSON.stringify({ answers: [{ path, params, body }] }).replaceAll('<', '\\u003c');
  document.body.replaceChildren(script);
  const client = createRingsideQueryClient(() => {});
  takePageData(client);
  const state = client.getQueryState(queryKey);
  return { client, state, isStale: state?.isInvalidated };
}

const resetClock = () => noteServerTime(new Headers({ Date: new Date().toUTCString() }));
beforeEach(resetClock);
afterEach(() => {
  document.body.replaceChildren();
  resetClock();
});

it('is in the cache before the first render, with the time at which it was true', () => {
  const { client, state, isStale } = serve(20_000);
  expect(client.getQueryData(queryKey)).toEqual(body);
  expect(isStale).toBe(false);
  expect(Math.abs((state?.dataUpdatedAt ?? 0) - (Date.now() - 20_000))).toBeLessThan(5_000);
  expect(Math.abs((servedPage()?.at ?? 0) - (Date.now() - 20_000))).toBeLessThan(5_000);
});

it.each([
  ['a page that the browser had kept', 5_000, 0],
  ['a page that has not changed since the browser kept it (304)', 5_000, 300],
  ['a page that is older than shared caches keep one', 90_000, 5_000],
])('of %s is shown, and asked for again', (_, ageMs, transferSize) => {
  const { client, isStale } = serve(ageMs, transferSize);
  expect(client.getQueryData(queryKey)).toEqual(body);
  expect(isStale).toBe(true);
});

it.each([
  ['a device that is hours ahead', 180 * minuteMs],
  ['a device that is hours behind', -180 * minuteMs],
])('of a fresh page sets the clock of %s', (_, aheadMs) => {
  const { isStale } = serve(aheadMs);
  expect(Math.abs(Date.now() - serverNow() - aheadMs)).toBeLessThan(5_000);
  expect(isStale).toBe(false);
});

it('of a page that the browser had kept says only that it is not earlier', () => {
  serve(180 * minuteMs, 0);
  expect(Math.abs(Date.now() - serverNow())).toBeLessThan(5_000);
  serve(-180 * minuteMs, 0);
  expect(Math.abs(Date.now() - serverNow() + 180 * minuteMs)).toBeLessThan(5_000);
});

it('is not needed', () => {
  const client = createRingsideQueryClient(() => {});
  takePageData(client);
  expect(client.getQueryCache().getAll()).toEqual([]);
});

it('leaves the head when another page is shown', () => {
  document.head.innerHTML =
    '<title>A</title><link rel="canonical" href="/a" data-page><meta name="viewport">';
  dropPageHead();
  expect(document.head.innerHTML).toBe('<title>A</title><meta name="viewport">');
});
