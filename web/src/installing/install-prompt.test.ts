/** docs/product.md, 41.9. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { askToInstall, holdInstallPrompt, installPrompt } from './install-prompt.ts';

afterEach(() => {
  installPrompt.set(null);
  delete window.keptInstallPrompt;
});

const send = () => {
  const prompt = vi.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { prompt, isHeldBack: event.defaultPrevented };
};

it('finds the question that came before the app, and a later one', () => {
  const currentScript = { dataset: { watchPages: '^$' } };
  const { documentElement } = document;
  new Function('document', readFileSync('public/color-scheme.js', 'utf8'))({
    ...{ currentScript, documentElement, cookie: '' },
  });
  const early = send();
  expect(early.isHeldBack).toBe(true);
  expect(installPrompt.get()).toBeNull();
  holdInstallPrompt();
  askToInstall();
  expect(early.prompt).toHaveBeenCalledOnce();
  expect(installPrompt.get()).toBeNull();
  const later = send();
  askToInstall();
  expect([early.prompt.mock.calls.length, later.prompt.mock.calls.length]).toEqual([1, 1]);
});
