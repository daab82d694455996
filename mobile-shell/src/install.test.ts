// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { native } from '../../web/src/native.ts';
import { installShell } from './install.ts';
import { memoryVault } from './memory-vault.ts';
import { openVault } from './vault.ts';

vi.mock('./vault.ts', () => ({ openVault: vi.fn() }));
vi.mock('./plugins.ts', () => ({ hasNativePlugin: () => true }));

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
});

test('a secure storage that refuses at the start leads to words, not to an empty page', async () => {
  vi.mocked(openVault).mockRejectedValue(new Error('The keychain is locked.'));
  expect(await installShell()).toBe(false);
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('cannot keep your sign-in safe');
  expect(native().isNative).toBe(false);
});

test('otherwise the client gets the shell', async () => {
  vi.mocked(openVault).mockResolvedValue(memoryVault());
  expect(await installShell()).toBe(true);
  expect(native().isNative).toBe(true);
});
