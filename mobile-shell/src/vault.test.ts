// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { tokenSet } from './memory-vault.ts';
import { openTokens } from './tokens.ts';
import { openVault } from './vault.ts';

const keychain = vi.hoisted(() => new Map<string, string>());
const storage = vi.hoisted(() => ({
  setKeyPrefix: async () => {},
  setDefaultKeychainAccess: async () => {},
  getItem: async (key: string) => keychain.get(key) ?? null,
  setItem: async (key: string, value: string) => void keychain.set(key, value),
  removeItem: async (key: string) => void keychain.delete(key),
  clear: async () => keychain.clear(),
}));
vi.mock('@aparajita/capacitor-secure-storage', () => ({ KeychainAccess: {}, SecureStorage: storage }));

beforeEach(() => {
  keychain.clear();
  localStorage.clear();
});

test('a sign-out counts at the next start, although the storage refuses to remove', async () => {
  const tokens = await openTokens(await openVault(false, localStorage));
  await tokens.signedIn(tokenSet('1'), true);
  expect(keychain.get('tokens')).toContain('refresh-1');
  vi.spyOn(storage, 'removeItem').mockRejectedValue(new Error('Try again later.'));
  await tokens.forget();
  expect([...keychain.values()].join()).not.toContain('refresh-1');
  expect((await openTokens(await openVault(false, localStorage))).get()).toBeUndefined();
});

test('the first start of an installation empties the keychain of iOS, and no later one does', async () => {
  keychain.set('tokens', JSON.stringify(tokenSet('left-behind')));
  await openVault(true, localStorage);
  expect(keychain.size).toBe(0);
  keychain.set('tokens', JSON.stringify(tokenSet('1')));
  await openVault(true, localStorage);
  expect(keychain.size).toBe(1);
});

test('what could not be emptied is asked for again at the next start', async () => {
  keychain.set('tokens', JSON.stringify(tokenSet('left-behind')));
  vi.spyOn(storage, 'clear').mockRejectedValueOnce(new Error('The keychain is locked.'));
  await expect(openVault(true, localStorage)).rejects.toThrow('The keychain is locked.');
  await openVault(true, localStorage);
  expect(keychain.size).toBe(0);
});

test('what cannot be read is removed', async () => {
  keychain.set('tokens', '{"access');
  const vault = await openVault(false, localStorage);
  expect(await vault.read('tokens')).toBeUndefined();
  expect(keychain.size).toBe(0);
});
