import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { nextTask } from '../next-task.ts';
import { formatTime } from '../ui/time/time.ts';
import { App, startApp } from './app.tsx';
import { router } from './browser-router.ts';
import { reportCaught } from './faults/report-caught.ts';

/** Shows the app. A page that the server has rendered is taken over when its code is there (docs/product.md, 39.5). */
export async function mount() {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startApp();
  if (!root.hasChildNodes()) {
    takePress();
    return void createRoot(root, { onCaughtError: reportCaught }).render(<App />);
  }
  await Promise.all([routerReady(), readLocaleData()]);
  // In slices: there is something to see meanwhile, and the browser can scroll it.
  startTransition(
    () => void hydrateRoot(root, <App pressed={takePress()} />, { onCaughtError: reportCaught }),
  );
}

/** From now on React gets every press, and does the one that begins a hydration itself. */
function takePress(): HTMLElement | undefined {
  const pressed = window.keptPress ?? undefined;
  delete window.keptPress;
  return pressed;
}

/** The first use of Intl loads the browser's data of all dates. It gets its own task, apart from the render. */
async function readLocaleData() {
  await nextTask();
  formatTime(0);
}

/** The code of the first page has been loaded, or has failed. */
function routerReady(): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
