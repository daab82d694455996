/** The script of the service worker; `web/service-worker.ts` builds it and fills in `offlineBuild`. */
import { startWorker, type WorkerBuild, type WorkerScope } from './worker.ts';

declare const offlineBuild: WorkerBuild;

startWorker(self as unknown as WorkerScope, offlineBuild);
