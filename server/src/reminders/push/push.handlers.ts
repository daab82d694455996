import type { AppPushConfig } from '../../config-push.ts';
import type { Handlers } from '../../contract/operation.ts';
import { type SignedInUser, signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { tokenFault } from './app-message.rules.ts';
import { devicesPerUser } from './push.rules.ts';
import {
  type AppService,
  deleteSubscription,
  deleteSurplus,
  findSubscription,
  lockDevice,
  putSubscription,
  type Subscription,
} from './subscription.repository.ts';
import { endpointFault, isKeyOnCurve } from './subscription-faults.ts';

type PushOperations = 'getReminderPush' | 'setReminderPush' | 'setReminderAppPush' | 'deleteReminderPush';

const services: readonly AppService[] = ['apns', 'fcm'];

interface Deps {
  db: Db;
  now: () => Date;
  /** The key for which browsers subscribe. */
  pushPublicKey: string;
  /** The services by which push messages reach apps. */
  apps: { push: AppPushConfig };
}

export function pushHandlers({ db, now, pushPublicKey, apps }: Deps): Handlers<PushOperations> {
  const appServices = services.filter((service) => apps.push[service] !== undefined);
  const store = (device: SignedInUser, subscription: Subscription) =>
    db.transaction().execute(async (trx) => {
      if (!(await lockDevice(trx, device, subscription.endpoint))) throw problem('unauthorized');
      await putSubscription(trx, device, subscription, now());
      await deleteSurplus(trx, device.userId, devicesPerUser);
    });

  return {
    async getReminderPush({ request }) {
      const own = await findSubscription(db, signedInUser(request).sessionId);
      const address = own?.endpoint ?? null;
      const isBrowser = own?.service === 'web';
      const body = { publicKey: pushPublicKey, appServices, endpoint: isBrowser ? address : null };
      return { status: 200, body: { ...body, token: isBrowser ? null : address } };
    },

    async setReminderPush({ body: { endpoint, keys }, request }) {
      const device = signedInUser(request);
      const fault = endpointFault(endpoint);
      if (fault !== undefined) throw validationProblem([bodyIssue('/endpoint', fault)]);
      if (!isKeyOnCurve(keys.p256dh))
        throw validationProblem([bodyIssue('/keys/p256dh', 'Must be a point on the curve P-256.')]);
      await store(device, { service: 'web', endpoint, ...keys });
      return { status: 204 };
    },

    async setReminderAppPush({ body: { service, token }, request }) {
      const device = signedInUser(request);
      if (!appServices.includes(service))
        throw problem('conflict', { detail: 'This server sends no messages to such apps.' });
      const fault = tokenFault(service, token);
      if (fault !== undefined) throw validationProblem([bodyIssue('/token', fault)]);
      await store(device, { service, endpoint: token, p256dh: null, auth: null });
      return { status: 204 };
    },

    async deleteReminderPush({ request }) {
      await deleteSubscription(db, signedInUser(request).sessionId);
      return { status: 204 };
    },
  };
}
