import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { readSettings } from '../mobile-shell/settings.ts';
import { appChunks } from './build/app-chunks.ts';
import { browsers } from './build/browsers.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { clientPages } from './build/client-pages.ts';
import { commonWords } from './build/common-words.ts';
import { firstLoad } from './build/first-load.ts';
import { headScript } from './build/head-script.ts';
import { mockSwitch } from './build/mock-switch.ts';
import { nativePage } from './build/native-page.ts';
import { pageFiles } from './build/page-files.ts';
import { precompress } from './build/precompress.ts';
import { reportedReads } from './build/reported-reads.ts';
import { serviceWorker } from './build/service-worker.ts';
import { viewerChunks } from './build/viewer-chunks.ts';

const server = 'http://localhost:3000';
/** In place of the server under `pnpm dev:mock`: Prism, which answers with the contract's examples, and the demo's media. */
const mocked = {
  '/api': { target: process.env.MOCK_URL ?? 'http://127.0.0.1:4010' },
  '/media': { target: process.env.MEDIA_URL ?? 'http://127.0.0.1:4011' },
};

/** Vite forwards these paths to the server; all other paths belong to the client. */
const proxied = Object.fromEntries(
  ['/api', '/media', '/docs', '^/openapi\\.'].map((prefix) => [prefix, { target: server }]),
);

const fileOf = (folder: string) => fileURLToPath(new URL(folder, import.meta.url));

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    clientPages(),
    headScript(),
    viewerChunks(),
    commonWords(),
    reportedReads(),
    // The shell's files come from the device: no server sends them, and no worker keeps them.
    mode === 'native'
      ? nativePage()
      : [firstLoad(), pageFiles(), appChunks(), serviceWorker(), precompress(), mockSwitch()],
  ],
  resolve: {
    alias: { '#shell': fileOf(mode === 'native' ? '../mobile-shell/src/install.ts' : 'src/no-shell.ts') },
  },
  define:
    mode === 'native'
      ? { 'import.meta.env.RINGSIDE_ORIGIN': JSON.stringify(readSettings(process.env).origin) }
      : {},
  css: { postcss: { plugins: [mantine()] } },
  server: {
    port: 5173,
    proxy: mode === 'mock' ? mocked : proxied,
  },
  build: {
    target: browsers,
    manifest: true,
    // Inline data URIs would need a wider content security policy and could not be cached.
    assetsInlineLimit: 0,
    // In kB. The largest chunk is the full hls.js, which loads only for streams of an external provider.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
}));
