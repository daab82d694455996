import { expect, test, vi } from 'vitest';
import { memoryVault, tokenSet } from './memory-vault.ts';
import { openTokens } from './tokens.ts';

test('a remembered sign-in is in the vault, and there at the next start', async () => {
  const vault = memoryVault();
  const tokens = await openTokens(vault);
  expect(tokens.asCookies()).toBe('');
  await tokens.signedIn(tokenSet('1'), true);
  expect(vault.held.tokens).toMatchObject({ refreshToken: { value: 'refresh-1' } });
  expect((await openTokens(vault)).get()?.accessToken.value).toBe('access-1');
  expect(tokens.asCookies()).toMatch(
    /^identityToken=identity-1; accessTokenExpirationDate=2.*; remember=true$/,
  );
});

test('a sign-in that is not remembered never reaches the vault, also not by a refresh', async () => {
  const vault = memoryVault({ tokens: tokenSet('old') });
  const tokens = await openTokens(vault);
  await tokens.signedIn(tokenSet('1'), false);
  expect(vault.held).toEqual({});
  await tokens.renewed(tokenSet('2'), tokens.current());
  expect(vault.held).toEqual({});
  expect(tokens.get()?.accessToken.value).toBe('access-2');
  expect(tokens.asCookies()).toMatch(/remember=false$/);
});

test('a sign-out empties the vault, and what a refresh brings later is dropped', async () => {
  const vault = memoryVault();
  const tokens = await openTokens(vault);
  await tokens.signedIn(tokenSet('1'), true);
  const asking = tokens.current();
  await tokens.forget();
  await tokens.renewed(tokenSet('2'), asking);
  expect(tokens.get()).toBeUndefined();
  expect(vault.held).toEqual({});
});

test('the next account keeps its tokens when a refresh of the previous one comes late', async () => {
  const vault = memoryVault();
  const tokens = await openTokens(vault);
  await tokens.signedIn(tokenSet('first'), true);
  const asking = tokens.current();
  await tokens.forget();
  await tokens.signedIn(tokenSet('second'), true);
  await tokens.renewed(tokenSet('first-again'), asking);
  expect(vault.held.tokens).toMatchObject({ refreshToken: { value: 'refresh-second' } });
});

test('the last change wins, although the vault is slow', async () => {
  const vault = memoryVault();
  const { write } = vault;
  let release = () => {};
  vi.spyOn(vault, 'write').mockImplementationOnce(async (key, value) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await write(key, value);
  });
  const tokens = await openTokens(vault);
  const first = tokens.signedIn(tokenSet('1'), true);
  await vi.waitFor(() => expect(vault.write).toHaveBeenCalled(), 20_000);
  const second = tokens.forget();
  release();
  await Promise.all([first, second]);
  expect(vault.held).toEqual({});
});

test.each([
  undefined,
  null,
  'text',
  {},
  { accessToken: { value: 1 } },
  { ...tokenSet('1'), refreshToken: null },
])('a damaged vault means signed out: %j', async (stored) => {
  const tokens = await openTokens(memoryVault({ tokens: stored }));
  expect(tokens.get()).toBeUndefined();
});

test('a vault that refuses does not keep anybody from watching', async () => {
  const vault = memoryVault();
  vi.spyOn(vault, 'write').mockRejectedValue(new Error('The keychain is locked.'));
  const tokens = await openTokens(vault);
  await tokens.signedIn(tokenSet('1'), true);
  expect(tokens.get()?.accessToken.value).toBe('access-1');
});
