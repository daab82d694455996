/**
 * Push messages of this browser. The worker of `offline/` shows them; the server has the address of this device. In the
 * native app the shell stands in for the browser.
 */
import { config } from '../../config.ts';
import { native } from '../../native.ts';
import { type Subscription, subscribeFor } from '../../offline/push-subscription.ts';

/**
 * `blocked`: the viewer has refused notifications of this site, and only the browser's settings change that. `unavailable`:
 * an app that was built without them, or that this server does not reach.
 */
export type PushSupport = 'unsupported' | 'unavailable' | 'blocked' | 'possible';

export interface BrowserPush {
  support: PushSupport;
  /** Of the subscription that this browser has, or the token of the app; null without one. */
  endpoint: string | null;
}

const workerMs = 10_000;

function pushSupport(): PushSupport {
  const hasAll =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && config.isBuilt;
  if (!hasAll) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

export async function readBrowserPush(): Promise<BrowserPush> {
  const { isNative, push } = native();
  if (isNative) return push?.read() ?? { support: 'unavailable', endpoint: null };
  const support = pushSupport();
  if (support !== 'possible' || !isAllowed()) return { support, endpoint: null };
  return { support, endpoint: (await findSubscription())?.endpoint ?? null };
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** A browser that was not allowed to would ask, which only a press may do. */
export const isAllowed = () => window.Notification?.permission === 'granted';

/** Call it in the press itself: browsers ask only then. @returns whether the viewer allows notifications. */
export async function askPermission(): Promise<boolean> {
  return native().push?.ask() ?? (await Notification.requestPermission()) === 'granted';
}

/** @returns undefined when the browser has no push service, or cannot reach it. */
export async function subscribe(publicKey: string): Promise<Subscription | undefined> {
  try {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    // It never comes when the worker could not be installed.
    const ready = await Promise.race([
      navigator.serviceWorker.ready,
      new Promise<undefined>((resolve) => setTimeout(resolve, workerMs, undefined)),
    ]);
    return ready && (await subscribeFor(ready.pushManager, publicKey));
  } catch {
    return undefined;
  }
}

export async function unsubscribe(): Promise<void> {
  const { push } = native();
  if (push) return push.unsubscribe();
  await (await findSubscription())?.unsubscribe();
}
