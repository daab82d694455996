import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vitest/config';
import { appChunks } from './app-chunks.ts';
import { chunkGroups } from './chunk-groups.ts';
import { precompress } from './precompress.ts';
import { watchPages } from './watch-pages.ts';

const server = 'http://localhost:3000';
/** Prism, started by `pnpm mock`; it answers every operation with the contract's examples. */
const mock = 'http://127.0.0.1:4010';

/** Vite forwards these paths to the server; all other paths belong to the client. */
const proxied = Object.fromEntries(
  ['/api', '/media', '/docs', '^/openapi\\.'].map((prefix) => [prefix, { target: server }]),
);

export default defineConfig(({ mode }) => ({
  plugins: [react(), watchPages(), appChunks(), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  server: {
    port: 5173,
    proxy: mode === 'mock' ? { '/api': { target: mock } } : proxied,
  },
  build: {
    target: 'es2023',
    manifest: true,
    // Inline data URIs would need a wider content security policy and could not be cached.
    assetsInlineLimit: 0,
    // In kB. The largest chunk is the full hls.js, which loads only for streams of an external provider.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  test: {
    environment: 'jsdom',
    // Each test file gets a new context but no new process, so jsdom is loaded once per worker.
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
