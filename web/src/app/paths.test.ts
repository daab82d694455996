import { expect, it } from 'vitest';
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
  ['/', null],
])('reads the slugs of a watch page from %s', (path, slugs) => {
  expect(watchPageSlugs(path)).toEqual(slugs);
  expect(isWatchPage(path)).toBe(slugs !== null);
});

it.each([
  ['/competitions/gala?x=1#y', '/competitions/gala?x=1#y'],
  ['//evil.test', '/fallback'],
  ['/\\evil.test', '/fallback'],
  ['/\t/evil.test', '/fallback'],
  ['https://evil.test', '/fallback'],
  ['javascript:alert(1)', '/fallback'],
  ['', '/fallback'],
])('turns the return path "%s" into %s', (wanted, expected) => {
  expect(returnPath(`?${new URLSearchParams({ returnTo: wanted })}`, '/fallback')).toBe(expected);
});
