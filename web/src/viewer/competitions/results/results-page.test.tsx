import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signOut } from '../../../test/session-cookies.ts';
import { choose } from '../../bouts/results/results-choice.ts';
import ResultsPage from './results-page.tsx';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const prelims = fakeBlock('Prelims', { from: -5, to: -3 });
const main = fakeBlock('Main card', { from: -3, to: -1 });
const competition = fakeCompetition([prelims, main]);
const fighter = (name: string) => ({ id: name, slug: name.toLowerCase(), name });
const result = {
  boutId: 'title',
  blockId: main.id,
  version: 1,
  updatedAt: '2026-11-21T21:00:00Z',
  red: fighter('Noor Haddad'),
  blue: fighter('Jens Okafor'),
  winner: 'blue',
  method: 'decision-split',
  round: null,
  seconds: null,
  scorecards: [{ judge: 'Ana Sousa', red: 47, blue: 48 }],
  note: 'After the extra round.',
} as const;

beforeEach(signOut);

function open(data: object[]) {
  choose(competition.id, 'shown');
  server.on('get', api, { status: 200, body: competition });
  server.on('get', `${api}/results`, { status: 200, body: { data, total: data.length } as never });
  renderRoutes(
    [{ path: '/competitions/:competitionSlug/results', element: <ResultsPage /> }],
    '/competitions/rotterdam-rumble-7/results',
  );
}

it('says how the fights of each block ended, under a title that does not', async () => {
  open([result]);
  const section = within(await screen.findByRole('region', { name: 'Main card' }));
  expect(section.getByText('Jens Okafor won: Split decision')).toBeDefined();
  expect(section.getByText('Ana Sousa: 47–48')).toBeDefined();
  expect(section.getByText('After the extra round.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Prelims' })).toBe(null);
  await waitFor(() => expect(document.title).toContain('Results · '));
  expect(document.title).not.toContain('Okafor');
});

it('says that nothing is official yet', async () => {
  open([]);
  expect(await screen.findByRole('heading', { name: 'No official results yet' })).toBeDefined();
});
