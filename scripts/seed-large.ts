/** `pnpm seed:large`: fills the empty PostgreSQL of DATABASE_URL with a large platform. */
import { mustRun } from './run.ts';

await mustRun('seed', { in: 'server', args: ['bench/seed-large.ts'] });
