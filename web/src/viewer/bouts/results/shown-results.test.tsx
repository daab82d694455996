import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { setActivePlayers } from '../../../media/active-players.ts';
import { pageSwitches } from '../../../media/page-switches.ts';
import { initialState } from '../../../media/player-state.ts';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { fakeResult } from '../../../test/fake-results.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import CompetitionPage from '../../competitions/page/competition-page.tsx';
import ResultsPage from '../../competitions/results/results-page.tsx';
import LivePage from '../../watching/page/live-page.tsx';
import { choose, revealed } from './results-choice.ts';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const bouts = [fakeBout('Noor Haddad', 'Jens Okafor'), fakeBout('Hana Kurosaki', 'Fleur Dumontrieux')];
const [first, second] = bouts as [(typeof bouts)[0], (typeof bouts)[0]];
const minutes = (count: number) => new Date(Date.now() - count * 60_000).toISOString();

let eventId = '';
let events = 0;
beforeEach(() => {
  signOut();
  setActivePlayers(() => []);
  revealed.set(new Map());
  events += 1;
  eventId = `event-${events}`;
  server.on('get', `${api}/bouts`, { status: 200, body: { data: bouts, total: bouts.length } });
  answerResults(fakeResult(first), fakeResult(second, { winner: 'blue' }));
});

function answerResults(...data: ReturnType<typeof fakeResult>[]) {
  server.on('get', `${api}/results`, { status: 200, body: { data, total: data.length } });
}
const asked = () => server.calls().filter(({ path }) => path.endsWith('/results')).length;

function open(page: '' | 'live' | 'results', from = -2) {
  const block = fakeBlock('Main card', { from, to: from + 3 });
  const competition = fakeCompetition([block], { id: eventId, slug: eventId });
  server.on('get', api, { status: 200, body: competition });
  renderRoutes(
    [
      { path: '/competitions/:competitionSlug', element: <CompetitionPage /> },
      { path: '/competitions/:competitionSlug/live', element: <LivePage /> },
      { path: '/competitions/:competitionSlug/results', element: <ResultsPage /> },
    ],
    `/competitions/${eventId}/${page}`,
  );
}
const group = async () => within(await screen.findByRole('group', { name: 'Results of this event' }));
const press = async (name: string) => userEvent.click((await group()).getByRole('button', { name }));
const row = (name: RegExp) => screen.findByRole('button', { name });
const told = /won|KO/;

describe('the first visit', () => {
  it('asks once; hidden asks the server for nothing', async () => {
    open('');
    await row(/Noor Haddad/);
    await press('Keep results hidden');
    const chip = (await group()).getByRole('button', { name: 'Results hidden Show' });
    expect(document.activeElement).toBe(chip);
    expect((await group()).getByRole('link', { name: 'All results' }).getAttribute('href')).toBe(
      `/competitions/${eventId}/results`,
    );
    expect(document.body.textContent).not.toMatch(told);
    expect(asked()).toBe(0);
  });

  it('shows who has won, and how, and takes it back', async () => {
    open('');
    await press('Show results');
    const noor = within(await row(/Noor Haddad.*Noor Haddad won: KO, round 2, 1:34$/));
    expect(noor.getByText('Won').closest('[data-corner]')?.textContent).toContain('Noor Haddad');
    expect(noor.getByText('KO, round 2, 1:34')).toBeDefined();
    await press('Results shown Hide');
    await waitFor(() => expect(document.body.textContent).not.toMatch(told));
  });

  it('does not ask before the event has begun', async () => {
    choose(eventId, 'shown');
    open('', 1);
    await row(/Noor Haddad/);
    expect(screen.queryByRole('group', { name: 'Results of this event' })).toBeNull();
    expect(asked()).toBe(0);
  });

  it('offers another try when the results do not come', async () => {
    server.on('get', `${api}/results`, { status: 404, body: {} as never });
    open('');
    await press('Show results');
    const again = await screen.findByRole('button', { name: 'Results did not come. Try again' });
    answerResults(fakeResult(first));
    await userEvent.click(again);
    await row(/Noor Haddad won/);
  });
});

describe('an account that always shows results', () => {
  const preferences = (showsResults: boolean) => {
    signIn();
    server.on('get', `${api}/access`, { status: 200, body: { blocks: [] } });
    server.on('get', '/api/v1/identity/profile/preferences', { status: 200, body: { showsResults } });
  };

  it.each(['', 'results'] as const)('is not asked, on /%s', async (page) => {
    preferences(true);
    open(page);
    await waitFor(() => expect(document.body.textContent).toContain('KO, round 2, 1:34'));
    expect((await group()).getByRole('button', { name: 'Results shown Hide' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show results' })).toBeNull();
  });

  it('sees what it has chosen for this event', async () => {
    preferences(true);
    choose(eventId, 'hidden');
    open('');
    expect((await group()).getByRole('button', { name: 'Results hidden Show' })).toBeDefined();
    expect(asked()).toBe(0);
  });

  it('is asked when it has chosen nothing', async () => {
    preferences(false);
    open('');
    expect(await (await group()).findByRole('button', { name: 'Keep results hidden' })).toBeDefined();
    expect(asked()).toBe(0);
  });
});

describe('one result', () => {
  it('is shown alone', async () => {
    open('');
    await userEvent.click(await row(/Noor Haddad/));
    const dialog = within(await screen.findByRole('dialog'));
    expect(asked()).toBe(0);
    await userEvent.click(await dialog.findByRole('button', { name: 'Show this result' }));
    expect(await dialog.findByText('Noor Haddad won: KO, round 2, 1:34')).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByRole('status'));
    await userEvent.keyboard('{Escape}');
    await row(/Noor Haddad won/);
    expect(document.body.textContent).not.toContain('Fleur Dumontrieux won');
    expect((await group()).getByRole('button', { name: 'Show results' })).toBeDefined();
  });

  it('may not be known yet', async () => {
    answerResults();
    choose(eventId, 'shown');
    open('');
    await userEvent.click(await row(/Noor Haddad/));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('No official result yet')).toBeDefined();
  });
});

describe('beside a live picture', () => {
  const show = (minutesBehind: number) =>
    setActivePlayers(() => [
      {
        mediaId: 'main-card-stream/live',
        getState: () => ({
          ...initialState('', { title: '', description: null, poster: null }, { level: 1, isMuted: false }),
          hasFrame: true,
          isLive: true,
        }),
        subscribe: () => () => {},
        figures: () => ({ takenAt: Date.now() - minutesBehind * 60_000, latency: null, network: null }),
        positionOf: () => null,
        seekTo: () => {},
        setChapters: () => {},
      },
    ]);

  it.each(['', 'live'] as const)('a result waits for the picture, on /%s', async (page) => {
    answerResults(
      fakeResult(first, { updatedAt: minutes(30) }),
      fakeResult(second, { updatedAt: minutes(5) }),
    );
    choose(eventId, 'shown');
    show(10);
    open(page);
    if (page === 'live') await userEvent.click(await screen.findByText('2 fights'));
    await row(/Noor Haddad won/);
    expect(document.body.textContent).not.toContain('Hana Kurosaki won');
    act(() => show(0));
    await row(/Hana Kurosaki won/);
  });
});

it('is a switch in the settings of the player, too', async () => {
  open('live');
  await group();
  const [first] = pageSwitches.get();
  expect(first).toMatchObject({ name: 'Show results', isOn: false });
  act(() => first?.toggle());
  expect((await group()).getByRole('button', { name: 'Results shown Hide' })).toBeDefined();
  expect(pageSwitches.get()).toMatchObject([{ isOn: true }]);
});

describe('the page of the results', () => {
  it('asks first', async () => {
    open('results');
    await screen.findByRole('heading', { name: 'Results' });
    await group();
    expect(asked()).toBe(0);
    await press('Show results');
    expect(await screen.findByText('Fleur Dumontrieux won: KO, round 2, 1:34')).toBeDefined();
    await press('Results shown Hide');
    await waitFor(() => expect(document.body.textContent).not.toMatch(told));
  });
});
