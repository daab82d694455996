// docs/product.md, 33.7
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../identity/sessions/current-session.ts';
import { PlayerError } from '../../media/engine/player-error.ts';
import { playerRegistry } from '../../media/session/current-players.ts';
import { fakeApiServer } from '../../test/api-server.ts';
import { fakeBlock, fakeCompetition, fakeStream } from '../../test/fake-competition.ts';
import type { createFakeEngines } from '../../test/fake-media.ts';
import { installFakePlayback } from '../../test/fake-media.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signIn } from '../../test/session-cookies.ts';
import { Corner } from '../../ui/corner.tsx';
import { playbackSession } from '../playback/current-playback-session.ts';
import BlockPage from './page/block-page.tsx';
import LivePage from './page/live-page.tsx';

const engines = vi.hoisted(() => ({ opened: [] as ReturnType<typeof createFakeEngines>['opened'] }));
vi.mock('../../media/engine/open-engine.ts', async () => {
  const fake = (await import('../../test/fake-media.ts')).createFakeEngines();
  engines.opened = fake.opened;
  return { openEngine: fake.openEngine };
});

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const sessionsPath = '/api/v1/playback/sessions';
const sessionId = '0d4f0f3e-3f0c-4d7a-9a0e-000000000001';
let visits = 0;

beforeEach(() => {
  installFakePlayback();
  signIn();
  engines.opened.length = 0;
  server.on('get', `${api}/access`, { status: 200, body: { blocks: [] } });
  server.on('post', sessionsPath, { status: 201, body: { id: sessionId } });
  server.on('get', `${api}/blocks/{blockId}/live-streams/{liveStreamId}/signed-url`, ({ path }) => ({
    status: 200,
    body: {
      url: `/media/hls/sig/1/lease/${path.split('/').at(-2)}/demo/live.m3u8`,
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: sessionId,
      mode: 'live',
    },
  }));
});

/** Opens the live page in a layout with the corner. */
async function open() {
  visits += 1;
  const slug = `corner-night-${visits}`;
  const block = (name: string, hours: { from: number; to: number }) =>
    fakeBlock(name, hours, { liveStreams: [fakeStream({ id: `${name}-${visits}` })] });
  const competition = fakeCompetition([
    block('Main card', { from: -1, to: 2 }),
    block('Second ring', { from: -2, to: 2 }),
    block('Afterparty', { from: 3, to: 4 }),
  ]);
  server.on('get', api, { status: 200, body: { ...competition, slug } });
  const layout = (
    <>
      <Outlet />
      <Corner />
    </>
  );
  const router = renderRoutes(
    [
      {
        element: layout,
        children: [
          { path: '/', element: <h1>Home</h1> },
          { path: '/competitions/:competitionSlug/live', element: <LivePage /> },
          { path: '/competitions/:competitionSlug/:blockSlug', element: <BlockPage /> },
        ],
      },
      { path: '/admin', element: <h1>Admin</h1> },
    ],
    `/competitions/${slug}/live`,
  );
  const page = await screen.findByRole('region', { name: 'Video player: Main card' });
  const player = await waitFor(() => {
    const playing = playerRegistry.getPlaying();
    if (!playing) throw new Error('nothing plays');
    return playing;
  });
  return { router, slug, page, player, go: (path: string) => act(() => router.navigate(path)) };
}

const mini = () => screen.queryByRole('region', { name: 'Mini player: Main card' });

it('goes on in the corner without a pause and a new session, and returns to its page', async () => {
  const { go, player, slug, router } = await open();
  const paused = vi.spyOn(player.video, 'pause');
  await go('/');
  expect(mini()?.contains(player.video)).toBe(true);
  expect(playbackSession.isActive()).toBe(true);

  await userEvent.click(screen.getByRole('link', { name: 'Return to Main card' }));
  expect(router.state.location.pathname).toBe(`/competitions/${slug}/live`);
  const page = await screen.findByRole('region', { name: 'Video player: Main card' });
  await waitFor(() => expect(mini()).toBeNull());
  expect(page.contains(player.video)).toBe(true);
  expect(player.video.paused).toBe(false);
  expect(paused).not.toHaveBeenCalled();
  expect(server.calls(sessionsPath)).toHaveLength(1);
  expect(engines.opened).toHaveLength(1);
  expect(playbackSession.isActive()).toBe(true);
});

// docs/product.md, 30.10
it('says only once that a recording goes on where the viewer stopped', async () => {
  server.on('get', `${api}/blocks/{blockId}/live-streams/{liveStreamId}/signed-url`, {
    status: 200,
    body: {
      url: '/media/hls/sig/1/lease/demo/replay.m3u8',
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: sessionId,
      mode: 'replay',
      positionSeconds: 1800,
    },
  });
  const { go, player, slug } = await open();
  vi.spyOn(player.video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA);
  player.video.currentTime = 1800;
  act(() => void player.video.dispatchEvent(new Event('timeupdate')));
  await screen.findByText('You continue where you stopped.');
  act(() => void player.video.dispatchEvent(new Event('seeking')));
  expect(screen.queryByText('You continue where you stopped.')).toBeNull();
  await go('/');
  expect(mini()).not.toBeNull();
  await go(`/competitions/${slug}/live`);
  await screen.findByRole('button', { name: 'Pause' });
  await waitFor(() => expect(mini()).toBeNull());
  expect(screen.queryByText('You continue where you stopped.')).toBeNull();
});

it('pauses, plays and closes; a closed one loads nothing and keeps no session alive', async () => {
  const { go, player } = await open();
  await go('/');
  const region = within(mini() as HTMLElement);
  await userEvent.click(region.getByRole('button', { name: 'Pause' }));
  expect(player.video.paused).toBe(true);
  await userEvent.click(region.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(player.video.paused).toBe(false));
  await userEvent.click(region.getByRole('button', { name: 'Close' }));
  expect(mini()).toBeNull();
  expect(player.video.paused).toBe(true);
  expect(engines.opened[0]?.isLoading).toBe(false);
  expect(playbackSession.isActive()).toBe(false);
});

it('does not follow a viewer who has paused', async () => {
  const { go, player } = await open();
  act(() => player.pause());
  await go('/');
  expect(mini()).toBeNull();
});

it('plays on beside a block that has not begun, and gives way to another video', async () => {
  const { go, player, slug } = await open();
  await go(`/competitions/${slug}/afterparty`);
  expect(mini()).not.toBeNull();
  await go(`/competitions/${slug}/second-ring`);
  await screen.findByRole('region', { name: 'Video player: Second ring' });
  await waitFor(() => expect(mini()).toBeNull());
  expect(player.video.paused).toBe(true);
  await waitFor(() => expect(playerRegistry.getPlaying()?.getState().title).toBe('Second ring'));
});

it('ends where there is no corner', async () => {
  const { go, player } = await open();
  await go('/admin');
  expect(player.video.paused).toBe(true);
  expect(playbackSession.isActive()).toBe(false);
  await go('/');
  expect(mini()).toBeNull();
});

it('ends with the sign-out', async () => {
  const { go, player } = await open();
  await go('/');
  await act(() => session.logout());
  expect(mini()).toBeNull();
  expect(player.video.paused).toBe(true);
});

it('stays, paused, when another tab of this device plays', async () => {
  const { go, player } = await open();
  await go('/');
  act(() => void playbackSession.takenOver());
  expect(player.video.paused).toBe(true);
  expect(within(mini() as HTMLElement).getByRole('button', { name: 'Play' })).toBeDefined();
});

it('says so when the server ends the playback session', async () => {
  const { go, player } = await open();
  await go('/');
  act(() => {
    player.video.pause();
    engines.opened[0]?.events.onFailed(new PlayerError('refused', 'The stream refuses its address'));
  });
  expect(mini()?.textContent).toContain('The video has stopped. Return to go on.');
});
