import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { renderPage } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { BlockAccess, Competition } from '../competition-types.ts';
import { CompetitionHero } from '../page/competition-hero.tsx';

const server = fakeApiServer();
const path = '/api/v1/kickboxing/competitions/{competitionId}';

beforeEach(signOut);
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

const free = fakeBlock('Main card', { from: 48, to: 52 });
const paid = fakeBlock('Main card', { from: 48, to: 52 }, { paymentRequired: true });
const page = '/competitions/rotterdam-rumble-7?checkout=canceled&promotion=SECRET';

function open(change: Partial<Competition> = {}, block = free) {
  renderPage(<CompetitionHero competition={fakeCompetition([block], change)} />, page);
}

const nowhere = { name: null, address: null, cityName: null, countryName: null };

// docs/product.md, 36.4.
describe('the place', () => {
  it('has its address and a link to a map, which learns nothing of this page', () => {
    const location = {
      name: 'Maashal & Co',
      address: 'Kadeweg 7',
      cityName: 'Rotterdam',
      countryName: 'Netherlands',
    };
    open({ location });
    expect(screen.getByText('Maashal & Co, Rotterdam')).toBeDefined();
    expect(screen.getByText('Kadeweg 7, Netherlands')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Map of Maashal & Co, Rotterdam, in a new tab' });
    const address = new URL(link.getAttribute('href') ?? '');
    expect(address.origin).toBe('https://www.openstreetmap.org');
    expect(address.searchParams.get('query')).toBe('Maashal & Co, Kadeweg 7, Rotterdam, Netherlands');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('has no map where only the country is known, and no line where nothing is', () => {
    open({ location: { ...nowhere, countryName: 'Norway' } });
    expect(screen.getByText('Norway')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Map/ })).toBeNull();
  });

  it('is left out where none is known', () => {
    open({ location: nowhere });
    expect(screen.queryByRole('link', { name: /Map/ })).toBeNull();
  });
});

// docs/product.md, 36.5.
describe('the calendar', () => {
  const link = () => screen.queryByRole('link', { name: 'Add to calendar' });

  it('gets an upcoming public event, and no other', () => {
    open();
    expect(link()?.getAttribute('href')).toBe('/api/v1/kickboxing/competitions/rumble-id/calendar');
  });

  it.each([
    ['hidden', { status: 'hidden' as const }, free],
    ['live', {}, fakeBlock('Main card', { from: -1, to: 2 })],
    ['over', {}, fakeBlock('Main card', { from: -4, to: -2 })],
  ])('does not get one that is %s', (_, change, block) => {
    open(change, block);
    expect(link()).toBeNull();
    expect(screen.getByRole('button', { name: 'Share' })).toBeDefined();
  });

  it('says so when the file is not there, and stays on the page', async () => {
    server.on('get', `${path}/calendar`, { status: 503, body: problemBody({ status: 503 }) });
    open();
    await userEvent.click(link() as HTMLElement);
    expect(await screen.findByText('The calendar file could not be loaded')).toBeDefined();
  });
});

// docs/product.md, 36.6.
describe('sharing', () => {
  const url = 'http://localhost:3000/competitions/rotterdam-rumble-7';
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Share' }));
  const device = (share: () => Promise<void>) =>
    Object.defineProperty(navigator, 'share', { configurable: true, value: vi.fn(share) });

  it('gives the device the address of the page, without what else is in the address bar', async () => {
    const user = userEvent.setup();
    device(async () => {});
    open();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(navigator.share).toHaveBeenCalledWith({ title: 'Rotterdam Rumble 7', url });
    expect(await navigator.clipboard.readText()).toBe('');
  });

  it('leaves it at that when the viewer changes their mind', async () => {
    const user = userEvent.setup();
    device(() => Promise.reject(new DOMException('no', 'AbortError')));
    open();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await navigator.clipboard.readText()).toBe('');
    expect(screen.queryByText('The link was copied')).toBeNull();
  });

  it('copies the link where the device shares nothing, and says so', async () => {
    const user = userEvent.setup();
    device(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    open();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await navigator.clipboard.readText()).toBe(url);
    const toast = (await screen.findByText('The link was copied')).closest('[role=status]');
    expect(within(toast as HTMLElement).getByText(url)).toBeDefined();
  });

  it('shows the link where no page may copy', async () => {
    userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    open();
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Share Rotterdam Rumble 7' });
    const field = (await within(dialog).findByLabelText('Link')) as HTMLInputElement;
    expect([field.value, field.readOnly]).toEqual([url, true]);
  });
});

// docs/product.md, 36.2; what is decided is in main-action.test.ts.
describe('the first action', () => {
  const access = (reason: BlockAccess['reason']) =>
    server.on('get', `${path}/access`, {
      status: 200,
      body: {
        blocks: [{ blockId: paid.id, canWatch: reason === null, reason, startDate: null, endDate: null }],
      },
    });

  it('is an account for a visitor of a free event, and leads back to it', () => {
    open();
    const link = screen.getByRole('link', { name: 'Create a free account' });
    expect(link.getAttribute('href')).toBe('/auth/register?returnTo=%2Fcompetitions%2Frotterdam-rumble-7');
  });

  it('is the tickets, until it is known that the viewer has access', async () => {
    signIn();
    access('access-not-started');
    open({}, paid);
    expect(screen.queryByRole('link', { name: 'See the tickets' })).toBeNull();
    expect(await screen.findByText('You have access')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'See the tickets' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Add to calendar' })).toBeDefined();
  });

  it('is the tickets for a viewer without one, and the picture is not offered', async () => {
    signIn();
    access('access-required');
    open({}, fakeBlock('Main card', { from: -1, to: 2 }, { paymentRequired: true }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'See the tickets' })).toBeDefined());
    expect(screen.queryByRole('link', { name: 'Watch live' })).toBeNull();
  });

  it('says that an event is over of which there is no replay', () => {
    open({}, fakeBlock('Main card', { from: -4, to: -2 }, { liveStreams: [] }));
    expect(screen.getByText('This fight night is over. There is no replay of it.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'See all replays' }).getAttribute('href')).toBe('/replays');
  });
});
