import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { theme } from '../ui/mantine/theme.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

/** Of a scheme, from the style sheet. */
function surfaceOf(scheme: string) {
  const rule = new RegExp(
    `^:root\\[data-mantine-color-scheme="${scheme}"\\][^{]*\\{[^}]*?--surface-0: (#\\w+);`,
    'm',
  );
  return rule.exec(read('src/app/theme.css'))?.[1];
}

it('browser bar, start screen, component library and pages have the same surface', () => {
  const bar = (scheme: string) =>
    new RegExp(`prefers-color-scheme: ${scheme}\\)" content="(#\\w+)"`).exec(read('index.html'))?.[1];
  const manifest = JSON.parse(read('public/manifest.webmanifest'));
  const [light, dark] = [surfaceOf('light'), surfaceOf('dark')];
  expect([bar('light'), theme.colors?.gray?.[0]]).toEqual([light, light]);
  expect([bar('dark'), theme.colors?.dark?.[9], manifest.background_color, manifest.theme_color]).toEqual([
    dark,
    dark,
    dark,
    dark,
  ]);
});
