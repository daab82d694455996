/** The watch pages of a stream that an encoder feeds (docs/product.md, 28.15 to 28.18). */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { eventFrame, fakeEventServer } from '../../test/event-server.ts';
import { fakeBlock, fakeCompetition, fakeStream } from '../../test/fake-competition.ts';
import type { createFakeEngines } from '../../test/fake-media.ts';
import { installFakePlayback } from '../../test/fake-media.ts';
import { currentQueryClient, renderRoutes } from '../../test/render.tsx';
import { signIn } from '../../test/session-cookies.ts';
import type { Broadcast, Competition } from '../competitions/competition-types.ts';
import { competitionsQueries } from '../competitions/competitions.queries.ts';
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
const notStarted = problemBody({ status: 409, type: '/problems/broadcast-not-started' });
const sessionId = '0d4f0f3e-3f0c-4d7a-9a0e-000000000002';
let mode: 'live' | 'replay' = 'live';
/** What the server knows, and the sessions that it has begun. */
let hasPicture = true;
let begun = 0;

beforeEach(() => {
  installFakePlayback();
  signIn();
  engines.opened.length = 0;
  mode = 'live';
  begun = 0;
  server.on('get', `${api}/access`, { status: 200, body: { blocks: [] } });
  server.on('post', sessionsPath, ({ query }) => {
    if (query.has('competitionId') && !hasPicture) return { status: 409, body: notStarted };
    begun += 1;
    return { status: 201, body: { id: sessionId } };
  });
  server.on('get', signPath, () => ({
    status: 200,
    body: {
      url: `/media/hls/sig/1/lease/stream/video/${mode}.m3u8`,
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: sessionId,
      mode,
    },
  }));
});

let visits = 0;

/** A night of its own, because the playback session outlives the test. */
async function follow(
  first: Broadcast[],
  {
    page = 'main-card',
    hours = { from: -1, to: 2 },
  }: { page?: string; hours?: { from: number; to: number } } = {},
) {
  visits += 1;
  hasPicture = first[0] !== 'waiting';
  const cameras = (broadcasts: Broadcast[]) =>
    broadcasts.map((broadcast, index) =>
      fakeStream({ id: `camera-${visits}-${index}`, name: `Camera ${index}`, weight: index + 1, broadcast }),
    );
  const block = fakeBlock('Main card', hours, { liveStreams: cameras(first) });
  const competition: Competition = { ...fakeCompetition([block]), slug: `fed-${visits}` };
  server.on('get', api, { status: 200, body: competition });
  const events = fakeEventServer();
  server.onStream(`${api}/events`, events.connect);
  renderRoutes(
    [
      { path: '/competitions/:competitionSlug/live', element: <LivePage /> },
      { path: '/competitions/:competitionSlug/:blockSlug', element: <BlockPage /> },
    ],
    `/competitions/${competition.slug}/${page}`,
  );
  await waitFor(() => expect(events.connections).toHaveLength(1));
  return async (...broadcasts: Broadcast[]) => {
    const blocks = [{ blockId: block.id, liveStreams: cameras(broadcasts) }];
    const key = competitionsQueries.detail(competition.slug).queryKey;
    const known = () => currentQueryClient().getQueryData<Competition>(key)?.blocks?.[0]?.liveStreams;
    events.last().send(eventFrame('streams', { featuredStreamId: null, blocks }));
    await waitFor(() => expect(known()?.map(({ broadcast }) => broadcast)).toEqual(broadcasts));
    // The cache tells its observers in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  };
}

const sessions = () => server.calls(sessionsPath).length;
const signed = () => server.calls().filter(({ path }) => path.endsWith('/signed-url')).length;
const player = () => screen.findByRole('region', { name: 'Video player: Main card' });
const heading = (name: string) => screen.findByRole('heading', { name });
/** What screen readers were told last. */
const news = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');

describe('a stream that waits for its encoder', () => {
  it.each(['main-card', 'live'])('shows a calm screen on the page %s, and plays by itself', async (page) => {
    const tell = await follow(['waiting'], { page });
    expect(await heading('The picture will start soon')).toBeDefined();
    expect(screen.queryByText('Live')).toBeNull();
    await waitFor(() => expect(screen.getAllByText('Starts soon')).toHaveLength(2));
    expect(signed()).toBe(0);
    // The live page asks before it knows the card, and the server begins no session.
    expect(begun).toBe(0);
    expect(news()).toEqual([]);
    await tell('live');
    await player();
    await waitFor(() => expect(screen.getAllByText('Live').length).toBeGreaterThan(1));
    expect(news()).toEqual(['The broadcast has begun.']);
    expect(signed()).toBe(1);
  });

  it.each([true, false])(
    'begins one session before the card is known, if the server knows of a picture: %s',
    async (known) => {
      visits += 1;
      const stream = fakeStream({ id: `early-${visits}`, broadcast: 'live' });
      const block = fakeBlock('Main card', { from: -1, to: 2 }, { liveStreams: [stream] });
      const slug = `early-${visits}`;
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      server.on('get', api, async () => {
        await isAnswered;
        return { status: 200, body: { ...fakeCompetition([block]), slug } };
      });
      server.onStream(`${api}/events`, fakeEventServer().connect);
      hasPicture = known;
      const chosen = '0d4f0f3e-3f0c-4d7a-9a0e-00000000000a';
      const route = { path: '/competitions/:competitionSlug/live', element: <LivePage /> };
      renderRoutes([route], `/competitions/${slug}/live?stream=${chosen}`);
      await waitFor(() => expect(sessions()).toBe(1));
      expect(Object.fromEntries(server.calls(sessionsPath)[0]?.query ?? [])).toEqual({
        atLimit: 'refuse',
        competitionId: slug,
        liveStreamId: chosen,
      });
      answer();
      await player();
      expect([begun, signed(), sessions()]).toEqual([1, 1, known ? 1 : 2]);
    },
  );

  it('offers the tickets to a viewer without access', async () => {
    const reason = 'access-required' as const;
    server.on('get', `${api}/access`, {
      status: 200,
      body: {
        blocks: [{ blockId: 'main-card-id', canWatch: false, reason, startDate: null, endDate: null }],
      },
    });
    await follow(['waiting']);
    expect(await heading('You need access to watch this')).toBeDefined();
  });

  it('has no replay when its encoder never came', async () => {
    await follow(['waiting'], { hours: { from: -3, to: -1 } });
    expect(await heading('No replay yet')).toBeDefined();
    await waitFor(() => expect(screen.getAllByText('Ended')).toHaveLength(2));
    expect(signed()).toBe(0);
  });
});

describe('a picture that is interrupted', () => {
  it('is told beside the last frame, and the same player goes on', async () => {
    const tell = await follow(['live']);
    const video = (await player()).querySelector('video');
    expect(within(await player()).queryByText('The picture is interrupted')).toBeNull();
    await tell('interrupted');
    expect(within(await player()).getByText('The picture is interrupted')).toBeDefined();
    await waitFor(() => expect(screen.getAllByText('Interrupted')).toHaveLength(2));
    expect(news()).toEqual(['The picture is interrupted. It comes back by itself.']);
    await tell('live');
    expect(within(await player()).queryByText('The picture is interrupted')).toBeNull();
    expect(news()).toEqual(['The picture is back.']);
    expect((await player()).querySelector('video')).toBe(video);
    expect(signed()).toBe(1);
  });

  it('says nothing about it to a viewer who has gone back', async () => {
    const tell = await follow(['live']);
    const video = (await player()).querySelector('video');
    const [engine] = engines.opened;
    if (engine) engine.playable = { isLive: true, start: 0, end: 600 };
    video?.dispatchEvent(new Event('timeupdate'));
    await tell('interrupted');
    expect(within(await player()).queryByText('The picture is interrupted')).toBeNull();
  });
});

describe('the end of a broadcast', () => {
  it.each(['main-card', 'live'])('leads to the replay on the page %s, without a reload', async (page) => {
    const tell = await follow(['live'], { page });
    await player();
    await waitFor(() => expect(engines.opened).toHaveLength(1));
    mode = 'replay';
    await tell('ended');
    expect(await heading('The broadcast has ended')).toBeDefined();
    expect(screen.getByText('The replay is ready in a moment.')).toBeDefined();
    expect(news()).toEqual(['The broadcast has ended. The replay begins in a moment.']);
    await waitFor(() => expect(engines.opened[1]?.source.url).toContain('replay.m3u8'));
    await player();
    expect(screen.queryByText('Live')).toBeNull();
    await waitFor(() => expect(screen.getAllByText('Replay')).toHaveLength(2));
  });

  it('is a link on the live page for viewers who come later', async () => {
    await follow(['ended'], { page: 'live' });
    expect(await heading('Main card is over')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Watch the replay' })).toBeDefined();
  });
});

it('tells beside each camera what it offers instead of its picture', async () => {
  const tell = await follow(['live', 'waiting', 'interrupted', 'ended']);
  const choice = await screen.findByRole('group', { name: 'Camera' });
  const labels = () => [...choice.querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(labels()).toEqual(['Camera 0', 'Camera 1Starts soon', 'Camera 2Interrupted', 'Camera 3Replay']);
  await tell('live', 'live', 'live', 'live');
  expect(labels()).toEqual(['Camera 0', 'Camera 1', 'Camera 2', 'Camera 3']);
});

it('calls the camera that is shown a replay while another one is live', async () => {
  const tell = await follow(['live', 'live']);
  await player();
  mode = 'replay';
  await tell('ended', 'live');
  const besideCard = (badge: HTMLElement) => !badge.closest('li, label');
  await waitFor(() => expect(screen.getAllByText('Replay').filter(besideCard)).toHaveLength(1));
  expect(within(await screen.findByRole('list')).getByText('Live')).toBeDefined();
});
