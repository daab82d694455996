import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApiServer } from '../test/api-server.ts';
import { fakeBlock, fakeCompetition } from '../test/fake-competition.ts';
import { renderRoutes } from '../test/render.tsx';
import { signIn, signOut } from '../test/session-cookies.ts';
import CompetitionPage from './competition-page.tsx';
import type { BlockAccess, Competition } from './competition-types.ts';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';

beforeEach(signOut);

function open(competition: Competition, accesses: BlockAccess[] = []) {
  server.on('get', api, { status: 200, body: competition });
  server.on('get', `${api}/access`, { status: 200, body: { blocks: accesses } });
  renderRoutes(
    [{ path: '/competitions/:competitionSlug', element: <CompetitionPage /> }],
    '/competitions/rotterdam-rumble-7',
  );
}

const before = fakeBlock('Undercard', { from: -3, to: -1 });
const now = fakeBlock('Main card', { from: -1, to: 2 });
const after = fakeBlock('Afterparty', { from: 3.01, to: 4 }, { paymentRequired: true });

async function row(name: string) {
  const link = await screen.findByRole('link', { name });
  const item = link.closest('li');
  if (!item) throw new Error(`${name} is not a row of the card`);
  return within(item);
}

const access = (blockId: string, change: Partial<BlockAccess>): BlockAccess => ({
  blockId,
  canWatch: false,
  reason: null,
  startDate: null,
  endDate: null,
  ...change,
});

describe('the card', () => {
  it('shows the state of each block', async () => {
    open(fakeCompetition([after, now, before]));
    expect((await row('Undercard')).getByText('Replay')).toBeDefined();
    expect((await row('Main card')).getByText('Live')).toBeDefined();
    expect((await row('Afterparty')).getByText('Starts in 3 h')).toBeDefined();
    const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(names).toEqual(['Undercard', 'Main card', 'Afterparty']);
  });

  it('links to the page of each block', async () => {
    open(fakeCompetition([now]));
    const link = await screen.findByRole('link', { name: 'Main card' });
    expect(link.getAttribute('href')).toBe('/competitions/rotterdam-rumble-7/main-card');
  });

  it('shows a visitor which blocks need an account or an access', async () => {
    open(fakeCompetition([now, after]));
    expect((await row('Main card')).getByText('Free with an account')).toBeDefined();
    expect((await row('Afterparty')).getByText('Access needed')).toBeDefined();
    expect(server.calls().some(({ path }) => path.endsWith('/access'))).toBe(false);
  });

  it.each([
    ['You have access', { canWatch: true }],
    ['You have access', { reason: 'stream-inactive' }],
    ['Access needed', { reason: 'access-required' }],
    ['Your access has ended', { reason: 'access-ended' }],
    [
      /^Your access starts Sat, 21 Nov 2026/,
      { reason: 'access-not-started', startDate: '2026-11-21T12:00:00Z' },
    ],
  ] as const)('shows a viewer: %s', async (text, change) => {
    signIn();
    open(fakeCompetition([after]), [access(after.id, change)]);
    expect(await (await row('Afterparty')).findByText(text)).toBeDefined();
  });

  it('says that it is empty', async () => {
    open(fakeCompetition([]));
    expect(await screen.findByRole('heading', { name: 'The card is not out yet' })).toBeDefined();
  });
});

describe('the stage', () => {
  it('links to the live page', async () => {
    open(fakeCompetition([before, now]));
    const link = await screen.findByRole('link', { name: 'Watch live' });
    expect(link.getAttribute('href')).toBe('/competitions/rotterdam-rumble-7/live');
  });

  it('counts down before the event', async () => {
    open(fakeCompetition([after]));
    expect(await screen.findByRole('timer', { name: 'Starts in 3 h' })).toBeDefined();
    expect(screen.queryByRole('link', { name: /Watch/ })).toBeNull();
  });

  it('links to the replay after the event', async () => {
    open(fakeCompetition([before]));
    const link = await screen.findByRole('link', { name: 'Watch the replay' });
    expect(link.getAttribute('href')).toBe('/competitions/rotterdam-rumble-7/undercard');
  });
});

describe("the organiser's text", () => {
  it('is shown as Markdown, one step below the headings of the page', async () => {
    open(fakeCompetition([now], { content: '# Tonight\n\nThe **title** is on the line.' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Tonight' })).toBeDefined();
    expect(screen.getByText('title').tagName).toBe('STRONG');
  });

  it('cannot contain scripts, frames or dangerous links', async () => {
    const content = [
      'Safe words <script>alert(1)</script><img src=x onerror=alert(1)>',
      '<iframe src="https://evil.example"></iframe>',
      '[press](javascript:alert(1))',
    ].join('\n\n');
    open(fakeCompetition([now], { content }));
    const words = await screen.findByText(/Safe words/);
    const text = words.parentElement as HTMLElement;
    expect(text.querySelector('script, img, iframe, [onerror]')).toBeNull();
    expect(screen.getByText('press').getAttribute('href') ?? '').not.toContain('javascript');
  });
});
