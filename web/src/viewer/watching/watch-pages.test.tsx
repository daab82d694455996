import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerTime } from '../../clock.ts';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { eventFrame, fakeEventServer } from '../../test/event-server.ts';
import { fakeBlock, fakeCompetition, fakeStream } from '../../test/fake-competition.ts';
import type { createFakeEngines } from '../../test/fake-media.ts';
import { installFakePlayback } from '../../test/fake-media.ts';
import { fakeOffer } from '../../test/fake-shop.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signIn } from '../../test/session-cookies.ts';
import { PageError } from '../../ui/page/page-error.ts';
import type { Competition } from '../competitions/competition-types.ts';
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
  server.on('get', sessionsPath, { status: 200, body: { data: [], total: 0 } });
  answerSigned();
});

function answerSigned() {
  server.on('get', signPath, ({ path }) => ({
    status: 200,
    body: {
      url: `/media/hls/sig/1/lease/${path.split('/').at(-2)}/demo/live.m3u8`,
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: sessionId,
      mode: 'live',
    },
  }));
}

class Catch extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof PageError ? `${error.type}: ${error.message}` : 'unknown' };
  }
  override render() {
    return this.state.message ? <p>{this.state.message}</p> : this.props.children;
  }
}

const startedSessions = () => server.calls(sessionsPath).filter(({ method }) => method === 'post');

let visits = 0;

/** Each test visits its own competition, because the playback session outlives the test. */
function open(
  competition: Competition | null,
  page: string,
  headers: Record<string, string> = {},
  missing: 404 | 400 = 404,
) {
  visits += 1;
  const slug = `night-${visits}`;
  server.on(
    'get',
    api,
    competition
      ? { status: 200, body: { ...competition, slug }, headers }
      : ({ status: missing, body: problemBody({ status: missing, type: '/problems/not-found' }) } as never),
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

  it('plays the live block on a device whose clock is three hours behind', async () => {
    const later = (hours: number) => ({ Date: new Date(Date.now() + hours * 3_600_000).toUTCString() });
    open(fakeCompetition([fakeBlock('Main card', { from: 2, to: 5 })]), 'live', later(3));
    await screen.findByRole('region', { name: 'Video player: Main card' });
    await waitFor(() => expect(signedCalls()).toHaveLength(1));
    noteServerTime(new Headers(later(0)));
  });

  it('counts down to the first block and requests no video', async () => {
    open(fakeCompetition([after]), 'live');
    expect(await screen.findByRole('timer', { name: 'Starts in 3 h' })).toBeDefined();
    expect(screen.getAllByText('You have access')).not.toHaveLength(0);
    expect(screen.getByRole('link', { name: 'Add to calendar' })).toBeDefined();
    expect(await screen.findByRole('button', { name: /^Remind/ })).toBeDefined();
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
    const choice = await screen.findByRole('group', { name: 'Camera' });
    const names = within(choice)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent);
    expect(names).toEqual(['Main camera', 'Corner camera']);
    await userEvent.click(within(choice).getByLabelText('Corner camera'));
    await waitFor(() => expect(engines.opened.at(-1)?.source.url).toContain('/corner/'));
    expect(router.state.location.search).toBe('?stream=corner');
  });

  // docs/product.md, 33.5
  it('changes the camera inside the player: the same session, moment and full screen', async () => {
    const liveStreams = [
      fakeStream({ id: 'corner-2', name: 'Corner camera', weight: 2 }),
      fakeStream({ id: 'main-2', name: 'Main camera', weight: 1 }),
    ];
    open(fakeCompetition([{ ...now, liveStreams }]), 'live');
    const player = await screen.findByRole('region', { name: 'Video player: Main card' });
    await waitFor(() => expect(engines.opened).toHaveLength(1));
    const [main] = engines.opened;
    if (!main) throw new Error('no engine was opened');
    // The viewer has gone back half a minute.
    main.playable = { isLive: true, start: 0, end: 100 };
    main.measured = { takenAt: 1_795_000_000_000, latency: 32, network: null };
    const video = player.querySelector('video') as HTMLVideoElement;
    vi.spyOn(video, 'readyState', 'get').mockReturnValue(4);
    video.currentTime = 70;
    act(() => void video.dispatchEvent(new Event('timeupdate')));

    await userEvent.click(screen.getByRole('button', { name: 'Camera: Main camera' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Corner camera' }));
    await waitFor(() => expect(engines.opened).toHaveLength(2));
    expect(engines.opened[1]?.source.url).toContain('/corner-2/');
    expect(engines.opened[1]?.source.startsAt).toEqual({ takenAt: 1_795_000_000_000 });
    expect(server.calls(sessionsPath)).toHaveLength(1);
    // The same frame, so full screen stays; the last picture of the other camera stays until the new one comes.
    expect(screen.getByRole('region', { name: 'Video player: Main card' })).toBe(player);
    expect(player.contains(video)).toBe(true);
    expect(video.paused).toBe(true);
    expect(screen.getByRole('button', { name: 'Camera: Corner camera' })).toBe(document.activeElement);
    expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull();
    const [corner] = [...player.querySelectorAll('video')].filter((each) => each !== video);
    if (!corner) throw new Error('the other camera has no video');
    vi.spyOn(corner, 'readyState', 'get').mockReturnValue(4);
    act(() => void corner.dispatchEvent(new Event('loadeddata')));
    expect(player.contains(video)).toBe(false);
    // A letter goes to the player although the camera's button has the focus.
    await userEvent.keyboard('k');
    expect(corner.paused).toBe(true);
  });

  it.each([404, 400] as const)('shows the 404 screen for an unknown competition (%i)', async (status) => {
    open(null, 'live', {}, status);
    expect(
      await screen.findByText(/not_found: Page Not Found: \/competitions\/night-\d+\/live/),
    ).toBeDefined();
  });
});

describe('the block page', () => {
  it('plays the replay of a past block', async () => {
    open(fakeCompetition([before, now]), 'undercard');
    await screen.findByRole('region', { name: 'Video player: Undercard' });
    expect(await screen.findByRole('link', { name: /On now.*Main card/ })).toBeDefined();
    expect(screen.queryByText('Up next')).toBeNull();
  });

  // docs/product.md, 33.9
  it('offers what comes next, or the replay again, when a replay has come to its end', async () => {
    const [early, late] = [fakeBlock('Early', { from: -5, to: -4 }), fakeBlock('Late', { from: 3, to: 4 })];
    server.on('get', signPath, () => ({
      status: 200,
      body: {
        url: '/media/hls/sig/1/lease/early-stream/demo/index.m3u8',
        expiresAt: new Date(Date.now() + 120_000).toISOString(),
        playbackSessionId: sessionId,
        mode: 'replay',
      },
    }));
    const router = open(fakeCompetition([early, late]), 'early');
    const player = await screen.findByRole('region', { name: 'Video player: Early' });
    expect(within(player).queryByText('Up next')).toBeNull();
    const video = player.querySelector('video') as HTMLVideoElement;
    await waitFor(() => expect(video.paused).toBe(false));
    const ended = vi.spyOn(video, 'ended', 'get').mockReturnValue(true);
    act(() => {
      video.pause();
      video.dispatchEvent(new Event('ended'));
    });
    expect(within(player).getByText('Up next')).toBeDefined();
    expect(within(player).queryByRole('button', { name: 'Play video' })).toBeNull();
    ended.mockReturnValue(false);
    await userEvent.click(within(player).getByRole('button', { name: 'Watch again' }));
    await waitFor(() => expect(video.paused).toBe(false));
    ended.mockReturnValue(true);
    act(() => {
      video.pause();
      video.dispatchEvent(new Event('ended'));
    });
    await userEvent.click(within(player).getByRole('link', { name: 'See what comes' }));
    expect(router.state.location.pathname).toMatch(/\/late$/);
  });

  it('offers the block after the live one as the next one', async () => {
    open(fakeCompetition([now, after]), 'main-card');
    expect(await screen.findByRole('link', { name: /Up next.*Afterparty/ })).toBeDefined();
  });

  it('shows the 404 screen for an unknown block', async () => {
    open(fakeCompetition([now]), 'nonsense');
    expect(await screen.findByText(/not_found/)).toBeDefined();
  });
});

describe('a page that follows its competition', () => {
  const streams = (competition: Competition, status: 'active' | 'inactive') => ({
    featuredStreamId: null,
    blocks: competition.blocks.map(({ id, liveStreams }) => ({
      blockId: id,
      liveStreams: liveStreams.map((stream) => ({ ...stream, status })),
    })),
  });
  const schedule = ({ blocks, ...competition }: Competition, change: Partial<Competition['blocks'][0]>) => ({
    ...competition,
    slug: `night-${visits}`,
    blocks: blocks.map((block) => ({ ...block, ...change })),
  });

  async function follow(competition: Competition) {
    const events = fakeEventServer();
    server.onStream(`${api}/events`, events.connect);
    open(competition, 'live');
    await waitFor(() => expect(events.connections).toHaveLength(1));
    const send = (event: string, data: unknown) =>
      act(async () => events.last().send(eventFrame(event, data)));
    return { events, send };
  }

  it('goes from scheduled to live to interrupted to live to ended to replay by itself', async () => {
    const main = fakeBlock(
      'Main card',
      { from: 3, to: 5 },
      { liveStreams: [fakeStream({ id: 'of-its-own' })] },
    );
    const competition = fakeCompetition([main]);
    const { send } = await follow(competition);
    await screen.findByRole('timer', { name: 'Starts in 3 h' });
    const started = { startDate: new Date(Date.now() - 60_000).toISOString() };
    await send('competition', schedule(competition, started));
    await screen.findByRole('region', { name: 'Video player: Main card' });
    await waitFor(() => expect(engines.opened).toHaveLength(1));

    await send('streams', streams(competition, 'inactive'));
    expect(await screen.findByRole('heading', { name: 'The stream is not on air' })).toBeDefined();
    const player = screen.getByRole('region', { name: 'Video player: Main card' });
    expect(player.querySelector('video')?.paused).toBe(true);
    expect(engines.opened[0]?.isLoading).toBe(false);

    await send('streams', streams(competition, 'active'));
    await waitFor(() => expect(player.querySelector('video')?.paused).toBe(false));
    expect(screen.queryByRole('heading', { name: 'The stream is not on air' })).toBeNull();
    expect(server.calls(sessionsPath)).toHaveLength(1);

    const over = { ...started, endDate: new Date(Date.now() - 1000).toISOString() };
    await send('competition', schedule(competition, over));
    await screen.findByRole('heading', { name: 'Main card is over' });
    await userEvent.click(screen.getByRole('link', { name: 'Watch the replay' }));
    await screen.findByRole('region', { name: 'Video player: Main card' });
  });

  it('shows the line of the organiser, and takes it back', async () => {
    const { send } = await follow(fakeCompetition([now]));
    const text = 'Ten minutes <b>later</b>';
    await send('banner', { text, since: new Date().toISOString() });
    expect((await screen.findByText(text)).closest('[role=status]')).not.toBeNull();
    await send('banner', { text: null, since: null });
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  it('does not ask the server for what the event has said', async () => {
    const competition = fakeCompetition([now]);
    const { send } = await follow(competition);
    await screen.findByRole('region', { name: 'Video player: Main card' });
    await waitFor(() => expect(server.calls().some(({ path }) => path.endsWith('/bouts'))).toBe(true));
    const calls = server.calls().length;
    await send('competition', schedule(competition, { name: 'Title fight' }));
    await screen.findByRole('heading', { level: 1, name: 'Title fight' });
    await send('streams', streams(competition, 'active'));
    expect(server.calls()).toHaveLength(calls);
  });

  it('goes on from the stream that the server has refused before the event came', async () => {
    const competition = fakeCompetition([{ ...now, liveStreams: [fakeStream({ id: 'refused-first' })] }]);
    server.on('get', signPath, {
      status: 403,
      body: { type: '/problems/stream-inactive', status: 403, title: 'Forbidden', detail: 'No.' },
    });
    const { send } = await follow(competition);
    await screen.findByRole('button', { name: 'Check again' });
    await send('streams', streams(competition, 'inactive'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull());
    server.on('get', signPath, {
      status: 200,
      body: {
        url: '/media/hls/sig/1/lease/refused-first/demo/live.m3u8',
        expiresAt: new Date(Date.now() + 120_000).toISOString(),
        playbackSessionId: sessionId,
        mode: 'live',
      },
    });
    await send('streams', streams(competition, 'active'));
    await screen.findByRole('region', { name: 'Video player: Main card' });
    expect(server.calls(sessionsPath)).toHaveLength(1);
  });

  it('is not found after the competition was withdrawn', async () => {
    const { send } = await follow(fakeCompetition([now]));
    server.on('get', api, {
      status: 404,
      body: problemBody({ status: 404, type: '/problems/not-found' }),
    });
    await send('gone', {});
    expect(await screen.findByText(/not_found: Page Not Found/)).toBeDefined();
  });
});

describe('when the server refuses', () => {
  type Code = 'device-limit' | 'access-required' | 'access-ended' | 'stream-inactive' | 'playback-shared';
  const answerRefusal = (code: Code) =>
    server.on('get', signPath, {
      status: 403,
      body: { type: `/problems/${code}`, status: 403, title: 'Forbidden', detail: 'No.' },
    });

  it('shows the media error on the third device; Reload begins a session and plays', async () => {
    answerRefusal('device-limit');
    open(fakeCompetition([now]), 'main-card');
    const error = await screen.findByRole('alert');
    expect(within(error).getByRole('heading', { name: 'This video is currently not active.' })).toBeDefined();
    expect(startedSessions()).toHaveLength(1);
    server.on('get', signPath, {
      status: 200,
      body: {
        url: '/media/hls/sig/1/lease/main-card-stream/demo/live.m3u8',
        expiresAt: new Date(Date.now() + 120_000).toISOString(),
        playbackSessionId: sessionId,
        mode: 'live',
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await screen.findByRole('region', { name: 'Video player: Main card' });
    expect(startedSessions()).toHaveLength(2);
  });

  it('lets the viewer choose which device stops, and stops none unasked', async () => {
    const device = { watching: 'Rumble 7, Main card', lastPingAt: now.startDate, isCurrent: false };
    const others = ['Firefox on Windows', 'Safari on iPhone'].map((deviceName, index) => ({
      ...device,
      id: `session-${index}`,
      deviceName,
      startedAt: now.startDate,
    }));
    server.on('get', sessionsPath, { status: 200, body: { data: others, total: 2 } });
    const full = problemBody({ status: 409, type: '/problems/two-devices-watch' });
    const answerChoice = () =>
      server.on('post', sessionsPath, ({ query }) =>
        query.get('inPlaceOf') === 'session-1'
          ? { status: 201, body: { id: sessionId } }
          : { status: 409, body: full },
      );
    answerChoice();
    open(fakeCompetition([now]), 'main-card');
    const list = await screen.findByRole('region', { name: 'Your devices that watch now' });
    expect(within(list).getAllByText(/^Rumble 7, Main card,/)).toHaveLength(2);
    const answer = Promise.withResolvers<void>();
    server.on('post', sessionsPath, async () => {
      await answer.promise;
      return { status: 409, body: full };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(screen.getByRole('button', { name: 'Reload' }).hasAttribute('data-loading')).toBe(true);
    answer.resolve();
    const refusal = await screen.findByText(
      'Two devices are still watching. Stop one of them to watch here.',
    );
    expect(refusal.getAttribute('role')).toBe('status');
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: /^Stop there and watch here: Firefox on Windows, since/ }),
    );
    answerChoice();
    await userEvent.click(
      await screen.findByRole('button', { name: /^Stop there and watch here: Safari on iPhone, since/ }),
    );
    await screen.findByRole('region', { name: 'Video player: Main card' });
    expect(startedSessions().map(({ query }) => query.toString())).toEqual([
      'atLimit=refuse',
      'atLimit=refuse',
      'inPlaceOf=session-1',
    ]);
  });

  it('says when a place is free again', async () => {
    answerRefusal('device-limit');
    const startedAt = now.startDate;
    const device = { id: 'session-0', deviceName: 'Safari on iPhone', watching: null, startedAt };
    server.on('get', sessionsPath, {
      status: 200,
      body: { data: [{ ...device, lastPingAt: startedAt, isCurrent: false }], total: 1 },
    });
    open(fakeCompetition([now]), 'main-card');
    expect(await screen.findByRole('region', { name: 'There is room for this device again' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Stop there/ })).toBeNull();
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

  it('leads to the devices when others play the address', async () => {
    answerRefusal('playback-shared');
    open(fakeCompetition([now]), 'main-card');
    expect(await screen.findByRole('heading', { name: 'Your video was opened elsewhere' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Watch here' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Your devices' }).getAttribute('href')).toBe('/account/security');
  });

  it('sells the ticket to a viewer without access, and plays when it is paid', async () => {
    const block = { ...now, paymentRequired: true, stripePriceId: 'price_MainCard' };
    const access = { blockId: block.id, startDate: null, endDate: null };
    server.on('get', `${api}/access`, {
      status: 200,
      body: { blocks: [{ ...access, canWatch: false, reason: 'access-required' }] },
    });
    const offers = (state: 'pending' | 'owned') =>
      server.on('get', '/api/v1/shop/offers/{competitionId}', {
        status: 200,
        body: { data: [fakeOffer({ blockId: block.id, state })] },
        headers: { 'Cache-Control': 'no-store' },
      });
    offers('pending');
    answerRefusal('access-required');
    open(fakeCompetition([block]), 'main-card');
    expect(await screen.findByText(/^Payment received, unlocking/)).toBeDefined();
    expect((await screen.findByRole('link', { name: 'See the tickets' })).getAttribute('href')).toBe(
      '#tickets',
    );
    const refused = signedCalls().length;

    offers('owned');
    server.on('get', `${api}/access`, {
      status: 200,
      body: { blocks: [{ ...access, canWatch: true, reason: null }] },
    });
    answerSigned();
    await screen.findByRole('region', { name: 'Video player: Main card' });
    expect(signedCalls().length).toBe(refused + 1);
    expect(screen.queryByRole('heading', { name: 'Tickets' })).toBeNull();
  });

  it('does not ask again and again when the server refuses an access that the page believes in', async () => {
    const block = { ...now, paymentRequired: true };
    server.on('get', `${api}/access`, {
      status: 200,
      body: {
        blocks: [{ blockId: block.id, canWatch: true, reason: null, startDate: null, endDate: null }],
      },
    });
    answerRefusal('access-required');
    open(fakeCompetition([block]), 'main-card');
    await screen.findByRole('heading', { name: 'You need access to watch this' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(signedCalls()).toHaveLength(1);
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
