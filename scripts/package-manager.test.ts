import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.ts';

it('names the same pnpm for tools that install one and for this workspace', () => {
  const { packageManager, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(packageManager).toBe(`pnpm@${devDependencies.pnpm}`);
});
