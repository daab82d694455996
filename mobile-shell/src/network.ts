/**
 * The system knows sooner and better than a webview whether there is a network. The client goes on asking
 * `navigator.onLine` and hearing `online` and `offline`, which say from now on what the system says.
 */
import { Network } from '@capacitor/network';

export async function followNetwork() {
  const { connected } = await Network.getStatus();
  let isOnline = connected;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
  // What the webview says by itself may contradict, in either order.
  for (const name of ['online', 'offline'] as const) {
    window.addEventListener(
      name,
      (event) => {
        if (event.isTrusted) event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
  await Network.addListener('networkStatusChange', (status) => {
    if (status.connected === isOnline) return;
    isOnline = status.connected;
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });
}
