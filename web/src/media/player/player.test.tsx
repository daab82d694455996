import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeTextTracks, installFakePlayback } from '../../test/fake-media.ts';
import { createFakePlayers, playerSource } from '../../test/fake-players.ts';
import { ModalHost } from '../../ui/dialogs/modal-host.tsx';
import type { PlayableWindow } from '../engine/engine.ts';
import { pageSwitches } from '../page-switches.ts';
import { preferences, setPreference } from '../preferences.ts';
import { Player } from './player.tsx';

const live: PlayableWindow = { isLive: true, start: 40, end: 100 };
const replay: PlayableWindow = { isLive: false, start: 0, end: 3600 };

let mayPlay: ReturnType<typeof installFakePlayback>;
beforeEach(() => {
  window.localStorage.clear();
  setPreference({ showsLength: false, isTheatre: false });
  mayPlay = installFakePlayback();
});

async function setUp(playable: PlayableWindow, position = 99) {
  const { engines, registry } = createFakePlayers();
  const player = registry.activate('stream-1', { title: 'Main card', description: null, poster: null });
  await player.open(playerSource());
  const [engine] = engines.opened;
  if (!engine) throw new Error('no engine was opened');
  engine.playable = playable;
  player.video.currentTime = position;
  player.play();
  await waitFor(() => expect(player.video.paused || player.getState().autoplay !== 'allowed').toBeDefined());
  render(
    <MantineProvider env="test">
      <Player player={player} poster={<img alt="" src="/poster.jpg" />} />
      <input aria-label="A field of the page" />
      <ModalHost />
    </MantineProvider>,
  );
  /** Fires the event that the element fires as time passes. */
  const tick = () => act(() => player.video.dispatchEvent(new Event('timeupdate')));
  await tick();
  return { player, engine, tick, user: userEvent.setup() };
}

const position = () => screen.getByRole('slider', { name: 'Position' });

describe('a live stream', () => {
  it('shows Live at the edge', async () => {
    await setUp(live);
    expect(screen.getByRole('button', { name: 'Live' })).toBeDefined();
    expect(position().getAttribute('aria-valuetext')).toBe('Live');
  });

  it('offers Go live behind the edge', async () => {
    const { player, tick, user } = await setUp(live, 68);
    expect(position().getAttribute('aria-valuetext')).toBe('32 seconds behind live');
    await user.click(screen.getByRole('button', { name: 'Go live' }));
    await tick();
    expect(player.video.currentTime).toBe(100);
    expect(screen.getByRole('button', { name: 'Live' })).toBeDefined();
  });

  it('has no speed', async () => {
    await setUp(live);
    expect(screen.queryByRole('button', { name: /^Speed/ })).toBeNull();
  });
});

describe('the statistics', () => {
  it('are shown and hidden by I and in the settings, and tell the latency of now', async () => {
    const { engine, user } = await setUp(live);
    engine.measured = { takenAt: null, latency: 1.64, network: 9_000_000 };
    await user.keyboard('i');
    const panel = await screen.findByRole('region', { name: 'Statistics' });
    expect(within(panel).getByText('1.6 s')).toBeDefined();
    engine.measured = { takenAt: null, latency: 2.04, network: 9_000_000 };
    expect(await within(panel).findByText('2.0 s')).toBeDefined();
    const toggle = async () => {
      await user.click(screen.getByRole('button', { name: 'Settings' }));
      await user.click(screen.getByRole('menuitemcheckbox', { name: 'Statistics' }));
    };
    await toggle();
    expect(screen.queryByRole('region', { name: 'Statistics' })).toBeNull();
    await toggle();
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Statistics' })).toBeNull();
  });
});

it('copies the statistics for support, without the signed address', async () => {
  const { user } = await setUp(live);
  await user.keyboard('i');
  await user.click(await screen.findByRole('button', { name: 'Copy for support' }));
  const text = await navigator.clipboard.readText();
  expect(text).toMatch(/^Buffer: .*\nVideo: stream-1\nTime: 20.*Z\nBrowser: /s);
  expect(text).not.toContain('.m3u8');
  expect(screen.getByText('Copied')).toBeDefined();
});

describe('a recording', () => {
  it('shows its position and lets the viewer choose the speed', async () => {
    const { player, user } = await setUp(replay, 245);
    expect(position().getAttribute('aria-valuetext')).toBe('4 minutes 5 seconds');
    expect(screen.getByText('4:05')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Speed: 1×' }));
    await user.click(screen.getByRole('menuitemradio', { name: '1.5×' }));
    expect(player.video.playbackRate).toBe(1.5);
    expect(screen.getByRole('button', { name: 'Speed: 1.5×' })).toBeDefined();
  });

  it('has the speed among the settings of a narrow player, in a menu of its own', async () => {
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390);
    const { player, user } = await setUp(replay, 245);
    width.mockRestore();
    expect(screen.queryByRole('button', { name: /^Speed/ })).toBeNull();
    screen.getByRole('button', { name: 'Settings' }).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(document.activeElement?.textContent).toBe('Normal');
    await user.keyboard('{Home}{Enter}');
    expect(document.activeElement?.textContent).toBe('Speed 1× ›');
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    expect(player.video.playbackRate).toBe(1.25);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' }));
  });

  it('seeks with the arrow keys of the slider', async () => {
    const { player, user } = await setUp(replay, 245);
    position().focus();
    await user.keyboard('{ArrowRight}');
    expect(player.video.currentTime).toBe(250);
    await user.keyboard('{Home}');
    expect(player.video.currentTime).toBe(0);
  });

  // docs/product.md, 33.3
  it('reveals its length to neither eye nor ear: two of different length look the same', async () => {
    const looks: string[] = [];
    for (const length of [400, 7200]) {
      const { engine } = await setUp({ isLive: false, start: 0, end: length }, 245);
      act(() => engine.events.onLevels([]));
      // React's own ids count on.
      looks.push(document.body.innerHTML.replaceAll(/_r_\w+_/g, ''));
      cleanup();
    }
    expect(looks[0]).toBe(looks[1]);
  });

  it('is whole on the bar once it is played out', async () => {
    const { player } = await setUp(replay, 3600);
    expect(position().getAttribute('aria-valuemax')).toBe('4200');
    Object.defineProperty(player.video, 'ended', { value: true });
    act(() => player.video.dispatchEvent(new Event('ended')));
    expect(position().getAttribute('aria-valuemax')).toBe('3600');
  });

  it('says its length to a viewer who asks for it, and remembers that', async () => {
    const { user } = await setUp(replay, 245);
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Show length' }));
    expect(position().getAttribute('aria-valuetext')).toBe('4 minutes 5 seconds of 1 hour');
    expect(screen.getByText('4:05 / 1:00:00')).toBeDefined();
    expect(window.localStorage.getItem('ringside-player')).toContain('"showsLength":true');
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Show length' }));
    expect(position().getAttribute('aria-valuetext')).toBe('4 minutes 5 seconds');
  });
});

// docs/product.md, 45.13
it('has the switches of its page in its settings', async () => {
  const toggle = vi.fn();
  pageSwitches.set([{ name: 'Show results', isOn: true, toggle }]);
  const { user } = await setUp(live);
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  const item = screen.getByRole('menuitemcheckbox', { name: 'Show results', checked: true });
  await user.click(item);
  expect(toggle).toHaveBeenCalledOnce();
  act(() => pageSwitches.set([]));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Show results' })).toBeNull();
});

// docs/product.md, 33.1
it('goes to the theatre and back by T and by its button', async () => {
  const { user } = await setUp(live);
  await user.keyboard('t');
  await user.click(screen.getByRole('button', { name: 'Leave theatre' }));
  expect(screen.getByRole('button', { name: 'Theatre' })).toBeDefined();
  expect(preferences.get().isTheatre).toBe(false);
});

describe('captions', () => {
  it('are offered where the stream has them, and shown one at a time', async () => {
    const { player, user } = await setUp(replay, 245);
    expect(screen.queryByRole('button', { name: /^Captions/ })).toBeNull();
    const tracks: Partial<TextTrack>[] = [
      { kind: 'metadata', label: 'id3', mode: 'hidden' },
      { kind: 'subtitles', label: '', language: 'nl', mode: 'disabled' },
      { kind: 'captions', label: 'English for the deaf', language: 'en', mode: 'disabled' },
    ];
    const list = player.video.textTracks as unknown as FakeTextTracks;
    list.tracks = tracks;
    act(() => void list.dispatchEvent(new Event('addtrack')));
    await user.click(screen.getByRole('button', { name: 'Captions: Off' }));
    expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual([
      'Off',
      'Dutch',
      'English for the deaf',
    ]);
    await user.click(screen.getByRole('menuitemradio', { name: 'Dutch' }));
    act(() => void list.dispatchEvent(new Event('change')));
    expect(tracks.map(({ mode }) => mode)).toEqual(['hidden', 'showing', 'disabled']);
    expect(screen.getByRole('button', { name: 'Captions: Dutch' })).toBeDefined();
  });
});

describe('another screen', () => {
  it('is offered only while the browser knows one', async () => {
    const asked = vi.fn(async () => {});
    let report = (_isAvailable: boolean) => {};
    const remote = {
      watchAvailability: async (callback: (isAvailable: boolean) => void) => {
        report = callback;
        return 1;
      },
      cancelWatchAvailability: async () => {},
      prompt: asked,
    };
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { value: remote, configurable: true });
    const { user } = await setUp(replay, 245);
    const name = 'Play on another screen';
    expect(screen.queryByRole('button', { name })).toBeNull();
    act(() => report(true));
    await user.click(screen.getByRole('button', { name }));
    expect(asked).toHaveBeenCalledTimes(1);
    act(() => report(false));
    expect(screen.queryByRole('button', { name })).toBeNull();
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'remote');
  });
});

describe('quality', () => {
  const levels = [
    { index: 0, height: 360, bandwidth: 700_000 },
    { index: 1, height: 720, bandwidth: 2_600_000 },
  ];

  it('is automatic, shows the playing level, and can be chosen by keyboard', async () => {
    const { engine, user } = await setUp(live);
    act(() => {
      engine.events.onLevels(levels);
      engine.events.onLevel(1);
    });
    screen.getByRole('button', { name: 'Quality: Auto (720p)' }).focus();
    await user.keyboard('{Enter}');
    const menu = screen.getByRole('menu', { name: 'Quality' });
    const names = within(menu)
      .getAllByRole('menuitemradio')
      .map((item) => item.textContent);
    expect(names).toEqual(['720p', '360p', 'Auto']);
    expect(document.activeElement?.textContent).toBe('Auto');
    await user.keyboard('{ArrowUp}{Enter}');
    expect(engine.level).toBe(0);
    const button = screen.getByRole('button', { name: 'Quality: 360p' });
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('closes its menu on Escape without a choice', async () => {
    const { engine, user } = await setUp(live);
    act(() => engine.events.onLevels(levels));
    await user.click(screen.getByRole('button', { name: 'Quality: Auto' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(engine.level).toBeNull();
  });

  it('has no menu with a single level', async () => {
    const { engine } = await setUp(live);
    act(() => engine.events.onLevels(levels.slice(0, 1)));
    expect(screen.queryByRole('button', { name: /^Quality/ })).toBeNull();
  });
});

describe('keys', () => {
  it('work anywhere on the page', async () => {
    const { player, user } = await setUp(replay, 245);
    await user.keyboard('k');
    expect(player.getState().isPaused).toBe(true);
    await user.keyboard(' ');
    expect(player.getState().isPaused).toBe(false);
    await user.keyboard('m');
    expect(player.video.muted).toBe(true);
    await user.keyboard('l');
    expect(player.video.currentTime).toBe(255);
    await user.keyboard('5');
    expect(player.video.currentTime).toBe(1800);
  });

  // docs/product.md, 16.11
  it('take steps while they are held, and turn something on or off once', async () => {
    const { player } = await setUp(replay, 245);
    /** Says for each press whether it is left to the page. */
    const hold = (key: string) =>
      [false, true].map((repeat) => fireEvent.keyDown(document.body, { key, repeat }));
    expect(hold(' ')).toEqual([false, false]);
    expect(player.getState().isPaused).toBe(true);
    hold('t');
    expect(preferences.get().isTheatre).toBe(true);
    hold('i');
    expect(screen.getByRole('region', { name: 'Statistics' })).toBeDefined();
    expect(hold('ArrowRight')).toEqual([false, false]);
    expect(player.video.currentTime).toBe(255);
  });

  it('go by the place where the letter is not Latin, and are left to an input method', async () => {
    const { player } = await setUp(replay, 245);
    const { isPaused } = player.getState();
    fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', isComposing: true });
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', keyCode: 229 });
    expect(player.getState().isPaused).toBe(isPaused);
    fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK' });
    expect(player.getState().isPaused).toBe(!isPaused);
    fireEvent.keyDown(document.body, { key: 'ت', code: 'KeyJ' });
    expect(player.video.currentTime).toBe(235);
  });

  it('do nothing in a text field', async () => {
    const { player, user } = await setUp(replay, 245);
    await user.type(screen.getByRole('textbox'), 'km 5');
    expect(player.getState().isPaused).toBe(false);
    expect(player.video.muted).toBe(false);
    expect(player.video.currentTime).toBe(245);
  });

  it('are listed by ?, where they can be limited to the player', async () => {
    const { player, user } = await setUp(replay, 245);
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(within(dialog).getByText('Sound on or off')).toBeDefined();
    await user.click(within(dialog).getByRole('checkbox'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('textbox').focus();
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('m');
    expect(player.video.muted).toBe(false);
    screen.getByRole('button', { name: 'Pause' }).focus();
    await user.keyboard('m');
    expect(player.video.muted).toBe(true);
  });
});

describe('the overlay of the player', () => {
  it('shows Reconnecting while the engine recovers', async () => {
    const { engine } = await setUp(live);
    act(() => engine.events.onReconnecting(true));
    expect(screen.getByRole('status').textContent).toBe(' Reconnecting');
    act(() => engine.events.onReconnecting(false));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('offers Unmute where the browser refused sound', async () => {
    mayPlay.withSound = false;
    const { player, user } = await setUp(live);
    await user.click(await screen.findByText('Unmute'));
    expect(player.video.muted).toBe(false);
    expect(screen.queryByText('Unmute')).toBeNull();
  });

  it('offers a large play button where the browser refused autoplay', async () => {
    Object.assign(mayPlay, { withSound: false, muted: false });
    const { player, user } = await setUp(live);
    const play = await screen.findByRole('button', { name: 'Play video' });
    Object.assign(mayPlay, { withSound: true, muted: true });
    await user.click(play);
    await waitFor(() => expect(player.video.paused).toBe(false));
    expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull();
  });
});

it('offers the list of the keys only to a device that has some', async () => {
  const { user } = await setUp(live);
  const keyboard = async () => {
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const item = screen.queryByRole('menuitem', { name: 'Keyboard' });
    await user.keyboard('{Escape}');
    return item;
  };
  expect(await keyboard()).toBeNull();
  const asked = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  expect(await keyboard()).not.toBeNull();
  asked.mockRestore();
});

describe('volume', () => {
  it('is set by its slider and remembered', async () => {
    const { player, user } = await setUp(live);
    screen.getByRole('slider', { name: 'Volume' }).focus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(player.video.volume).toBeCloseTo(0.9);
    expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('90 %');
    await vi.waitFor(() => expect(window.localStorage.getItem('ringside-volume')).toContain('0.9'), 15_000);
  });
});
