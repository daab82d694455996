import { measureApi, printApi } from './api/api.ts';
import { measureBurst, printBurst } from './burst/burst.ts';
import { measureAdminLists, printAdminLists } from './lists/admin-lists.ts';
import { measureLists, printLists } from './lists/lists.ts';
import { measureLogins, printLogins } from './logins.ts';
import { measureSegments } from './segments/segments.ts';
import { measureStreams, printStreams } from './streams/streams.ts';
import { measureWatching, printWatching } from './watching/watching.ts';

printApi(await measureApi());
const { ratio, cpuRatio, originPerSecond, barePerSecond } = await measureSegments();
print('segments against bare node:http from memory', ratio, 0.8, cpuRatio);
console.log(`    ${originPerSecond.toFixed(0)} and ${barePerSecond.toFixed(0)} segments a second`);

const databaseUrl = process.env.BENCH_DATABASE_URL;
printStreams(await measureStreams(databaseUrl));
if (databaseUrl === undefined)
  console.log(
    'a million rows, a hundred sign-ins at once and a burst of payments: only on PostgreSQL (BENCH_DATABASE_URL)',
  );
else {
  printLists(await measureLists(databaseUrl));
  printAdminLists(await measureAdminLists(databaseUrl));
  printLogins(await measureLogins(databaseUrl));
  printBurst(await measureBurst(databaseUrl));
  printWatching(await measureWatching(databaseUrl));
}

function print(name: string, ratio: number, goal: number, cpuRatio: number): void {
  console.log(`${name}: ${ratio.toFixed(2)} (goal >= ${goal}; by CPU time ${cpuRatio.toFixed(2)})`);
}
