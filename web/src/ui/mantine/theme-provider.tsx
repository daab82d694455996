/** Mantine around the app. The variables of its theme are a style sheet (`generated/theme-variables.css`): the script policy allows no inline one. */
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { config } from '../../config.ts';
import { theme } from './theme.ts';

/** The app keeps the mode; Mantine only gets the resulting scheme. */
const resolvedScheme: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

interface Props {
  scheme: 'light' | 'dark';
  children: ReactNode;
}

export function ThemeProvider({ scheme, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={resolvedScheme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      env={config.isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
