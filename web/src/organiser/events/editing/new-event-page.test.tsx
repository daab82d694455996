import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { expectIssuesAt, refusalOf } from '../../../test/issues.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';

const server = fakeApiServer();
const path = '/api/v1/events';
afterEach(signOut);

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

async function fill() {
  const router = openAdmin(server, '/admin/events/new');
  await userEvent.click(await screen.findByRole('textbox', { name: 'Name' }));
  await userEvent.paste('Gala Night');
  await waitFor(() => expect(field('Address').value).toBe('gala-night'));
  await waitFor(() => expect(field('Starts, day').disabled).toBe(false));
  for (const [end, day, hours] of [
    ['Starts', '28/3/2026', '20'],
    ['Ends', '29/3/2026', '01'],
  ] as const) {
    await userEvent.click(field(`${end}, day`));
    await userEvent.paste(day);
    await userEvent.tab();
    await userEvent.type(screen.getByRole('spinbutton', { name: `${end}, hours` }), hours);
    await userEvent.type(screen.getByRole('spinbutton', { name: `${end}, minutes` }), '00');
  }
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create the draft' }));
  return { router, submit };
}

it('creates a draft by the clock of the venue, and goes to its overview', async () => {
  const { router, submit } = await fill();
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await userEvent.clear(zone);
  await userEvent.type(zone, 'kathmandu{Enter}');
  expect(screen.getByText('It lasts 5 h.')).toBeDefined();
  server.on('post', path, { status: 201, body: { id: 'new-id' }, headers: { Location: `${path}/new-id` } });
  await submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/events/new-id'));
  expect(server.calls(path).find(({ method }) => method === 'post')?.body).toEqual({
    name: 'Gala Night',
    slug: 'gala-night',
    description: null,
    content: null,
    startDate: '2026-03-28T14:15:00+00:00',
    endDate: '2026-03-28T19:15:00+00:00',
    timezone: 'Asia/Kathmandu',
    location: {},
    stripePriceId: null,
    saleStartDate: null,
    saleEndDate: null,
    status: 'draft',
  });
});

it('begins with the zone of the settings', async () => {
  const site = {
    siteName: 'Ringside',
    supportEmail: null,
    refundPolicy: null,
    refundPolicyHtml: null,
    imprintUrl: null,
    privacyUrl: null,
  };
  server.on('get', '/api/v1/site', { status: 200, body: { ...site, defaultTimezone: 'Asia/Tokyo' } });
  openAdmin(server, '/admin/events/new');
  const zone = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  expect(zone.value).toContain('Asia/Tokyo');
});

it('puts every issue of the server on its field, and lists the ones without a field', async () => {
  const { submit } = await fill();
  const elsewhere = ['/content', '/location', '/location/name', '/pictureId', '/status', '/stripePriceId'];
  const fields = {
    '/name': 'Name',
    '/slug': 'Address',
    '/timezone': 'Time zone',
    '/startDate': 'Starts',
    '/endDate': 'Ends',
    '/description': 'Short description',
  };
  server.on('post', path, refusalOf([...Object.keys(fields), ...elsewhere]));
  await submit();
  await expectIssuesAt(fields);
  for (const pointer of elsewhere) expect(screen.getByText(new RegExp(`Wrong: ${pointer}$`))).toBeDefined();
});

it('says at the field that the slug is taken', async () => {
  const { submit } = await fill();
  const detail = 'Another event has this slug already.';
  const issues = [{ detail, pointer: '/slug', location: 'body' as const }];
  server.on('post', path, {
    status: 409,
    body: { ...problemBody({ status: 409, type: '/problems/conflict', title: 'Conflict' }), issues },
  });
  await submit();
  await waitFor(() => expect(field('Address').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('link', { name: `Address: ${detail}` })).toBeDefined();
});

it('asks for the times before anything is sent', async () => {
  openAdmin(server, '/admin/events/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Gala');
  await userEvent.click(screen.getByRole('button', { name: 'Create the draft' }));
  expect(await screen.findByRole('link', { name: 'Starts: Choose a day and a time.' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ends: Choose a day and a time.' })).toBeDefined();
  expect(server.calls(path)).toEqual([]);
});

it('is closed to those who may not create', async () => {
  openAdmin(server, '/admin/events/new', ['event:read']);
  expect(await screen.findByRole('heading', { name: 'No permission for this page' })).toBeDefined();
});
