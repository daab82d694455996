import { sendEarly } from './early.ts';

/** No top-level await: other chunks import what stands beside this module, and would wait for it for ever. */
async function start() {
  await sendEarly(window.location);
  const { mount } = await import('./app/mount.tsx');
  // As an async script this may run while the page is still being read.
  if (document.readyState !== 'loading') return mount();
  document.addEventListener('DOMContentLoaded', mount, { once: true });
}

void start();
