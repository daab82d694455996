import { startEarly } from './early.ts';

/** No top-level await: other chunks import from the chunk of this module and would wait for it for ever. */
async function start() {
  await startEarly(window.location);
  const { mount } = await import('./app/mount.tsx');
  // An async script may run while the document is still being parsed.
  if (document.readyState !== 'loading') return mount();
  document.addEventListener('DOMContentLoaded', mount, { once: true });
}

void start();
