/**
 * The system knows sooner and better than a webview whether there is a network. The client goes on asking
 * `navigator.onLine` and hearing `online` and `offline`, which say from now on what the system says.
 */
import { type ConnectionStatus, Network } from '@capacitor/network';

/** Android's `connected` needs a network that Google has reached: a venue may have one that reaches this server alone. */
const hasNetwork = ({ connectionType }: ConnectionStatus) => connectionType !== 'none';

export async function followNetwork() {
  let isOnline = hasNetwork(await Network.getStatus());
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
    if (hasNetwork(status) === isOnline) return;
    isOnline = !isOnline;
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });
}
