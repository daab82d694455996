import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setColorMode, useColorScheme } from './color-scheme.ts';

afterEach(() => setColorMode('auto'));

/** Runs the script of the head, as the browser does before the first paint. */
async function schemeBeforePaint(path: string) {
  window.history.replaceState(null, '', path);
  vi.resetModules();
  await import('../../head-script.ts');
  return document.documentElement.dataset.mantineColorScheme;
}

it.each([
  ['auto', '/', 'light'],
  ['auto', '/competitions/gala', 'light'],
  ['auto', '/competitions/gala/live', 'dark'],
  ['light', '/competitions/gala/live', 'light'],
  ['dark', '/', 'dark'],
] as const)('in mode %s, %s is %s, before and after the app starts', async (mode, path, scheme) => {
  setColorMode(mode);
  expect(await schemeBeforePaint(path)).toBe(scheme);
  expect(renderHook(() => useColorScheme(path)).result.current).toBe(scheme);
});
