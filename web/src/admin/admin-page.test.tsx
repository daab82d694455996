import type { components } from '@ringside/openapi/schema';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApiServer } from '../test/api-server.ts';
import { renderPage } from '../test/render.tsx';
import AdminPage from './admin-page.tsx';

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
  };
}

it('lists the events with status and local time of the venue, and links the events with a page', async () => {
  const data = [event('Gala', 'public'), event('Crown', 'draft')];
  server.on('get', '/api/v1/events', { status: 200, body: { data, total: 2 } });
  renderPage(<AdminPage />, '/admin');
  const gala = await screen.findByRole('row', { name: /Gala/ });
  expect(within(gala).getByText('Public')).toBeDefined();
  expect(within(gala).getByText(/20 Jan 2020, 14:00/)).toBeDefined();
  expect(within(gala).getByRole('link', { name: 'View page of Gala' }).getAttribute('href')).toBe(
    '/competitions/gala',
  );
  const crown = screen.getByRole('row', { name: /Crown/ });
  expect(within(crown).getByText('Draft')).toBeDefined();
  expect(within(crown).queryByRole('link')).toBeNull();
  expect(screen.getByText('2 events')).toBeDefined();
});
