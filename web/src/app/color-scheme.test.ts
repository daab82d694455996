import { readFileSync } from 'node:fs';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setColorMode, useColorScheme } from './color-scheme.ts';
import { watchPagePattern } from './paths.ts';

const script = readFileSync('public/color-scheme.js', 'utf8');

afterEach(() => setColorMode('auto'));

/** Runs the script of `index.html` as the browser does before the first paint. */
function schemeBeforePaint(pathname: string) {
  const run = new Function('document', 'location', 'window', script);
  const currentScript = { dataset: { watchPages: watchPagePattern.source } };
  const { documentElement } = document;
  run({ currentScript, documentElement }, { pathname }, new EventTarget());
  return documentElement.dataset.mantineColorScheme;
}

it.each([
  ['auto', '/', 'light'],
  ['auto', '/competitions/gala', 'light'],
  ['auto', '/competitions/gala/live', 'dark'],
  ['light', '/competitions/gala/live', 'light'],
  ['dark', '/', 'dark'],
] as const)('in mode %s, %s is %s, before and after the app starts', (mode, path, scheme) => {
  setColorMode(mode);
  expect(schemeBeforePaint(path)).toBe(scheme);
  expect(renderHook(() => useColorScheme(path)).result.current).toBe(scheme);
});
