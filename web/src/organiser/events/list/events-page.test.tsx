import type { components } from '@ringside/openapi/schema';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { renderPage } from '../../../test/render.tsx';
import EventsPage from './events-page.tsx';

const server = fakeApiServer();
type Event = components['schemas']['Event'];

function event(name: string, status: Event['status']): Event {
  return {
    id: name,
    name,
    slug: name.toLowerCase(),
    description: null,
    content: null,
    startDate: '2020-01-20T19:00:00+00:00',
    endDate: '2020-01-20T23:00:00+00:00',
    timezone: 'America/New_York',
    location: { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null },
    pictureId: null,
    status,
    stripePriceId: null,
    saleStartDate: null,
    saleEndDate: null,
  };
}

const path = '/api/v1/events';
const lastQuery = () => server.calls(path).at(-1)?.query;
const lastFilter = () => JSON.parse(lastQuery()?.get('filter') ?? 'null');

beforeEach(() => window.localStorage.clear());

it('lists the events with status and local time of the venue, each with a link', async () => {
  const data = [event('Gala', 'public'), event('Crown', 'draft')];
  server.on('get', path, { status: 200, body: { data, total: 2 } });
  renderPage(<EventsPage />, '/admin/events');
  const gala = await screen.findByRole('row', { name: /Gala/ });
  expect(within(gala).getByText('Public')).toBeDefined();
  expect(within(gala).getByRole('cell', { name: /20 Jan 2020, 14:00 GMT-5/ })).toBeDefined();
  expect(within(gala).getByRole('link', { name: 'Gala' }).getAttribute('href')).toBe('/admin/events/Gala');
  expect(screen.getByText('2 events')).toBeDefined();
});

it('reads filters, order and page from the address', async () => {
  server.on('get', path, { status: 200, body: { data: [event('Gala', 'public')], total: 60 } });
  renderPage(<EventsPage />, '/admin/events?name=50%25&status=draft&order=name&page=2');
  await screen.findByText('Gala');
  expect(lastFilter()).toEqual({ name: { ilike: '%50\\%%' }, status: { eq: 'draft' } });
  expect(lastQuery()?.get('order')).toBe('name');
  expect(lastQuery()?.get('offset')).toBe('25');
  expect(screen.getByText('26 to 50 of 60 events')).toBeDefined();
});

it('ignores what the address should not hold', async () => {
  server.on('get', path, { status: 200, body: { data: [event('Gala', 'public')], total: 1 } });
  renderPage(<EventsPage />, '/admin/events?status=gone&order=-secret&page=-3&startDate=tomorrow..never');
  await screen.findByText('Gala');
  expect(lastFilter()).toBeNull();
  expect(lastQuery()?.get('order')).toBe('-startDate');
  expect(lastQuery()?.get('offset')).toBe('0');
});

it('asks for no page that the contract refuses', async () => {
  server.on('get', path, { status: 200, body: { data: [], total: 3 } });
  renderPage(<EventsPage />, '/admin/events?page=99999999999999999999');
  expect(await screen.findByText('Nothing on this page')).toBeDefined();
  expect(Number(lastQuery()?.get('offset'))).toBeLessThan(2 ** 31);
});

it('asks for no year that the contract refuses', async () => {
  server.on('get', path, { status: 200, body: { data: [event('Gala', 'public')], total: 1 } });
  renderPage(<EventsPage />, '/admin/events?startDate=2026-01-01..9999-12-31');
  await screen.findByText('Gala');
  expect(Object.keys(lastFilter().startDate)).toEqual(['gte']);
});

it('searches when the typing pauses, goes back to the first page, and can be cleared', async () => {
  server.on('get', path, { status: 200, body: { data: [event('Gala', 'public')], total: 60 } });
  renderPage(<EventsPage />, '/admin/events?page=2');
  await screen.findByText('Gala');
  const calls = server.calls(path).length;
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), 'gal');
  await waitFor(() => expect(lastFilter()).toEqual({ name: { ilike: '%gal%' } }));
  expect(lastQuery()?.get('offset')).toBe('0');
  expect(server.calls(path).length).toBe(calls + 1);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' }).value).toBe(''),
  );
});

it('orders by the head of a column, and says so', async () => {
  server.on('get', path, { status: 200, body: { data: [event('Gala', 'public')], total: 1 } });
  renderPage(<EventsPage />, '/admin/events');
  await screen.findByText('Gala');
  const head = () => screen.getByRole('columnheader', { name: 'Event' });
  await userEvent.click(within(head()).getByRole('button'));
  await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
  expect(lastQuery()?.get('order')).toBe('name');
  await userEvent.click(within(head()).getByRole('button'));
  await waitFor(() => expect(lastQuery()?.get('order')).toBe('-name'));
});

it('has different words for an empty list, for no match and for a page beyond the last one', async () => {
  server.on('get', path, { status: 200, body: { data: [], total: 0 } });
  renderPage(<EventsPage />, '/admin/events');
  expect(await screen.findByRole('heading', { name: 'No events yet' })).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('says that nothing matches', async () => {
  server.on('get', path, { status: 200, body: { data: [], total: 0 } });
  renderPage(<EventsPage />, '/admin/events?name=zzz');
  expect(await screen.findByRole('heading', { name: 'No match' })).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Clear filters' })).toHaveLength(2);
});

it('shows and hides columns, kept in the address', async () => {
  server.on('get', path, { status: 200, body: { data: [event('Gala', 'public')], total: 1 } });
  renderPage(<EventsPage />, '/admin/events');
  await screen.findByText('Gala');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Address' }));
  expect(await screen.findByRole('columnheader', { name: 'Address' })).toBeDefined();
});

it('keeps a view under a name', async () => {
  server.on('get', path, { status: 200, body: { data: [event('Gala', 'public')], total: 1 } });
  renderPage(<EventsPage />, '/admin/events?status=hidden');
  await screen.findByText('Gala');
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Our secrets');
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  expect(await screen.findByRole('button', { name: 'Our secrets' })).toBeDefined();
});
