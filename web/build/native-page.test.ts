import { expect, it } from 'vitest';
import { appBeforeShell } from './native-page.ts';

const chunk = (fileName: string, moduleIds: string[], imports: string[]) => ({
  type: 'chunk',
  fileName,
  moduleIds,
  imports,
});
const shell = (imports: string[]) => chunk('install.js', ['/x/mobile-shell/src/install.ts'], imports);
const app = chunk('app.js', ['/x/web/src/app/mount.tsx'], ['core.js']);

it('finds the app behind an import of the shell', () => {
  const between = chunk('words.js', ['/x/rules/words.ts'], ['app.js', 'install.js']);
  expect(appBeforeShell([shell(['core.js', 'words.js']), between, app])).toBe('app.js');
});

it('finds nothing where the shell needs the core alone', () => {
  expect(appBeforeShell([shell(['core.js']), chunk('core.js', [], []), app])).toBeUndefined();
});
