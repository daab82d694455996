/** docs/product.md, 2.1: its list names every page, and for the admin area the permissions that each needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adminPages } from '../organiser/admin-routes.tsx';
import { paths } from '../paths.ts';

const [, section = ''] = readFileSync(
  join(import.meta.dirname, '../../../docs/product/app.md'),
  'utf8',
).split('\n**2.1** ');
const [list = ''] = section.split('\n**2.2** ');
const wordsIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const rows = list
  .replaceAll('\n  ', ' ')
  .split('\n')
  .flatMap((line) => {
    const [, pages, layout, openTo] = /^- (`.+`) \((\w+)\): (.*)/.exec(line) ?? [];
    return wordsIn(pages).map((path) => ({ path, layout, needs: wordsIn(openTo) }));
  });

it('names each page once, and no page that is gone', () => {
  const pages = [
    ...Object.values(paths).map(({ pattern }) => pattern),
    ...adminPages.map(({ path }) => path),
  ];
  expect(rows.map(({ path }) => path).toSorted()).toEqual([...new Set(pages)].toSorted());
});

it('names the permissions of each page of the admin area', () => {
  const documented = rows
    .filter(({ layout }) => layout === 'admin')
    .map(({ path, needs }) => ({ path, needs }));
  const needed = adminPages.map(({ path, needs }) => ({ path, needs: [...needs] }));
  const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path);
  expect(documented.toSorted(byPath)).toEqual(needed.toSorted(byPath));
});
