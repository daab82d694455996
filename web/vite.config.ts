import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vitest/config';
import { precompress } from './precompress.ts';
import { preloadFonts } from './preload-fonts.ts';

const server = 'http://localhost:3000';
/** Prism, started by `pnpm mock`; it answers every operation from the contract's examples. */
const mock = 'http://127.0.0.1:4010';

export default defineConfig(({ mode }) => ({
  plugins: [react(), preloadFonts(['archivo-latin-wdth-normal', 'inter-latin-wght-normal']), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: mode === 'mock' ? mock : server, changeOrigin: false },
      '/media': { target: server, changeOrigin: false },
      '/docs': { target: server, changeOrigin: false },
      '^/openapi\\.': { target: server, changeOrigin: false },
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // Inline data URIs would need a wider content security policy and spoil caching.
    assetsInlineLimit: 0,
  },
  test: {
    environment: 'jsdom',
    // A fresh context per file without a fresh process: jsdom is loaded once per worker.
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
