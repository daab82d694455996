import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOrReload, mayReload, reloadGuardMs } from './reload-guard.ts';
import { reloadPage } from './reload-page.ts';

vi.mock('./reload-page.ts', () => ({ reloadPage: vi.fn() }));

beforeEach(() => {
  window.sessionStorage.clear();
  vi.mocked(reloadPage).mockClear();
});

describe('mayReload', () => {
  it('allows one reload per path within 10 seconds', () => {
    const start = 1_000_000;
    expect(mayReload('/a', start)).toBe(true);
    expect(mayReload('/a', start + reloadGuardMs - 1)).toBe(false);
    expect(mayReload('/b', start + 1)).toBe(true);
    expect(mayReload('/a', start + reloadGuardMs)).toBe(true);
  });
});

describe('loadOrReload', () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  it('resolves with the loaded page', async () => {
    await expect(
      loadOrReload(
        async () => 'page',
        () => '/a',
      ),
    ).resolves.toBe('page');
  });

  it('reloads the wanted page, and throws when it has just done so', async () => {
    void loadOrReload(failing, () => '/a');
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledWith('/a'), 15_000);
    await expect(loadOrReload(failing, () => '/a')).rejects.toThrow('Failed to fetch');
    expect(reloadPage).toHaveBeenCalledOnce();
  });

  it('reloads nothing while the browser is offline, and spends no reload on it', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(loadOrReload(failing, () => '/c')).rejects.toThrow('Failed to fetch');
    expect(reloadPage).not.toHaveBeenCalled();
    expect(mayReload('/c')).toBe(true);
  });
});
