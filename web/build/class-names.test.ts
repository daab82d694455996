import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { lostSheets } from './class-names.ts';

function bundleOf(...modules: string[]) {
  const chunk = { type: 'chunk', modules: Object.fromEntries(modules.map((id) => [id, {}])) };
  return { 'app.js': chunk, 'app.css': { type: 'asset' } } as unknown as Rolldown.OutputBundle;
}

it('knows a style sheet that the bundler has left out', () => {
  const sheets = new Set(['/src/a.module.css', '/src/b.module.css']);
  expect(lostSheets(sheets, bundleOf('/src/a.module.css', '/src/a.tsx'))).toEqual(['/src/b.module.css']);
  expect(lostSheets(sheets, bundleOf(...sheets))).toEqual([]);
});
