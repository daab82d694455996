import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { reportedReads } from './build/reported-reads.ts';

/** The pages as the server renders them. Style sheets and files have the names of the client's build (`vite.config.ts`). */
export default defineConfig({
  plugins: [react(), reportedReads()],
  publicDir: false,
  resolve: { alias: { '#shell': fileURLToPath(new URL('src/no-shell.ts', import.meta.url)) } },
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  css: { postcss: { plugins: [mantine()] } },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: 'dist-pages',
    target: 'node24',
    minify: false,
    assetsInlineLimit: 0,
  },
});
