/** `pnpm mobile:sync`: the app as both platforms build it. */
import { syncMobile } from './mobile.ts';

try {
  await syncMobile();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
