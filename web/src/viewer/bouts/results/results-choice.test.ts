import { beforeEach, describe, expect, it, vi } from 'vitest';

const key = 'ringside-results';
beforeEach(() => window.localStorage.clear());

/** A page that has just been opened, or another tab. */
async function openPage() {
  vi.resetModules();
  return import('./results-choice.ts');
}
const storageChanged = () => window.dispatchEvent(new StorageEvent('storage', { key }));

describe('the choice', () => {
  it('is remembered, for each event', async () => {
    const { choose } = await openPage();
    choose('rumble', 'shown');
    choose('crown', 'hidden');
    expect((await openPage()).choices.get()).toEqual({ rumble: 'shown', crown: 'hidden' });
  });

  it('is that of all tabs, and none undoes what another one has chosen', async () => {
    const [first, second] = [await openPage(), await openPage()];
    first.choose('rumble', 'shown');
    second.choose('crown', 'hidden');
    storageChanged();
    expect(first.choices.get()).toEqual({ rumble: 'shown', crown: 'hidden' });
    second.choose('rumble', 'hidden');
    storageChanged();
    expect(first.choices.get().rumble).toBe('hidden');
  });

  it('keeps the newest 200', async () => {
    const { choose, choices } = await openPage();
    for (let index = 0; index < 201; index += 1) choose(`event-${index}`, 'shown');
    choose('event-1', 'hidden');
    const kept = Object.keys(choices.get());
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'event-2', 'event-1']);
  });

  it.each([
    'nonsense',
    'null',
    '7',
    '"shown"',
    '["shown"]',
    '{"rumble":"maybe"}',
    `{"rumble":"${'x'.repeat(20_000)}"}`,
  ])('is not known for a stored %.20s', async (stored) => {
    window.localStorage.setItem(key, stored);
    expect((await openPage()).choices.get()).not.toHaveProperty('rumble');
  });

  it('holds until the page closes where storage is refused', async () => {
    const { choose, choices } = await openPage();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    choose('rumble', 'shown');
    expect(choices.get()).toEqual({ rumble: 'shown' });
  });
});

describe('a revealed bout', () => {
  it('is forgotten when its event is hidden, and with the page', async () => {
    const { choose, reveal, revealed } = await openPage();
    reveal('rumble', 'title');
    reveal('crown', 'final');
    choose('rumble', 'hidden');
    expect([...revealed.get().keys()]).toEqual(['final']);
    expect((await openPage()).revealed.get().size).toBe(0);
  });
});
