import type { components } from '@ringside/openapi/schema';
import { subscribeFor } from './push-subscription.ts';

interface ExtendableEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}

/** The part of `ServiceWorkerGlobalScope` that is used. */
export interface RenewScope {
  addEventListener(type: 'pushsubscriptionchange', listener: (event: ExtendableEvent) => void): void;
  registration: { pushManager: Pick<PushManager, 'getSubscription' | 'subscribe'> };
  fetch: typeof fetch;
}

const path = '/api/v1/reminders/push';

/**
 * The browser has renewed or dropped its subscription, perhaps while no page is open (docs/product.md, 42.23). What the
 * server knows decides, not the event: browsers differ in what the event has, and another viewer may have signed in. The
 * refresh cookie authorises both calls. What fails here is made good by the next visit.
 */
export function renewLostPush(scope: RenewScope) {
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew().catch(() => {})));

  async function renew() {
    const answer = await scope.fetch(path);
    if (!answer.ok) return;
    const { publicKey, endpoint } = (await answer.json()) as components['schemas']['ReminderPush'];
    // This session has never switched it on, or no longer.
    if (endpoint === null) return;
    const subscription = await subscribeFor(scope.registration.pushManager, publicKey);
    if (subscription.endpoint === endpoint) return;
    const headers = { 'Content-Type': 'application/json' };
    await scope.fetch(path, { method: 'PUT', headers, body: JSON.stringify(subscription) });
  }
}
