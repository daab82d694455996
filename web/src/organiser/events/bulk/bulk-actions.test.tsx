import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeEvent, fakeEventBlock } from '../../../test/fake-event.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';

const server = fakeApiServer();
const path = '/api/v1/events/{eventId}';
const events = ['Gala', 'Crown', 'Rumble'].map((name) =>
  fakeEvent({ id: name, name, slug: name.toLowerCase() }),
);
const idOf = ({ path: called }: { path: string }) => called.split('/').at(-1) ?? '';
afterEach(signOut);

async function tickAll(permissions?: string[]) {
  server.on('get', '/api/v1/events', { status: 200, body: { data: events, total: 3 } });
  openAdmin(server, '/admin/events', permissions);
  await screen.findByText('Gala');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
}

it('publishes those that are ready, and names the others with the reason', async () => {
  await tickAll();
  server.on('get', path, (call) => {
    const event = events.find(({ id }) => id === idOf(call)) ?? fakeEvent();
    const blocks = event.name === 'Crown' ? [] : [fakeEventBlock('Prelims')];
    return { status: 200, body: { ...event, blocks }, headers: { ETag: '"5"' } };
  });
  server.on('patch', path, (call) =>
    idOf(call) === 'Rumble'
      ? { status: 412, body: problemBody({ status: 412, detail: 'It has changed.' }) }
      : { status: 204, headers: { ETag: '"6"' } },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Publish 3' }));
  await screen.findByRole('dialog', { name: 'Publish 3 events?' });
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const result = within(await screen.findByRole('dialog', { name: '1 event published' }));
  const lines = result.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual(['CrownThere is no block yet.', 'RumbleIt has changed.']);
  await userEvent.click(result.getByRole('button', { name: 'Close the list' }));
  const patches = server.calls().filter(({ method }) => method === 'patch');
  expect(patches.map(({ headers }) => headers.get('if-match'))).toEqual(['"5"', '"5"']);
});

it('deletes what nobody has paid for, after it has named the sum', async () => {
  await tickAll();
  server.on('delete', path, (call) => {
    const isRefused = idOf(call) === 'Crown';
    const numbers = {
      blocks: 2,
      liveStreams: 0,
      accesses: 1,
      paidAccesses: isRefused ? 1 : 0,
      pendingPayments: 0,
      keptBouts: 0,
      isRefused,
    };
    return call.query.get('dryRun') === 'true' ? { status: 200, body: numbers } : { status: 204 };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete 3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 events?' }));
  expect(dialog.getByText(/^4 blocks and 2 accesses are deleted, too\..*1 event stays/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  const result = within(await screen.findByRole('dialog', { name: '2 events deleted' }));
  expect(result.getByText(/1 viewer has paid for it/)).toBeDefined();
  await userEvent.click(result.getByRole('button', { name: 'Close the list' }));
  const deleted = server.calls().filter(({ method, query }) => method === 'delete' && !query.has('dryRun'));
  expect(deleted.map(idOf).sort()).toEqual(['Gala', 'Rumble']);
});

it('hides all of them, and keeps the selection when it is not meant', async () => {
  await tickAll();
  await userEvent.click(screen.getByRole('button', { name: 'Hide 3' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  server.on('patch', path, { status: 204, headers: { ETag: '"6"' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Hide 3' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('3 events hidden')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hide 3' })).toBeNull());
});

it('offers only what the user may do', async () => {
  await tickAll(['event:read', 'event:delete']);
  expect(screen.getByRole('button', { name: 'Delete 3' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Publish 3' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New event' })).toBeNull();
});
