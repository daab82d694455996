/** What the pages show of a night, as far as the viewer's picture has come (docs/product.md, 44.11). */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ActivePlayer, setActivePlayers } from '../../../media/active-players.ts';
import { initialState, type PlayerState } from '../../../media/player-state.ts';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signOut } from '../../../test/session-cookies.ts';
import CompetitionPage from '../../competitions/page/competition-page.tsx';
import BlockPage from '../../watching/page/block-page.tsx';
import LivePage from '../../watching/page/live-page.tsx';
import { boutHash } from '../bout-words.ts';
import { receiveState } from './card-memory.ts';
import type { CardState } from './card-states.ts';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const bouts = [fakeBout('Noor Haddad', 'Jens Okafor'), fakeBout('Hana Kurosaki', 'Fleur Dumontrieux')];
const [first, second] = bouts.map(({ id }) => id) as [string, string];

let slug = '';
let nights = 0;
beforeEach(() => {
  signOut();
  setActivePlayers(() => []);
  nights += 1;
  slug = `long-night-${nights}`;
  server.on('get', api, {
    status: 200,
    body: { ...fakeCompetition([fakeBlock('Main card', { from: -1, to: 2 })]), slug },
  });
  server.on('get', `${api}/bouts`, { status: 200, body: { data: bouts, total: bouts.length } });
});

function open(page: 'live' | 'prelims' | '', hash = '') {
  renderRoutes(
    [
      { path: '/competitions/:competitionSlug', element: <CompetitionPage /> },
      { path: '/competitions/:competitionSlug/live', element: <LivePage /> },
      { path: '/competitions/:competitionSlug/:blockSlug', element: <BlockPage /> },
    ],
    `/competitions/${slug}/${page}${hash}`,
  );
}

const minute = 60_000;
const stateOf = (minutesAgo: number, change: Partial<CardState>): CardState => ({
  at: new Date(Date.now() - minutesAgo * minute).toISOString(),
  cardTag: 'tag',
  on: [],
  overBoutIds: [],
  expected: [],
  venueDelays: [{ liveStreamId: 'ring', milliseconds: 2_000 }],
  ...change,
});
const ring = (state: CardState) => act(async () => void receiveState(slug, state));
const playerWith = (change: Partial<ActivePlayer>, state: Partial<PlayerState> = {}): ActivePlayer => ({
  mediaId: 'ring/live',
  getState: () => ({
    ...initialState(
      'ring/live',
      { title: '', description: null, poster: null },
      { level: 1, isMuted: false },
    ),
    hasFrame: true,
    ...state,
  }),
  subscribe: () => () => {},
  figures: () => ({ takenAt: null, latency: null, network: null }),
  positionOf: () => null,
  seekTo: () => {},
  setChapters: () => {},
  ...change,
});
function showPicture(minutesBehind: number) {
  const takenAt = () => Date.now() - minutesBehind * minute + 2_000;
  const player = playerWith(
    { figures: () => ({ takenAt: takenAt(), latency: null, network: null }) },
    { isLive: true },
  );
  setActivePlayers(() => [player]);
}
const firstIsOn = { on: [{ boutId: first, phase: 'round', round: 2 }] } satisfies Partial<CardState>;
const secondIsOn = {
  on: [{ boutId: second, phase: 'walkout', round: null }],
  overBoutIds: [first],
} satisfies Partial<CardState>;
const row = async (name: RegExp) => within(await screen.findByRole('button', { name }));

describe('the page of an event', () => {
  it('says which bout is on, without its round, and which are over', async () => {
    open('');
    await ring(stateOf(1, secondIsOn));
    expect(await (await row(/Hana Kurosaki.*on now$/)).findByText('Now')).toBeDefined();
    expect((await row(/Noor Haddad.*over$/)).getByText('Over')).toBeDefined();
    expect(screen.queryByText(/Walkout/)).toBeNull();
  });

  it('keeps what the video in the corner has not shown yet', async () => {
    showPicture(5);
    open('');
    await ring(stateOf(8, firstIsOn));
    await ring(stateOf(1, secondIsOn));
    expect(await (await row(/Noor Haddad.*on now$/)).findByText('Now')).toBeDefined();
    expect(document.body.textContent).not.toMatch(/Over|Walkout/);
    showPicture(0);
    expect(
      await (await row(/Hana Kurosaki.*on now$/)).findByText('Now', {}, { timeout: 3_000 }),
    ).toBeDefined();
  });
});

describe('the watch page', () => {
  const tonight = async () => within(await screen.findByRole('region', { name: 'Tonight' }));

  it('shows beside the picture who fights now, in which round, and who comes next', async () => {
    showPicture(0.5);
    open('live');
    const at = new Date(Date.now() + 25 * minute);
    const later = (minutes: number) => new Date(at.getTime() + minutes * minute).toISOString();
    const expected = { boutId: second, at: later(0), earliest: later(-9), latest: later(12), isPlan: false };
    await ring(stateOf(2, { ...firstIsOn, expected: [expected] }));
    const now = within((await tonight()).getByRole('button', { name: /^Now, Noor Haddad, .*, Round 2$/ }));
    expect(now.getByText(/^Round 2, 1:[23]\d$/)).toBeDefined();
    expect(
      (await tonight()).getByRole('button', { name: /^Next, Hana Kurosaki.*in about 25 minutes$/ }),
    ).toBeDefined();
    expect((await tonight()).getByText(/^About (?:\w{3}, )?\d\d:\d[05]/)).toBeDefined();
  });

  it('shows nothing before the picture of a viewer who is behind has come to it', async () => {
    showPicture(5);
    open('live');
    await ring(stateOf(1, secondIsOn));
    await screen.findByText('2 fights');
    // What would be shown has come by then.
    await ring(stateOf(6, firstIsOn));
    expect(await tonight()).toBeDefined();
    await ring(stateOf(1, secondIsOn));
    expect((await tonight()).getByRole('button', { name: /^Now, Noor Haddad/ })).toBeDefined();
    expect(document.body.textContent).not.toMatch(/Over|Walkout/);
  });
});

describe('a link to a fight', () => {
  const start = Date.parse('2026-11-20T20:00:00Z');
  const marks = [
    { id: first, startsAt: start + 60_000, bellAt: undefined },
    { id: second, startsAt: start + 600_000, bellAt: undefined },
  ];

  it('goes to its beginning once, as soon as there is a picture', async () => {
    const seekTo = vi.fn();
    const positionOf = (takenAt: number) => (takenAt - start) / 1_000;
    let hasFrame = false;
    const player = playerWith({ seekTo, positionOf }, { currentTime: 0, marks });
    const { getState } = player;
    setActivePlayers(() => [{ ...player, getState: () => ({ ...getState(), hasFrame }) }]);
    open('live', boutHash(second));
    await screen.findByText('2 fights');
    hasFrame = true;
    await waitFor(() => expect(seekTo).toHaveBeenCalledExactlyOnceWith(600));
  });

  it('is shared: to the page of the event, or to its place in the video', async () => {
    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    const press = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Share this fight' }));
      await userEvent.keyboard('{Escape}');
    };
    open('');
    await userEvent.click(await screen.findByRole('button', { name: /^Fight.*Noor Haddad/ }));
    await press();
    cleanup();
    open('live');
    await userEvent.click(await screen.findByText('2 fights'));
    await userEvent.click(await screen.findByRole('button', { name: /^Fight.*Noor Haddad/ }));
    await press();
    Reflect.deleteProperty(navigator, 'share');
    const title = 'Noor Haddad v Jens Okafor, Rotterdam Rumble 7';
    const page = `${window.location.origin}/competitions/${slug}`;
    expect(share.mock.calls).toEqual([
      [{ title, url: `${page}${boutHash(first)}` }],
      [{ title, url: `${page}/main-card${boutHash(first)}` }],
    ]);
  });
});

describe('the replay', () => {
  it('names the fight that the picture shows, and leads to its beginning and its bell', async () => {
    const seekTo = vi.fn();
    const setChapters = vi.fn();
    const start = Date.parse('2026-11-20T20:00:00Z');
    const marks = [
      { id: first, startsAt: start + 60_000, bellAt: start + 180_000 },
      { id: second, startsAt: start + 600_000, bellAt: undefined },
    ];
    const positionOf = (takenAt: number) => (takenAt - start) / 1_000;
    const player = playerWith({ seekTo, setChapters, positionOf }, { currentTime: 90, marks });
    setActivePlayers(() => [player]);
    open('live');
    const tonight = within(await screen.findByRole('region', { name: 'Tonight' }));
    expect(tonight.getByRole('button', { name: /^Now, Noor Haddad/ })).toBeDefined();
    const titles = ['Noor Haddad v Jens Okafor', 'Hana Kurosaki v Fleur Dumontrieux'];
    expect(setChapters).toHaveBeenLastCalledWith([
      { boutId: first, title: titles[0], start: 60, bellAt: 180 },
      { boutId: second, title: titles[1], start: 600, bellAt: undefined },
    ]);
    await userEvent.click(tonight.getByRole('button', { name: 'Skip to the bell' }));
    await userEvent.click(tonight.getByRole('button', { name: 'From the start of this fight' }));
    expect(seekTo.mock.calls).toEqual([[180], [60]]);
    expect(tonight.queryByText(/Hana Kurosaki/)).toBeNull();
  });

  it('says nothing of the phase to somebody who watches on, whatever the night was told last', async () => {
    const blocks = [fakeBlock('Prelims', { from: -4, to: -2 }), fakeBlock('Main card', { from: -1, to: 2 })];
    server.on('get', api, { status: 200, body: { ...fakeCompetition(blocks), slug } });
    const start = Date.now() - 240 * minute;
    const positionOf = (takenAt: number) => (takenAt - start) / 1_000;
    const marks = [{ id: first, startsAt: start + 60_000, bellAt: undefined }];
    const figures = vi.fn(() => ({ takenAt: Date.now(), latency: null, network: null }));
    setActivePlayers(() => [playerWith({ figures, positionOf }, { currentTime: 90, marks })]);
    open('prelims');
    await ring(stateOf(1, secondIsOn));
    const tonight = within(await screen.findByRole('region', { name: 'Tonight' }));
    // The page has looked at its picture again since.
    const looks = figures.mock.calls.length;
    await waitFor(() => expect(figures.mock.calls.length).toBeGreaterThan(looks + 2), { timeout: 10_000 });
    expect(tonight.getByRole('button', { name: /^Now, Noor Haddad/ }).textContent).not.toMatch(
      /Walkout|Round/,
    );
  });
});
