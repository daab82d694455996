import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { eventId, fakeEvent } from '../../../test/fake-event.ts';
import { expectIssuesAt, refusalOf } from '../../../test/issues.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';

const server = fakeApiServer();
const path = '/api/v1/events/{eventId}';
const address = `/admin/events/${eventId}/settings`;
const gala = fakeEvent();
afterEach(signOut);

async function open(event = gala) {
  server.on('get', path, { status: 200, body: event, headers: { ETag: '"3"' } });
  const router = openAdmin(server, address);
  return { router, name: await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' }) };
}
const lastPatch = () => server.calls().findLast(({ method }) => method === 'patch');

it('sends only what was changed, with the version, and is clean afterwards', async () => {
  const { name } = await open();
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await userEvent.type(name, ' night');
  expect(screen.getByText('Not saved yet')).toBeDefined();
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
  const [call] = server.calls().filter(({ method }) => method === 'patch');
  expect(call?.body).toEqual({ name: 'Gala night' });
  expect(call?.headers.get('if-match')).toBe('"3"');
});

it('asks before a published event becomes a draft', async () => {
  await open({ ...gala, status: 'public' });
  const status = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who can see it' });
  for (const [answer, value] of [
    ['Cancel', 'public'],
    ['Continue', 'draft'],
  ] as const) {
    await userEvent.selectOptions(status, 'draft');
    const question = within(await screen.findByRole('dialog', { name: /^Make “.+” a draft\?$/ }));
    expect(question.getByText(/stop for everybody at once/)).toBeDefined();
    await userEvent.click(question.getByRole('button', { name: answer }));
    await waitFor(() => expect([screen.queryByRole('dialog'), status.value]).toEqual([null, value]));
  }
});

it('saves by Ctrl+S from inside a field, and sends an emptied text as null', async () => {
  await open({ ...gala, description: 'Eight fights' });
  server.on('patch', path, { status: 204 });
  const description = screen.getByRole('textbox', { name: 'Short description' });
  await userEvent.clear(description);
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(server.calls().at(-1)?.method).not.toBe('patch'));
  const [call] = server.calls().filter(({ method }) => method === 'patch');
  expect(call?.body).toEqual({ description: null });
});

it('keeps what is typed while a save is on its way, and saves it the next time', async () => {
  const { name } = await open();
  const saved = Promise.withResolvers<void>();
  server.on('patch', path, async () => {
    await saved.promise;
    return { status: 204, headers: { ETag: '"4"' } };
  });
  await userEvent.type(name, ' night');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(lastPatch()?.body).toEqual({ name: 'Gala night' }));
  await userEvent.type(name, ' of May');
  saved.resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).dataset.loading).toBeUndefined());
  expect(name.value).toBe('Gala night of May');
  expect(screen.getByText('Not saved yet')).toBeDefined();
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(lastPatch()?.body).toEqual({ name: 'Gala night of May' }));
  expect(lastPatch()?.headers.get('if-match')).toBe('"4"');
});

it('puts every issue of the server on its field, and the summary takes the focus', async () => {
  const sale = '2020-01-10T19:00:00+00:00';
  const { name } = await open({ ...gala, saleStartDate: sale, saleEndDate: sale });
  const fields = {
    '/name': 'Name',
    '/slug': 'Address',
    '/status': 'Who can see it',
    '/timezone': 'Time zone',
    '/startDate': 'Starts',
    '/endDate': 'Ends',
    '/description': 'Short description',
    '/content': 'Text of the page',
    '/stripePriceId': 'Price',
    '/saleStartDate': 'The sale starts',
    '/saleEndDate': 'The sale ends',
  };
  server.on('patch', path, refusalOf(Object.keys(fields)));
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expectIssuesAt(fields);
});

it('moves the instants with the zone: 14:00 stays 14:00', async () => {
  await open();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Starts, hours' }).disabled).toBe(false),
  );
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await userEvent.clear(zone);
  await userEvent.type(zone, 'kathmandu{Enter}');
  const hours = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Starts, hours' });
  expect(hours.value).toBe('14');
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(lastPatch()?.body).toEqual({
      timezone: 'Asia/Kathmandu',
      startDate: '2020-01-20T08:15:00+00:00',
      endDate: '2020-01-20T12:15:00+00:00',
    }),
  );
});

it('warns before the address of a public event changes', async () => {
  await open({ ...gala, status: 'public' });
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), '-2');
  expect(screen.getByText(/Viewers know the address \/competitions\/gala\./)).toBeDefined();
});

it('names what a deletion takes with it, then deletes', async () => {
  const { router } = await open();
  server.on('delete', path, ({ query }) =>
    query.get('dryRun') === 'true'
      ? {
          status: 200,
          body: {
            blocks: 2,
            liveStreams: 3,
            accesses: 1,
            paidAccesses: 0,
            pendingPayments: 0,
            keptBouts: 0,
            isRefused: false,
          },
        }
      : { status: 204 },
  );
  server.on('get', '/api/v1/events', { status: 200, body: { data: [], total: 0 } });
  await userEvent.click(screen.getByRole('button', { name: 'Delete the event' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Gala”?' });
  expect(within(dialog).getByText(/^2 blocks, 3 live streams and 1 access are deleted, too\./)).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/events'));
});

it.each([
  [{ paidAccesses: 1, pendingPayments: 1, keptBouts: 0 }, '1 viewer has paid for it'],
  [
    { paidAccesses: 0, pendingPayments: 2, keptBouts: 0 },
    '2 payments for it are on the way, so it is not deleted',
  ],
])('says why an event with %o is not deleted, and asks nothing', async (numbers, words) => {
  await open();
  const body = { blocks: 2, liveStreams: 3, accesses: 2, ...numbers, isRefused: true };
  server.on('delete', path, { status: 200, body });
  await userEvent.click(screen.getByRole('button', { name: 'Delete the event' }));
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('explains a 409 of the deletion: somebody has paid meanwhile', async () => {
  await open();
  const detail = 'This would also delete 2 accesses, of which 1 is paid.';
  server.on('delete', path, ({ query }) =>
    query.get('dryRun') === 'true'
      ? {
          status: 200,
          body: {
            blocks: 0,
            liveStreams: 0,
            accesses: 1,
            paidAccesses: 0,
            pendingPayments: 0,
            keptBouts: 0,
            isRefused: false,
          },
        }
      : { status: 409, body: problemBody({ status: 409, type: '/problems/conflict', detail }) },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete the event' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toContain(detail);
});

it('offers the choice when somebody else has saved meanwhile; mine goes on top of theirs', async () => {
  const { name } = await open();
  await userEvent.type(name, ' night');
  server.on('patch', path, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }) as never,
  });
  server.on('get', path, {
    status: 200,
    body: { ...gala, name: 'Gala of theirs', slug: 'theirs' },
    headers: { ETag: '"7"' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /Somebody else has saved/ });
  expect(within(dialog).getByRole('row', { name: 'Name Gala of theirs Gala night' })).toBeDefined();
  server.on('patch', path, { status: 204, headers: { ETag: '"8"' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const call = server.calls().findLast(({ method }) => method === 'patch');
  expect(call?.body).toEqual({ name: 'Gala night' });
  expect(call?.headers.get('if-match')).toBe('"7"');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('theirs');
});

it('asks before unsaved changes are lost by a link, and by closing the tab', async () => {
  const { router, name } = await open();
  await userEvent.type(name, ' night');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  void router.navigate('/admin');
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe(address);
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await router.navigate('/admin');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});
