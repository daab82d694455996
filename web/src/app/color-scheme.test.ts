import { readFileSync } from 'node:fs';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setColorMode, useColorScheme } from './color-scheme.ts';
import { watchPagePattern } from './paths.ts';

const script = readFileSync('public/color-scheme.js', 'utf8');

afterEach(() => setColorMode('auto'));

/** Runs the script of `index.html` as the browser does before the first paint. */
function schemeBeforePaint(pathname: string, isLoggedIn: boolean) {
  const run = new Function('document', 'location', script);
  const currentScript = { dataset: { watchPages: watchPagePattern.source } };
  const { documentElement } = document;
  const cookie = isLoggedIn ? 'identityToken=a.b.c' : '';
  run({ currentScript, documentElement, cookie }, { pathname });
  return documentElement.dataset.mantineColorScheme;
}

it.each([
  ['auto', '/', true, 'light'],
  ['auto', '/competitions/gala', true, 'light'],
  ['auto', '/competitions/gala/live', true, 'dark'],
  // The sign-in page follows: dark and then light would be a flash.
  ['auto', '/competitions/gala/live', false, 'light'],
  ['light', '/competitions/gala/live', true, 'light'],
  ['dark', '/', false, 'dark'],
] as const)(
  'in mode %s, %s (signed in: %s) is %s, before and after the app starts',
  (mode, path, isLoggedIn, scheme) => {
    setColorMode(mode);
    expect(schemeBeforePaint(path, isLoggedIn)).toBe(scheme);
    expect(renderHook(() => useColorScheme(path, isLoggedIn)).result.current).toBe(scheme);
  },
);
