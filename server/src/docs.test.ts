/** What the prose of the repository says of the code, where a machine can tell. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe("the README's table of the environment", () => {
  it('names every variable that is read, and no other', () => {
    const readme = textOf('README.md').split('\n## ');
    const rows = readme.find((section) => section.startsWith('Environment'))?.match(/^\| `[^|]+/gm) ?? [];
    const told = rows.flatMap((row) => row.match(/[A-Z][A-Z_]+/g) ?? []);
    const read = textOf('server/src/config.ts').matchAll(
      /\b(?:check|text)\(\s*'([A-Z_]+)'|\benv\.([A-Z_]+)/g,
    );
    const names = [...read].map(([, checked, taken]) => String(checked ?? taken));
    expect(told.toSorted()).toEqual([...new Set(names)].toSorted());
  });
});

const documents = ['README.md', 'openapi/README.md', 'docs/operations.md', 'scripts/demo-film/README.md'];

describe.each(documents)('%s', (file) => {
  it('names files that exist', () => {
    const code = [...textOf(file).matchAll(/`([\w./*-]+\.(?:ts|tsx|yaml|md))`/g)].map(([, name]) => name);
    const places = [
      '',
      'server',
      'server/src/**',
      'server/test/**',
      'openapi',
      'openapi/scripts',
      'web/src/**',
    ];
    const isThere = (name = '') => places.some((place) => globSync(path.join(root, place, name)).length > 0);
    expect(code.length).toBeGreaterThan(2);
    expect(code.filter((name) => !isThere(name))).toEqual([]);
  });
});
