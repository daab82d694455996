/** Finds the test files and journeys of all packages. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

/** By the step that runs them: patterns below the root. */
const places = {
  root: ['{scripts,rules}/**/*.test.ts'],
  openapi: ['openapi/**/*.test.ts'],
  rules: ['server/src/**/*.test.ts'],
  api: ['server/test/**/*.test.ts'],
  web: ['web/{src,mock,bench,build}/**/*.test.{ts,tsx}', 'web/*.test.ts'],
  mobile: ['mobile-shell/**/*.test.ts'],
  journeys: ['web/e2e/**/*.spec.ts'],
};

export type Place = keyof typeof places;

/** @returns paths from the root with one of the words, by place; without words, every path. */
export function findTestFiles(words: string[]): Record<Place, string[]> {
  const hasWord = (file: string) =>
    words.length === 0 || words.some((word) => file.toLowerCase().includes(word.toLowerCase()));
  const found = (patterns: string[]) =>
    globSync(patterns, {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name.endsWith('/node_modules'),
    })
      .map((file) => join(file))
      .filter(hasWord)
      .toSorted();
  return Object.fromEntries(
    Object.entries(places).map(([place, patterns]) => [place, found(patterns)]),
  ) as Record<Place, string[]>;
}
