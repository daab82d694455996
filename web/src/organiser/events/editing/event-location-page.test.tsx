import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { eventId, fakeEvent } from '../../../test/fake-event.ts';
import { expectIssuesAt, refusalOf } from '../../../test/issues.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';

const server = fakeApiServer();
const path = '/api/v1/events/{eventId}';
afterEach(signOut);

async function open() {
  server.on('get', path, { status: 200, body: fakeEvent(), headers: { ETag: '"3"' } });
  openAdmin(server, `/admin/events/${eventId}/location`);
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Venue' });
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('sends the whole place, with null for what is empty', async () => {
  const venue = await open();
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  await userEvent.clear(venue);
  await userEvent.type(screen.getByRole('textbox', { name: 'Country' }), 'Netherlands');
  await save();
  await waitFor(() =>
    expect(server.calls().find(({ method }) => method === 'patch')?.body).toEqual({
      location: { name: null, address: null, cityName: 'Rotterdam', countryName: 'Netherlands' },
    }),
  );
});

it('puts every issue of the server on its field', async () => {
  const venue = await open();
  const fields = {
    '/location/name': 'Venue',
    '/location/address': 'Street and number',
    '/location/cityName': 'City',
    '/location/countryName': 'Country',
  };
  server.on('patch', path, refusalOf(Object.keys(fields)));
  await userEvent.type(venue, '!');
  await save();
  await expectIssuesAt(fields);
});

it('links to a map of what is typed, and embeds none', async () => {
  await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Street and number' }), 'Kadeweg 7 & 9');
  const map = screen.getByRole('link', { name: /OpenStreetMap/ });
  expect(map.getAttribute('href')).toBe(
    'https://www.openstreetmap.org/search?query=Kadeweg+7+%26+9%2C+Rotterdam',
  );
  expect(map.getAttribute('rel')).toBe('noreferrer');
  expect(document.querySelector('iframe, img[src^=http]')).toBeNull();
});
