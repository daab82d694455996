/** A promise that nobody awaits ends the process when it is rejected. Biome reports those that nothing handles, but lets `void` pass. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('what runs in the background is caught: no statement is a `void` of a promise', () => {
  const silenced = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
      return [...text.matchAll(/(?:^|\belse|\))[ \t]*void (?!\(await\b)[^;]*;/gm)].map(
        ([statement]) => `${file}: ${statement.trim()}`,
      );
    });
  expect(
    silenced.filter((statement) => !statement.includes('.catch(') && !statement.includes('this.#onError)')),
  ).toEqual([]);
});
