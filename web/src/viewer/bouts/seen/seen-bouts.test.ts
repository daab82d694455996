import { beforeEach, expect, it, vi } from 'vitest';

const key = 'ringside-seen';
beforeEach(() => window.localStorage.clear());

/** A page that has just been opened, or another tab. */
async function openPage() {
  vi.resetModules();
  return import('./seen-bouts.ts');
}

it('is remembered, each bout once, whatever another tab has noted', async () => {
  const [first, second] = [await openPage(), await openPage()];
  first.noteSeen('rumble', 'a');
  second.noteSeen('rumble', 'b');
  second.noteSeen('crown', 'c');
  first.noteSeen('rumble', 'a');
  window.dispatchEvent(new StorageEvent('storage', { key }));
  const all = { rumble: ['a', 'b'], crown: ['c'] };
  expect([first.seenBouts.get(), (await openPage()).seenBouts.get()]).toEqual([all, all]);
});

it('stays small: 300 bouts of an event, 50 events', async () => {
  const { noteSeen, seenBouts } = await openPage();
  for (let index = 0; index < 301; index += 1) noteSeen('long', `bout-${index}`);
  expect([seenBouts.get().long?.length, seenBouts.get().long?.[0]]).toEqual([300, 'bout-1']);
  for (let index = 0; index < 50; index += 1) noteSeen(`event-${index}`, 'a');
  const kept = Object.keys((await openPage()).seenBouts.get());
  expect([kept.length, kept.includes('long')]).toEqual([50, false]);
});

it.each(['nonsense', '{"rumble":"a"}', '{"rumble":[7]}', `{"rumble":["${'x'.repeat(20_000)}"]}`])(
  'is nothing for a stored %.20s',
  async (stored) => {
    window.localStorage.setItem(key, stored);
    const { noteSeen, seenBouts } = await openPage();
    expect(seenBouts.get()).toEqual({});
    noteSeen('rumble', 'a');
    expect(seenBouts.get()).toEqual({ rumble: ['a'] });
  },
);
