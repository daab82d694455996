/** The script of the service worker; `web/build/service-worker.ts` builds it and fills in `offlineBuild`. */
import { listenForPush, type PushScope } from './push.ts';
import { type RenewScope, renewLostPush } from './renew-push.ts';
import { startWorker, type WorkerBuild, type WorkerScope } from './worker.ts';

declare const offlineBuild: WorkerBuild;

startWorker(self as unknown as WorkerScope, offlineBuild);
listenForPush(self as unknown as PushScope);
renewLostPush(self as unknown as RenewScope);
