import type { ReactNode } from 'react';
import { ServedContext } from '../rendering.ts';
import { ThemeProvider } from '../ui/mantine/theme-provider.tsx';

interface Props {
  served: { at: number; siteName: string };
  scheme: 'light' | 'dark';
  children: ReactNode;
}

/** What stands around the routes, on the server and in the browser alike. */
export function AppFrame({ served, scheme, children }: Props) {
  return (
    <ServedContext value={served}>
      <ThemeProvider scheme={scheme}>{children}</ThemeProvider>
    </ServedContext>
  );
}
