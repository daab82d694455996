/**
 * Push messages of this browser. The worker of `offline/` shows them; the server has the address of this device. In the
 * native app the shell stands in for the browser.
 */
import { config } from '../../config.ts';
import { native } from '../../native.ts';

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

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
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
  if (support !== 'possible' || Notification.permission !== 'granted') return { support, endpoint: null };
  return { support, endpoint: (await findSubscription())?.endpoint ?? null };
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Call it in the press itself: browsers ask only then. @returns whether the viewer allows notifications. */
export async function askPermission(): Promise<boolean> {
  return native().push?.ask() ?? (await Notification.requestPermission()) === 'granted';
}

/**
 * @param publicKey for which the browser subscribes; a subscription for another one is of no use.
 * @returns undefined when the browser has no push service, or cannot reach it.
 */
export async function subscribe(publicKey: string): Promise<Subscription | undefined> {
  try {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    // It never comes when the worker could not be installed.
    const ready = await Promise.race([
      navigator.serviceWorker.ready,
      new Promise<undefined>((resolve) => setTimeout(resolve, workerMs, undefined)),
    ]);
    if (!ready) return undefined;
    const { pushManager } = ready;
    let subscription = await pushManager.getSubscription();
    if (subscription && keyOf(subscription) !== publicKey) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys } = subscription.toJSON();
    return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  } catch {
    return undefined;
  }
}

export async function unsubscribe(): Promise<void> {
  const { push } = native();
  if (push) return push.unsubscribe();
  await (await findSubscription())?.unsubscribe();
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
