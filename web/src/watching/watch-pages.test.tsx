import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Competition } from '../competitions/competition-types.ts';
import { fakeApiServer, problemBody } from '../test/api-server.ts';
import { fakeBlock, fakeCompetition, fakeStream } from '../test/fake-competition.ts';
import type { createFakeEngines } from '../test/fake-media.ts';
import { installFakePlayback } from '../test/fake-media.ts';
import { renderRoutes } from '../test/render.tsx';
import { signIn } from '../test/session-cookies.ts';
import { PageError } from '../ui/page-error.ts';
import BlockPage from './block-page.tsx';
import LivePage from './live-page.tsx';

const engines = vi.hoisted(() => ({ opened: [] as ReturnType<typeof createFakeEngines>['opened'] }));
vi.mock('../media/engine/open-engine.ts', async () => {
  const fake = (await import('../test/fake-media.ts')).createFakeEngines();
  engines.opened = fake.opened;
  return { openEngine: fake.openEngine };
});

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const signPath = `${api}/blocks/{blockId}/live-streams/{liveStreamId}/signed-url` as const;
const sessionsPath = '/api/v1/playback/sessions';
const sessionId = '0d4f0f3e-3f0c-4d7a-9a0e-000000000001';

beforeEach(() => {
  // React logs the error of each page that is not found.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  installFakePlayback();
  signIn();
  engines.opened.length = 0;
  server.on('get', `${api}/access`, { status: 200, body: { blocks: [] } });
  server.on('post', sessionsPath, { status: 201, body: { id: sessionId } });
  server.on('get', signPath, ({ path }) => ({
    status: 200,
    body: {
      url: `/media/hls/sig/1/lease/${path.split('/').at(-2)}/demo/live.m3u8`,
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: sessionId,
      mode: 'live',
    },
  }));
});

class Catch extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof PageError ? `${error.type}: ${error.message}` : 'unknown' };
  }
  override render() {
    return this.state.message ? <p>{this.state.message}</p> : this.props.children;
  }
}

let visits = 0;

/** Each test visits its own competition, because the playback session outlives the test. */
function open(competition: Competition | null, page: string) {
  visits += 1;
  const slug = `night-${visits}`;
  server.on(
    'get',
    api,
    competition
      ? { status: 200, body: { ...competition, slug } }
      : { status: 404, body: problemBody({ status: 404, type: '/problems/not-found' }) },
  );
  const routes: RouteObject[] = [
    { path: '/competitions/:competitionSlug/live', element: <LivePage /> },
    { path: '/competitions/:competitionSlug/:blockSlug', element: <BlockPage /> },
  ];
  return renderRoutes(
    [{ path: '/', children: routes, errorElement: <p /> }].map((route) => ({
      ...route,
      children: route.children.map((child) => ({ ...child, element: <Catch>{child.element}</Catch> })),
    })),
    `/competitions/${slug}/${page}`,
  );
}

const signedCalls = () => server.calls().filter(({ path }) => path.endsWith('/signed-url'));
const now = fakeBlock('Main card', { from: -1, to: 2 });
const before = fakeBlock('Undercard', { from: -3, to: -1 });
const after = fakeBlock('Afterparty', { from: 3.01, to: 4 });

describe('the live page', () => {
  it('plays the live block with one session and one signed address', async () => {
    open(fakeCompetition([before, now, after]), 'live');
    await screen.findByRole('region', { name: 'Video player: Main card' });
    expect(screen.getByRole('heading', { level: 1, name: 'Main card' })).toBeDefined();
    expect(server.calls(sessionsPath)).toHaveLength(1);
    expect(signedCalls()).toHaveLength(1);
    await waitFor(() => expect(engines.opened[0]?.source.url).toContain('main-card-stream'));
  });

  it('counts down to the first block and requests no video', async () => {
    open(fakeCompetition([after]), 'live');
    expect(await screen.findByRole('timer', { name: 'Starts in 3 h' })).toBeDefined();
    expect(screen.getAllByText('You have access')).not.toHaveLength(0);
    expect(signedCalls()).toHaveLength(0);
  });

  it('shows the end of a live block without a reload, and offers the replay', async () => {
    const ending = fakeBlock('Main card', { from: -1, to: 1.5 / 3600 });
    open(fakeCompetition([ending, after]), 'live');
    await screen.findByRole('region', { name: 'Video player: Main card' });
    await screen.findByRole('heading', { name: 'Main card is over' });
    await userEvent.click(screen.getByRole('link', { name: 'Watch the replay' }));
    await screen.findByRole('region', { name: 'Video player: Main card' });
  });

  it('links to the replay after the event, without playing it', async () => {
    open(fakeCompetition([before]), 'live');
    const replay = await screen.findByRole('link', { name: 'Watch the replay' });
    expect(replay.getAttribute('href')).toMatch(/night-\d+\/undercard$/);
    expect(signedCalls()).toHaveLength(0);
  });

  it('shows a message while no stream is on air', async () => {
    const off = { ...now, liveStreams: [fakeStream({ status: 'inactive' })] };
    open(fakeCompetition([off]), 'live');
    expect(await screen.findByRole('heading', { name: 'The stream starts in a moment' })).toBeDefined();
  });

  it('offers the streams of a block, lowest weight first', async () => {
    const liveStreams = [
      fakeStream({ id: 'corner', name: 'Corner camera', weight: 2 }),
      fakeStream({ id: 'main', name: 'Main camera', weight: 1 }),
    ];
    const router = open(fakeCompetition([{ ...now, liveStreams }]), 'live');
    const choice = await screen.findByRole('group', { name: 'Stream' });
    const names = within(choice)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent);
    expect(names).toEqual(['Main camera', 'Corner camera']);
    await userEvent.click(within(choice).getByLabelText('Corner camera'));
    await waitFor(() => expect(engines.opened.at(-1)?.source.url).toContain('/corner/'));
    expect(router.state.location.search).toBe('?stream=corner');
  });

  it('shows the 404 screen for an unknown competition', async () => {
    open(null, 'live');
    expect(
      await screen.findByText(/not_found: Page Not Found: \/competitions\/night-\d+\/live/),
    ).toBeDefined();
  });
});

describe('the block page', () => {
  it('plays the replay of a past block', async () => {
    open(fakeCompetition([before, now]), 'undercard');
    await screen.findByRole('region', { name: 'Video player: Undercard' });
    expect(screen.getByRole('link', { name: /Up next.*Main card/ })).toBeDefined();
  });

  it('shows the 404 screen for an unknown block', async () => {
    open(fakeCompetition([now]), 'nonsense');
    expect(await screen.findByText(/not_found/)).toBeDefined();
  });
});

describe('when the server refuses', () => {
  const answerRefusal = (code: 'device-limit' | 'access-required' | 'access-ended' | 'stream-inactive') =>
    server.on('get', signPath, {
      status: 403,
      body: { type: `/problems/${code}`, status: 403, title: 'Forbidden', detail: 'No.' },
    });

  it('shows the media error on the third device; Reload begins a session and plays', async () => {
    answerRefusal('device-limit');
    open(fakeCompetition([now]), 'main-card');
    const error = await screen.findByRole('alert');
    expect(within(error).getByRole('heading', { name: 'This video is currently not active.' })).toBeDefined();
    expect(server.calls(sessionsPath)).toHaveLength(1);
    server.on('get', signPath, {
      status: 200,
      body: {
        url: '/media/hls/sig/1/lease/main-card-stream/demo/live.m3u8',
        expiresAt: new Date(Date.now() + 120_000).toISOString(),
        playbackSessionId: sessionId,
        mode: 'live',
      },
    });
    await userEvent.click(within(error).getByRole('button', { name: 'Reload' }));
    await screen.findByRole('region', { name: 'Video player: Main card' });
    expect(server.calls(sessionsPath)).toHaveLength(2);
  });

  it.each([
    ['access-required', 'You need access to watch this'],
    ['access-ended', 'Your access has ended'],
    ['stream-inactive', 'The stream is not on air'],
  ] as const)('explains %s to the viewer', async (code, heading) => {
    answerRefusal(code);
    open(fakeCompetition([now]), 'main-card');
    expect(await screen.findByRole('heading', { name: heading })).toBeDefined();
  });

  it('stops a playing player when the server refuses its engine', async () => {
    const fresh = { ...now, liveStreams: [fakeStream({ id: 'a-stream-of-its-own' })] };
    open(fakeCompetition([fresh]), 'main-card');
    await screen.findByRole('region', { name: 'Video player: Main card' });
    await waitFor(() => expect(engines.opened).toHaveLength(1));
    answerRefusal('device-limit');
    const engine = engines.opened[0];
    const error = await engine?.source.renew().catch((reason: unknown) => reason);
    act(() => engine?.events.onFailed(error as Parameters<typeof engine.events.onFailed>[0]));
    expect(await screen.findByRole('heading', { name: 'This video is currently not active.' })).toBeDefined();
  });
});
