import { expect, it, vi } from 'vitest';

it('asks nothing of Intl while it loads: its data would come before the first frame', async () => {
  const asked = [
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Intl, 'NumberFormat'),
    vi.spyOn(Intl, 'DisplayNames'),
    vi.spyOn(Intl, 'getCanonicalLocales'),
  ];
  vi.resetModules();
  await Promise.all([import('../../../early.ts'), import('./early-watch.ts')]);
  for (const spy of asked) expect(spy).not.toHaveBeenCalled();
});
