import type { ReactNode } from 'react';
import { ServedPage } from '../rendering.ts';
import { ThemeProvider } from '../ui/mantine/theme-provider.tsx';

interface Props {
  served: { at: number; siteName: string };
  scheme: 'light' | 'dark';
  children: ReactNode;
}

/** What stands around the routes, on the server and in the browser alike. */
export function AppFrame({ served, scheme, children }: Props) {
  return (
    <ServedPage value={served}>
      <ThemeProvider scheme={scheme}>{children}</ThemeProvider>
    </ServedPage>
  );
}
