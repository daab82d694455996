import { buildStale } from './builds.ts';

await buildStale();
await import('../server/src/main.ts');
