/** docs/product.md, 41.9. */
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

it('finds the question that came before the app, and a later one', async () => {
  await import('../head-script.ts');
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
