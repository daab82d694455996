import { startEarly } from './early.ts';
import { onFailedStart } from './failed-start.ts';

/** No top-level await: other chunks import from the chunk of this module and would wait for it for ever. */
async function start() {
  const whenParsed = documentParsed();
  // Without its secure storage the shell does not start, and says so. The bundler drops the line for browsers.
  if (import.meta.env.MODE === 'native' && !(await (await import('#shell')).installShell())) return;
  await startEarly(window.location);
  // An async script may run while the document is still being parsed. The app reads the data at its end.
  await whenParsed;
  const { mount } = await import('./app/mount.tsx');
  await mount();
}

function documentParsed(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

start().catch(onFailedStart);
