/** "Seen" on the card: by what this browser's picture has shown, and never ahead of a picture that is behind. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ActivePlayer, setActivePlayers } from '../../../media/active-players.ts';
import { initialState, type PlayerState } from '../../../media/player-state.ts';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signOut } from '../../../test/session-cookies.ts';
import CompetitionPage from '../../competitions/page/competition-page.tsx';
import BlockPage from '../../watching/page/block-page.tsx';
import { receiveState } from '../night/card-memory.ts';
import { noteSeen, seenBouts } from './seen-bouts.ts';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const bouts = [fakeBout('Noor Haddad', 'Jens Okafor'), fakeBout('Hana Kurosaki', 'Fleur Dumontrieux')];
const [first, second] = bouts.map(({ id }) => id) as [string, string];

let slug = '';
let nights = 0;
function open(page: 'main-card' | '', block: { from: number; to: number }) {
  const competition = { ...fakeCompetition([fakeBlock('Main card', block)]), slug, id: `${slug}-id` };
  server.on('get', api, { status: 200, body: competition });
  renderRoutes(
    [
      { path: '/competitions/:competitionSlug', element: <CompetitionPage /> },
      { path: '/competitions/:competitionSlug/:blockSlug', element: <BlockPage /> },
    ],
    `/competitions/${slug}/${page}`,
  );
}
beforeEach(() => {
  signOut();
  nights += 1;
  slug = `seen-night-${nights}`;
  server.on('get', `${api}/bouts`, { status: 200, body: { data: bouts, total: bouts.length } });
});
afterEach(() => setActivePlayers(() => []));

const row = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 4_000 });

it('is a bout that the picture of this page has shown, and none that was jumped over', async () => {
  const start = Date.parse('2026-11-20T20:00:00Z');
  const marks = [
    { id: first, startsAt: start, bellAt: start + 60_000 },
    { id: second, startsAt: start + 600_000, bellAt: start + 660_000 },
  ];
  const initial = initialState(
    'ring/replay',
    { title: '', description: null, poster: null },
    { level: 1, isMuted: false },
  );
  let state: PlayerState = { ...initial, hasFrame: true, isPaused: false, currentTime: 704, marks };
  const player: ActivePlayer = {
    mediaId: 'ring/replay',
    getState: () => state,
    subscribe: () => () => {},
    figures: () => ({ takenAt: null, latency: null, network: null }),
    positionOf: (takenAt) => (takenAt - start) / 1_000,
    seekTo: () => {},
    setChapters: () => {},
  };
  setActivePlayers(() => [player]);
  open('main-card', { from: -3, to: -1 });
  await userEvent.click(await screen.findByText('2 fights'));
  expect((await row(/^Fight.*Kurosaki/)).textContent).not.toMatch(/seen/i);
  state = { ...state, currentTime: 706 };
  await row(/^Fight.*Kurosaki.*, seen$/);
  expect((await row(/^Fight.*Haddad/)).textContent).not.toMatch(/seen/i);
  expect(seenBouts.get()[`${slug}-id`]).toEqual([second]);
});

it('does not say on the page of the event what another tab, which is behind, has not shown', async () => {
  noteSeen(`${slug}-id`, first);
  const other = new BroadcastChannel('ringside-picture');
  const tell = (minutesBehind: number) =>
    act(async () => {
      const takenAt = Date.now() - minutesBehind * 60_000 + 2_000;
      const picture = { liveStreamId: 'ring', takenAt, isAtEdge: false, kind: 'live' };
      other.postMessage({ kind: 'shows', tab: 'behind', pictures: [picture] });
    });
  await tell(5);
  open('', { from: -1, to: 1 });
  const round = { boutId: first, phase: 'round', round: 2 } as const;
  const known = {
    cardTag: 'tag',
    expected: [],
    venueDelays: [{ liveStreamId: 'ring', milliseconds: 2_000 }],
  };
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await act(async () => {
    receiveState(slug, { ...known, at: at(8), on: [round], overBoutIds: [] });
    receiveState(slug, { ...known, at: at(1), on: [], overBoutIds: [first] });
  });
  await row(/^Fight.*Haddad.*on now$/);
  expect(document.body.textContent).not.toMatch(/seen/i);
  await tell(0);
  expect((await row(/^Fight.*Haddad.*, seen$/)).textContent).toMatch(/Seen/);
  await tell(5);
  await waitFor(() => expect(document.body.textContent).not.toMatch(/seen/i), { timeout: 4_000 });
  other.close();
});
