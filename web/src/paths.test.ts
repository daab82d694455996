import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWatchPage, paths, returnPath, watchPageSlugs } from './paths.ts';

it('puts the return path into the query, except for the home page', () => {
  expect(paths.login.href('/competitions/gala/live?t=1')).toBe(
    '/auth/login?returnTo=%2Fcompetitions%2Fgala%2Flive%3Ft%3D1',
  );
  expect(paths.login.href('/')).toBe('/auth/login');
});

it('escapes the parts of an address', () => {
  expect(paths.block.href('a/b', 'c d')).toBe('/competitions/a%2Fb/c%20d');
});

it.each([
  [paths.live.href('gala'), { competitionSlug: 'gala', blockSlug: 'live' }],
  [paths.block.href('a/b', 'c d'), { competitionSlug: 'a/b', blockSlug: 'c d' }],
  ['/competitions/gala/live/', { competitionSlug: 'gala', blockSlug: 'live' }],
  [paths.competition.href('gala'), null],
  ['/competitions/gala/', null],
  ['/competitions/gala/live/more', null],
  [paths.results.href('gala'), null],
  ['/competitions/gala/results-2', { competitionSlug: 'gala', blockSlug: 'results-2' }],
  ['/', null],
])('reads the slugs of a watch page from %s', (path, slugs) => {
  expect(watchPageSlugs(path)).toEqual(slugs);
  expect(isWatchPage(path)).toBe(slugs !== null);
});

it.each(['/competitions/%E0%A4%A/live', '/competitions/gala/%'])('finds no slugs in %s', (path) => {
  expect(watchPageSlugs(path)).toBeNull();
});

const read = (returnTo: string) => returnPath(`?${new URLSearchParams({ returnTo })}`, '/fallback');

it.each([
  ['/competitions/gala?x=1#y', '/competitions/gala?x=1#y'],
  ['/competitions/../admin', '/admin'],
  ['//evil.test', '/fallback'],
  ['/\\evil.test', '/fallback'],
  ['/\t/evil.test', '/fallback'],
  ['/..//evil.test', '/fallback'],
  ['/.//evil.test', '/fallback'],
  ['/%2e%2E/\\evil.test', '/fallback'],
  ['/a/..//evil.test', '/fallback'],
  ['https://evil.test', '/fallback'],
  ['javascript:alert(1)', '/fallback'],
  ['', '/fallback'],
])('turns the return path "%s" into %s', (wanted, expected) => {
  expect(read(wanted)).toBe(expected);
});

describe('a return path', () => {
  const pieces = [
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    ' ',
    ':',
    '@',
    '?',
    '#',
    'a',
    'evil.test',
  ];
  const hostile = fc
    .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: 'binary' })))
    .map((parts) => `/${parts.join('')}`);
  const origins = ['https://ringside.test', 'http://localhost:3000'];

  it('never leaves the site, whatever the query holds', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...origins), (wanted, origin) => {
        const path = read(wanted);
        const url = new URL(path, origin);
        expect(url.origin).toBe(origin);
        expect(`${url.pathname}${url.search}${url.hash}`).toBe(path);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the address that a browser would open, when that is one of this site', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const wanted = `${path}?${query}`;
        fc.pre(wanted.startsWith('/') && !wanted.startsWith('//'));
        const { pathname, search } = new URL(wanted, origins[0]);
        fc.pre(!pathname.startsWith('//'));
        expect(read(wanted)).toBe(`${pathname}${search}`);
      }),
    );
  });
});
