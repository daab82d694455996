import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installNative, native } from '../native.ts';
import { newBuild } from '../offline/new-build.ts';
import { Corner, corner } from '../ui/corner.tsx';
import { ThemeProvider } from '../ui/mantine/theme-provider.tsx';
import { noteShown, noteWatched } from './install-memory.ts';
import { type InstallPrompt, installPrompt } from './install-prompt.ts';
import { showHints } from './show-hints.tsx';

const browser = native();
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';
let navigated = () => {};

function goTo(path: string) {
  window.history.replaceState(null, '', path);
  act(() => navigated());
}

/** The browser asks whether to install. */
function offer() {
  const prompt = vi.fn(async () => {});
  act(() => installPrompt.set(Object.assign(new Event('beforeinstallprompt'), { prompt }) as InstallPrompt));
  return prompt;
}

const hint = () => screen.queryByRole('region', { name: 'Install Ringside' });
const versionHint = () => screen.queryByRole('region', { name: 'A new version is ready' });
const aWorker = () => ({}) as ServiceWorker;

function addVideo({ paused }: { paused: boolean }) {
  const video = document.body.appendChild(document.createElement('video'));
  Object.defineProperties(video, { paused: { value: paused }, readyState: { value: 4 } });
  return video;
}

// As in the app, once per page.
beforeAll(() => {
  vi.useFakeTimers();
  showHints((look) => {
    navigated = look;
  });
});
afterAll(() => vi.useRealTimers());

beforeEach(() => {
  window.localStorage.clear();
  installPrompt.set(null);
  newBuild.set(null);
  render(
    <ThemeProvider scheme="light">
      <Corner />
    </ThemeProvider>,
  );
  noteWatched(600);
});
afterEach(() => {
  installNative(browser);
  for (const video of document.querySelectorAll('video')) video.remove();
  goTo('/');
});

describe('the install hint', () => {
  it('waits until the viewer knows Ringside (41.2)', () => {
    window.localStorage.clear();
    offer();
    expect(hint()).toBeNull();
    noteWatched(600);
    goTo('/schedule');
    expect(hint()?.textContent).toContain('schedule without a network');
  });

  it('counts what was watched', () => {
    window.localStorage.clear();
    offer();
    goTo('/competitions/a/live');
    addVideo({ paused: false });
    act(() => vi.advanceTimersByTime(600_000));
    document.querySelector('video')?.remove();
    expect(hint()).toBeNull();
    goTo('/');
    expect(hint()).not.toBeNull();
  });

  it('asks by the question of the browser, once', () => {
    const prompt = offer();
    fireEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(hint()).toBeNull();
    offer();
    expect(hint()).toBeNull();
  });

  it('does not come back when it was closed', () => {
    offer();
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(hint()).toBeNull();
    goTo('/replays');
    expect(hint()).toBeNull();
  });

  it('stays while it is looked at, and counts as shown', () => {
    offer();
    act(() => vi.advanceTimersByTime(30_000));
    expect(hint()).not.toBeNull();
    goTo('/competitions/a/live');
    goTo('/');
    expect(hint()).toBeNull();
  });

  it('comes again for somebody who went on to a video at once', () => {
    offer();
    goTo('/competitions/a/live');
    expect(hint()).toBeNull();
    goTo('/');
    expect(hint()).not.toBeNull();
  });

  it('goes when the client was installed by the menu of the browser', () => {
    offer();
    act(() => void window.dispatchEvent(new Event('appinstalled')));
    expect(hint()).toBeNull();
  });

  it('says how where the browser has no question', () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari);
    goTo('/schedule');
    expect(hint()?.textContent).toContain('choose “Add to Home Screen”');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(hint()).toBeNull();
    // The browser inside of another app.
    window.localStorage.clear();
    noteWatched(600);
    agent.mockReturnValue(safari.replace(/Version.*/, 'Mobile/15E148 Instagram 300.0'));
    goTo('/');
    expect(hint()).toBeNull();
  });

  it.each([
    ['where the browser has no way', () => {}],
    ['on a page with a form', () => goTo('/auth/login')],
    ['in the account', () => goTo('/account/tickets')],
    ['while somebody pays', () => goTo('/checkout')],
    ['on a watch page', () => goTo('/competitions/a/main-card')],
    ['while a video plays', () => void addVideo({ paused: false })],
    ['after it was shown in another tab', () => noteShown()],
    ['in the native shell', () => installNative({ ...browser, isNative: true })],
    [
      'in the installed client',
      () => void vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList),
    ],
    ['while another thing is in the corner', () => corner.set({ node: 'other', onGone: () => {} })],
  ])('is not shown %s', (name, arrange) => {
    act(arrange);
    if (!name.includes('no way')) offer();
    act(() => vi.advanceTimersByTime(60_000));
    expect(hint()).toBeNull();
    act(() => corner.set(null));
  });
});

describe('the hint of a new version', () => {
  it('is shown instead of the install hint, until the viewer wants it later (41.6)', () => {
    offer();
    const worker = aWorker();
    act(() => newBuild.set(worker));
    expect([hint(), versionHint()]).toEqual([null, expect.anything()]);
    fireEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(versionHint()).toBeNull();
    goTo('/schedule');
    expect(versionHint()).toBeNull();
    act(() => newBuild.set(aWorker()));
    expect(versionHint()).not.toBeNull();
  });

  it.each([
    ['on a watch page', () => goTo('/competitions/a/live')],
    ['beside a video in the corner', () => void addVideo({ paused: false })],
    [
      'beside a paused one',
      () => act(() => corner.set({ node: <section data-mini-player />, onGone: () => {} })),
    ],
    ['while somebody signs in', () => goTo('/auth/login')],
    ['without a network', () => void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  ])('is not shown %s', (_, arrange) => {
    arrange();
    act(() => newBuild.set(aWorker()));
    act(() => vi.advanceTimersByTime(60_000));
    expect(versionHint()).toBeNull();
    act(() => corner.set(null));
  });

  it('goes when a video starts', () => {
    act(() => newBuild.set(aWorker()));
    expect(versionHint()).not.toBeNull();
    const video = addVideo({ paused: false });
    act(() => void video.dispatchEvent(new Event('play')));
    expect(versionHint()).toBeNull();
  });
});
