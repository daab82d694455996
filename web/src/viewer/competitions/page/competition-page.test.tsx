import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { fakeEventOffer, fakeOffer } from '../../../test/fake-shop.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { Bout } from '../../bouts/bouts.queries.ts';
import type { BlockAccess, Competition } from '../competition-types.ts';
import CompetitionPage from './competition-page.tsx';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';

beforeEach(signOut);

function open(
  competition: Competition,
  accesses: BlockAccess[] = [],
  { bouts = [], hash = '' }: { bouts?: Bout[]; hash?: string } = {},
) {
  server.on('get', api, { status: 200, body: competition });
  server.on('get', `${api}/access`, { status: 200, body: { blocks: accesses } });
  server.on('get', `${api}/bouts`, { status: 200, body: { data: bouts, total: bouts.length } });
  renderRoutes(
    [{ path: '/competitions/:competitionSlug', element: <CompetitionPage /> }],
    `/competitions/rotterdam-rumble-7${hash}`,
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
  it('begins with the main event for who likes that, and remembers it', async () => {
    const blockId = before.id;
    const bouts = [
      fakeBout('Ada', 'Bo', { blockId, position: 1 }),
      fakeBout('Cy', 'Di', { position: 1 }),
      fakeBout('Eve', 'Flo', { position: 2 }),
    ];
    const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    const fights = () =>
      screen.getAllByRole('button', { name: /^Fight/ }).map((button) => button.textContent.split(',')[1]);
    open(fakeCompetition([before, now, after]), [], { bouts });
    const order = await screen.findByRole('button', { name: 'Main event first', pressed: false });
    await userEvent.click(order);
    expect(names()).toEqual(['Main card', 'Undercard', 'Afterparty']);
    expect(fights()).toEqual([' Eve', ' Cy', ' Ada']);
    const main = screen.getByRole('button', { name: /^Fight 2 of 2, Eve/ });
    expect(main.closest('li')?.dataset.mainEvent).toBe('true');
    expect(window.localStorage.getItem('ringside-main-first')).toBe('1');
    await userEvent.click(screen.getByRole('button', { name: 'Main event first', pressed: true }));
    expect(names()).toEqual(['Undercard', 'Main card', 'Afterparty']);
    expect(fights()).toEqual([' Ada', ' Cy', ' Eve']);
    expect(window.localStorage.getItem('ringside-main-first')).toBe(null);
  });

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
    const free = (await row('Main card')).getByText('Free with an account');
    // No green check mark: the visitor has no account.
    expect([free.dataset.open, free.querySelector('.tabler-icon-user') === null]).toEqual([undefined, false]);
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
  it('is shown as the server has rendered it', async () => {
    const contentHtml = '<h2>Tonight</h2>\n<p>The <strong>title</strong> is on the line.</p>\n';
    open(fakeCompetition([now], { content: '# Tonight', contentHtml }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Tonight' })).toBeDefined();
    expect(screen.getByText('title').tagName).toBe('STRONG');
  });
});

// docs/product.md, 36.7.
describe('the rows of the card', () => {
  const day = (from: number) => {
    const [block] = [fakeBlock('x', { from, to: from + 1 })];
    return new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }).format(new Date(block?.startDate ?? 0));
  };

  it('say each day once', async () => {
    const blocks = [100, 100.1, 148, 148.1].map((from, index) =>
      fakeBlock(`Bout ${index}`, { from, to: from + 0.05 }),
    );
    open(fakeCompetition(blocks));
    await row('Bout 0');
    const card = within(screen.getByRole('region', { name: 'The card' }));
    expect(card.getAllByText(day(100))).toHaveLength(1);
    expect(card.getAllByText(day(148))).toHaveLength(1);
  });

  it('say no day where the poster has said it, and another place where there is one', async () => {
    const elsewhere = { name: 'Kuip', address: null, cityName: 'Rotterdam', countryName: null };
    const [first, second] = [100, 100.1].map((from, index) =>
      fakeBlock(`Bout ${index}`, { from, to: from + 0.05 }, index === 1 ? { location: elsewhere } : {}),
    );
    open(fakeCompetition([first, second].filter((block) => block !== undefined)));
    expect((await row('Bout 1')).getByText('Kuip, Rotterdam')).toBeDefined();
    const card = within(screen.getByRole('region', { name: 'The card' }));
    expect(card.queryByText(day(100))).toBeNull();
  });

  it('show what a block costs, or the whole event where it is not sold alone, to those who need it', async () => {
    const sold = { paymentRequired: true };
    const main = fakeBlock('Main card', { from: 5, to: 6 }, { ...sold, stripePriceId: 'price_MainCard' });
    const finals = fakeBlock('Finals', { from: 7, to: 8 }, sold);
    const owned = fakeBlock('Prelims', { from: 4, to: 5 }, sold);
    server.on('get', '/api/v1/shop/offers/{competitionId}', {
      status: 200,
      body: {
        data: [
          fakeEventOffer(),
          fakeOffer({ blockId: main.id }),
          fakeOffer({ blockId: finals.id, state: 'part-of-event', price: null, stripePriceId: null }),
          fakeOffer({ blockId: owned.id, state: 'on-sale' }),
        ],
      },
      headers: { 'Cache-Control': 'no-store' },
    });
    signIn();
    const accesses = [
      access(main.id, { reason: 'access-required' }),
      access(finals.id, { reason: 'access-required' }),
      access(owned.id, { reason: 'access-not-started', startDate: '2026-11-21T12:00:00Z' }),
    ];
    open(fakeCompetition([owned, main, finals], { stripePriceId: 'price_Rumble' }), accesses);
    const own = await (await row('Main card')).findByRole('link', { name: /^€14\.99 ticket: Main card$/ });
    expect(own.getAttribute('href')).toBe('#tickets');
    expect((await row('Main card')).getByText('Ticket needed')).toBeDefined();
    expect((await row('Finals')).getByRole('link', { name: /^€.* whole event: Finals$/ })).toBeDefined();
    expect((await row('Prelims')).queryByText(/€/)).toBeNull();
  });
});

describe('the bouts', () => {
  const title = fakeBout('Noor Haddad', 'Jens Okafor', { position: 2, title: 'Lightweight title' });
  const bouts = [fakeBout('Ada Verbeek', '', { blockId: 'undercard-id' }), fakeBout('Bo', 'Cas'), title];

  it('stand under their block, and open the tale of the tape', async () => {
    open(fakeCompetition([before, now, after]), [], { bouts });
    const block = await row('Main card');
    const names = (await block.findAllByRole('button')).map((button) => button.textContent);
    expect(names.map((name) => name?.slice(0, 13))).toEqual(['Fight 1 of 2,', 'Fight 2 of 2,']);
    expect(
      (await row('Undercard')).getByRole('button', { name: /Ada Verbeek.*To be announced/ }),
    ).toBeDefined();
    expect((await row('Afterparty')).queryByRole('button')).toBe(null);
    await userEvent.click(block.getByRole('button', { name: /Noor Haddad/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Noor Haddad v Jens Okafor' }));
    expect(await dialog.findByText('Lightweight title')).toBeDefined();
  });

  it('are reached by an address', async () => {
    open(fakeCompetition([before, now]), [], { bouts, hash: `#bout-${title.id}` });
    expect(await screen.findByRole('dialog', { name: 'Noor Haddad v Jens Okafor' })).toBeDefined();
  });

  it('leave the blocks alone when the card cannot be had', async () => {
    open(fakeCompetition([now]));
    server.on('get', `${api}/bouts`, { status: 503, body: problemBody({ status: 503 }) });
    expect(await screen.findByRole('link', { name: 'Main card' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBe(null);
  });
});
