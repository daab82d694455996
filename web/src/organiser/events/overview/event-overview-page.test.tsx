import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { eventId, fakeEvent, fakeEventBlock } from '../../../test/fake-event.ts';
import { everyEventPermission, openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';

const server = fakeApiServer();
const path = '/api/v1/events/{eventId}';
const address = `/admin/events/${eventId}`;
afterEach(signOut);

function open(
  event = fakeEvent({ blocks: [fakeEventBlock('Prelims')] }),
  permissions = everyEventPermission,
) {
  server.on('get', path, { status: 200, body: event, headers: { ETag: '"3"' } });
  server.on('get', '/api/v1/events/{eventId}/bouts', { status: 200, body: { data: [], total: 0 } });
  server.on('get', '/api/v1/events/access', { status: 200, body: { data: [], total: 1204 } });
  return openAdmin(server, address, permissions);
}
const publish = () => screen.findByRole('button', { name: 'Publish' });
const patches = () => server.calls().filter(({ method }) => method === 'patch');

it('frames the event with its name, status and window, and tabs to the pages that the user may open', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Gala' })).toBeDefined();
  expect(screen.getByText('Mon, 20 Jan 2020, 14:00 to 18:00 GMT-5')).toBeDefined();
  const tabs = within(screen.getByRole('navigation', { name: 'Event' }));
  expect(tabs.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page');
  expect(tabs.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(`${address}/settings`);
  expect(screen.queryByRole('link', { name: 'View page' })).toBeNull();
});

it('leads from each line of the checklist to where it is mended, and shows the numbers', async () => {
  open();
  const list = within(await screen.findByRole('region', { name: 'Ready: 4 of 6' }));
  expect(list.getByRole('link', { name: 'Picture' }).getAttribute('href')).toBe(`${address}/images`);
  expect(list.getByRole('link', { name: 'Card' }).getAttribute('href')).toBe(`${address}/card`);
  expect(list.getByText(/^Not set up: viewers see the blocks/)).toBeDefined();
  expect(list.getByRole('link', { name: 'Streams' }).getAttribute('href')).toBe(`${address}/blocks`);
  expect(await screen.findByText('1,204')).toBeDefined();
});

it('publishes the version that was looked at, after it has asked', async () => {
  open();
  await userEvent.click(await publish());
  const dialog = await screen.findByRole('dialog', { name: 'Publish “Gala”?' });
  expect(within(dialog).getByText(/Still open: picture, card\./)).toBeDefined();
  expect(patches()).toEqual([]);
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Published')).toBeDefined();
  expect(patches()[0]?.body).toEqual({ status: 'public' });
  expect(patches()[0]?.headers.get('if-match')).toBe('"3"');
});

it('says why an event cannot be published; the button does nothing but can be reached', async () => {
  open(fakeEvent({ blocks: [] }));
  const button = await publish();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Not ready to publish. There is no block yet.');
  await userEvent.click(button);
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('publishes nothing that somebody else has changed meanwhile, and reads it again', async () => {
  open();
  await userEvent.click(await publish());
  server.on('patch', path, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }),
  });
  server.on('get', path, { status: 200, body: fakeEvent(), headers: { ETag: '"9"' } });
  const reads = server.calls().length;
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Somebody else has changed this event')).toBeDefined();
  await waitFor(() => expect(server.calls().length).toBeGreaterThan(reads + 1));
});

it('blames nobody when the refused version is the stored one: a proxy has changed it', async () => {
  open();
  await userEvent.click(await publish());
  server.on('patch', path, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/such as a proxy, changes the ETag header/)).toBeDefined();
  expect(screen.queryByText('Somebody else has changed this event')).toBeNull();
});

it('names what a draft does to viewers who watch', async () => {
  open(fakeEvent({ status: 'public', blocks: [fakeEventBlock('Prelims')] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Back to draft' }));
  expect(await screen.findByText(/stop for everybody at once, also for viewers who have paid/)).toBeDefined();
});

it('shows no action and no tab to those who may only read', async () => {
  open(undefined, ['event:read']);
  await screen.findByRole('heading', { level: 1, name: 'Gala' });
  await screen.findByRole('region', { name: 'Ready: 4 of 6' });
  for (const name of ['Publish', 'Duplicate', 'Open by link only'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Picture' })).toBeNull();
});

it.each([404, 400] as const)('is a missing page when the event answers %i', async (status) => {
  const body = problemBody({ status, type: '/problems/not-found', title: 'Not Found' });
  server.on('get', path, { status, body } as never);
  openAdmin(server, address);
  expect(await screen.findByRole('heading', { name: `Page Not Found: ${address}` })).toBeDefined();
});

it('copies the event to another day; the day and the distance fill each other', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate “Gala”' }));
  const day = dialog.getByRole<HTMLInputElement>('textbox', { name: 'New first day' });
  await waitFor(() => expect(day.disabled).toBe(false));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await userEvent.type(name, ' 2');
  await userEvent.click(day);
  await userEvent.paste('20/7/2020');
  await userEvent.tab();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Days later' }).value).toBe('182');
  // 14:00 stays 14:00, although New York has summer time then.
  expect(dialog.getByText('Mon, 20 Jul 2020, 14:00 to 18:00 GMT-4')).toBeDefined();
  const duplicate = '/api/v1/events/{eventId}/duplicate';
  const detail = 'Another event has this slug already.';
  const issues = [{ detail, pointer: '/slug', location: 'body' as const }];
  server.on('post', duplicate, {
    status: 409,
    body: { ...problemBody({ status: 409, type: '/problems/conflict', title: 'Conflict' }), issues },
  });
  const submit = dialog.getByRole('button', { name: 'Duplicate' });
  await userEvent.click(submit);
  expect(await dialog.findByRole('link', { name: `Address: ${detail}` })).toBeDefined();
  server.on('post', duplicate, {
    status: 201,
    body: { id: 'copy' },
    headers: { Location: '/api/v1/events/copy' },
  });
  await userEvent.click(submit);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/events/copy'));
  expect(server.calls().findLast(({ method }) => method === 'post')?.body).toEqual({
    name: 'Gala 2',
    slug: 'gala-2',
    days: 182,
  });
});
