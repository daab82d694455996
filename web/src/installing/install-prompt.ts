/**
 * The browser's own question whether to install the client. It comes once, at a moment of the browser's choice; it is held
 * back, and asked when the viewer wants. On a slow line it comes before the app: `src/head-script.ts` keeps it.
 */
import { createStore } from '../store.ts';

export interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

/** Null: the browser has none, or the client is installed. */
export const installPrompt = createStore<InstallPrompt | null>(null);

declare global {
  interface Window {
    keptInstallPrompt?: Event;
  }
}

export function holdInstallPrompt() {
  if (window.keptInstallPrompt) installPrompt.set(window.keptInstallPrompt as InstallPrompt);
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
}

/** A prompt can be used once. The browser sends another one when it was refused. */
export function askToInstall() {
  const prompt = installPrompt.get();
  installPrompt.set(null);
  prompt?.prompt().catch(() => {});
}
