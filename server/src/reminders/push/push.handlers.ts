import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { devicesPerUser } from './push.rules.ts';
import {
  deleteSubscription,
  deleteSurplus,
  findEndpoint,
  lockDevice,
  putSubscription,
} from './subscription.repository.ts';
import { endpointFault, isKeyOnCurve } from './subscription-faults.ts';

type PushOperations = 'getReminderPush' | 'setReminderPush' | 'deleteReminderPush';

interface Deps {
  db: Db;
  now: () => Date;
  /** The key for which browsers subscribe. */
  publicKey: string;
}

export function pushHandlers({ db, now, publicKey }: Deps): Handlers<PushOperations> {
  return {
    async getReminderPush({ request }) {
      const endpoint = await findEndpoint(db, signedInUser(request).sessionId);
      return { status: 200, body: { publicKey, endpoint: endpoint ?? null } };
    },

    async setReminderPush({ body: { endpoint, keys }, request }) {
      const device = signedInUser(request);
      const fault = endpointFault(endpoint);
      if (fault !== undefined) throw validationProblem([bodyIssue('/endpoint', fault)]);
      if (!isKeyOnCurve(keys.p256dh))
        throw validationProblem([bodyIssue('/keys/p256dh', 'Must be a point on the curve P-256.')]);
      await db.transaction().execute(async (trx) => {
        if (!(await lockDevice(trx, device, endpoint))) throw problem('unauthorized');
        await putSubscription(trx, device, { endpoint, ...keys }, now());
        await deleteSurplus(trx, device.userId, devicesPerUser);
      });
      return { status: 204 };
    },

    async deleteReminderPush({ request }) {
      await deleteSubscription(db, signedInUser(request).sessionId);
      return { status: 204 };
    },
  };
}
