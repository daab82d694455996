import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { theme } from './theme.ts';

it('has the variables of the theme in its style sheet (39.1); `vitest -u` writes it again', async () => {
  const { container } = render(<MantineProvider theme={theme}>{null}</MantineProvider>);
  const css = container.querySelector('style[data-mantine-styles="true"]')?.textContent ?? '';
  expect(css).toContain('--mantine-color-sky-6: #0074b3');
  const lines = css
    .replaceAll('{', ' {\n  ')
    .replaceAll(/;(?!})/g, ';\n  ')
    .replaceAll(/;?}/g, ';\n}\n\n');
  await expect(`/* Written by theme-variables.test.tsx. */\n\n${lines.trimEnd()}\n`).toMatchFileSnapshot(
    'generated/theme-variables.css',
  );
});
