import { measureApi, printApi } from './api.ts';
import { measureLists, printLists } from './lists.ts';
import { measureLogins, printLogins } from './logins.ts';
import { measureSegments } from './segments.ts';

printApi(await measureApi());
const { ratio, cpuRatio, originPerSecond, barePerSecond } = await measureSegments();
print('segments against bare node:http from memory', ratio, 0.8, cpuRatio);
console.log(`    ${originPerSecond.toFixed(0)} and ${barePerSecond.toFixed(0)} segments a second`);

const databaseUrl = process.env.BENCH_DATABASE_URL;
if (databaseUrl === undefined)
  console.log(
    'lists of a million rows and a hundred sign-ins at once: only on PostgreSQL (BENCH_DATABASE_URL)',
  );
else {
  printLists(await measureLists(databaseUrl));
  printLogins(await measureLogins(databaseUrl));
}

function print(name: string, ratio: number, goal: number, cpuRatio: number): void {
  console.log(`${name}: ${ratio.toFixed(2)} (goal >= ${goal}; by CPU time ${cpuRatio.toFixed(2)})`);
}
