/** The pages in the oldest browsers that the README names: Chromium without the built-ins that one of them lacks. */
import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { expectPlaying, openLivePage, stopDevices } from '../viewer.ts';

test.beforeEach(stopDevices);

/** Newer than Safari 16.4, Chrome 111 or Firefox 121, as names from the global object on. */
const newer = [
  ['Map', 'groupBy'],
  ['Object', 'groupBy'],
  ['Promise', 'withResolvers'],
  ['Promise', 'try'],
  ['Array', 'fromAsync'],
  ['AbortSignal', 'any'],
  ['URL', 'canParse'],
  ['URL', 'parse'],
  ['RegExp', 'escape'],
  ['Error', 'isError'],
  ['Math', 'sumPrecise'],
  ['Iterator', 'from'],
  ['Iterator', 'concat'],
  ['Uint8Array', 'fromBase64'],
  ['Uint8Array', 'fromHex'],
  ['ArrayBuffer', 'prototype', 'transfer'],
  ['ArrayBuffer', 'prototype', 'resize'],
  ['ReadableStream', 'from'],
  ['ReadableStream', 'prototype', 'values'],
  ['Element', 'prototype', 'checkVisibility'],
  ['Element', 'prototype', 'setHTMLUnsafe'],
  ['HTMLElement', 'prototype', 'showPopover'],
  ['Document', 'prototype', 'startViewTransition'],
  ['Document', 'parseHTMLUnsafe'],
  ...['union', 'intersection', 'difference', 'symmetricDifference'].map((name) => ['Set', 'prototype', name]),
  ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'].map((name) => ['Set', 'prototype', name]),
  ...[
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ].map((name) => ['Iterator', 'prototype', name]),
  ['Intl', 'DurationFormat'],
  ...[
    'Temporal',
    'scheduler',
    'navigation',
    'cookieStore',
    'requestIdleCallback',
    'documentPictureInPicture',
  ].map((name) => [name]),
];

const pages = [
  '/',
  '/schedule',
  '/replays',
  '/search?q=rotterdam',
  '/competitions/rotterdam-rumble-7',
  '/auth/login',
];

test('every public page and the player work without newer built-ins', { tag: '@promise' }, async ({
  page,
}) => {
  await page.addInitScript((names) => {
    for (const way of names) {
      let owner: unknown = globalThis;
      for (const name of way.slice(0, -1)) owner = Reflect.get(owner ?? {}, name);
      const name = way.at(-1) as string;
      if (owner) Reflect.deleteProperty(owner, name);
    }
  }, newer);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'groupBy' in Map || 'union' in Set.prototype)).toBe(false);
  }
  await openLivePage(page);
  await expectPlaying(page);
  expect(thrown).toEqual([]);
});
