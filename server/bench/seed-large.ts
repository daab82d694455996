/** `pnpm seed:large`: fills the empty PostgreSQL of DATABASE_URL, to see every table full. */
import { fillLargePlatform, largeSize } from './large-platform.ts';

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) {
  console.error('DATABASE_URL must name an empty PostgreSQL database.');
  process.exitCode = 1;
} else {
  const start = performance.now();
  await fillLargePlatform(databaseUrl);
  const { users, events, accesses } = largeSize;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${users} users, ${events} events and ${accesses} accesses in ${seconds} s.`);
}
