/**
 * Mantine for what stands inside. It is not around the whole app, because the first paint of the home page needs none of
 * it (docs/product.md, 39.1): each lazy page, and each lazy part of a layout that uses Mantine, brings its own. The
 * theme's variables are in a style sheet (`generated/theme-variables.css`), so several of these cost nothing.
 */
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { config } from '../../config.ts';
import { SchemeContext } from './scheme.ts';
import { theme } from './theme.ts';

/** The app keeps the mode; Mantine only gets the resulting scheme. */
const resolvedScheme: MantineColorSchemeManager = {
  get: (fallback) => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : fallback),
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

export function WithMantine({ children }: { children: ReactNode }) {
  const scheme = useContext(SchemeContext);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={resolvedScheme}
      forceColorScheme={scheme}
      withCssVariables={false}
      env={config.isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
