/** docs/product.md, 41.16. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakePlayback } from '../test/fake-media.ts';
import { createFakePlayers, playerSource } from '../test/fake-players.ts';
import { type Chapter, chapterAt } from './chapters.ts';
import { Player } from './player/player.tsx';
import { setPreference } from './preferences.ts';

const chapters: Chapter[] = [
  { start: 0, title: 'Ring walk' },
  { start: 300, title: 'Haddad and Okafor' },
  { start: 1500, title: 'Title fight' },
];

beforeEach(() => {
  window.localStorage.clear();
  setPreference({ showsLength: false });
  installFakePlayback();
});

async function setUp({ isLive = false, given = chapters } = {}) {
  const { engines, registry } = createFakePlayers();
  const player = registry.activate('stream-1', { title: 'Main card', description: null, poster: null });
  await player.open(playerSource());
  const [engine] = engines.opened;
  if (!engine) throw new Error('no engine was opened');
  engine.playable = { isLive, start: 0, end: 3600 };
  player.setChapters(given);
  render(
    <MantineProvider env="test">
      <Player player={player} poster={null} />
    </MantineProvider>,
  );
  const goTo = (seconds: number) =>
    act(() => {
      player.video.currentTime = seconds;
      player.video.dispatchEvent(new Event('timeupdate'));
    });
  await goTo(10);
  return { player, goTo, user: userEvent.setup() };
}

const bar = () => screen.getByRole('slider', { name: 'Position' });
const marks = () => [...bar().querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('data-mark'));
const openMenu = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Settings' }));
const items = () =>
  within(screen.getByRole('group', { name: 'Chapters' }))
    .getAllByRole('menuitemradio')
    .map((item) => item.textContent);

it('tells the chapters that the video has reached, and no other', async () => {
  const { goTo, user } = await setUp();
  expect(marks()).toEqual([]);
  expect(bar().getAttribute('aria-valuetext')).toBe('10 seconds · Ring walk');
  await openMenu(user);
  expect(items()).toEqual(['0:00 Ring walk']);
  await goTo(310);
  expect(marks()).toEqual(['300']);
  expect(items()).toEqual(['0:00 Ring walk', '5:00 Haddad and Okafor']);
  // Who goes back has seen it.
  await goTo(20);
  expect(marks()).toEqual(['300']);
  expect(document.body.textContent).not.toContain('Title fight');
});

it('tells all of them to a viewer who asked for the length', async () => {
  setPreference({ showsLength: true });
  const { player, goTo, user } = await setUp();
  expect(marks()).toEqual(['300', '1500']);
  await openMenu(user);
  expect(items()).toEqual(['0:00 Ring walk', '5:00 Haddad and Okafor', '25:00 Title fight']);
  expect(document.activeElement?.textContent).toBe('0:00 Ring walk');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(player.video.currentTime).toBe(1500);
  await goTo(1500);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' }));
  expect(bar().getAttribute('aria-valuetext')).toBe('25 minutes of 1 hour · Title fight');
});

it('names the chapter under the pointer', async () => {
  setPreference({ showsLength: true });
  await setUp();
  vi.spyOn(bar(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 3600, 24));
  fireEvent.pointerMove(bar(), { clientX: 400 });
  expect(bar().textContent).toContain('6:40 · Haddad and Okafor');
});

it.each([
  ['of a live stream', { isLive: true }],
  ['where there are none', { given: [] }],
])('says nothing %s', async (_, given) => {
  const { user } = await setUp(given);
  await openMenu(user);
  expect(screen.queryByRole('group', { name: 'Chapters' })).toBeNull();
  expect(marks()).toEqual([]);
});

it('finds the chapter of a position', () => {
  expect([-1, 0, 299.9, 300, 9999].map((at) => chapterAt(chapters, at))).toEqual([-1, 0, 0, 1, 2]);
});

it('goes to the next fight with N, and with Shift+N to the beginning of this one or the one before', async () => {
  const { player, goTo, user } = await setUp();
  const press = async (keys: string) => {
    await user.keyboard(keys);
    return player.video.currentTime;
  };
  expect(await press('n')).toBe(300);
  expect(await press('n')).toBe(1500);
  expect(await press('n')).toBe(1500);
  await goTo(1700);
  expect(await press('{Shift>}N{/Shift}')).toBe(1500);
  expect(await press('{Shift>}N{/Shift}')).toBe(300);
});

it('skips within what is recorded of a live stream', async () => {
  const { player, goTo, user } = await setUp({ isLive: true });
  await goTo(2000);
  await user.keyboard('{Shift>}N{/Shift}');
  expect(player.video.currentTime).toBe(1500);
});
