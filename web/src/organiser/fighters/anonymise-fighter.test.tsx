import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { problemBody } from '../../test/api-server.ts';
import { exampleOf, fakeContractServer } from '../../test/contract-server.ts';
import { openAdmin } from '../../test/open-admin.ts';
import { signOut } from '../../test/session-cookies.ts';

const server = fakeContractServer();
const fighterPath = '/api/v1/fighters/{fighterId}';
const noor = exampleOf('getFighter');
const page = `/admin/fighters/${noor.id}`;
const sent = (method: string) => server.calls().filter((call) => call.method === method);
afterEach(signOut);

async function ask() {
  openAdmin(server, page);
  await userEvent.click(await screen.findByRole('button', { name: 'Take the name away' }));
  return within(await screen.findByRole('dialog', { name: 'Take the name of Noor Haddad away?' }));
}

it('says what goes and what stays, and asks before it does', async () => {
  server.on('post', `${fighterPath}/anonymisation`, { status: 204, headers: { ETag: '"4"' } });
  const dialog = await ask();
  expect(
    dialog.getByText('/fighters/noor-haddad is not found any more, and no search finds the name.'),
  ).toBeDefined();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  expect(sent('post')).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Take the name away' }));
  expect(await screen.findByText('Noor Haddad is not named any more')).toBeDefined();
  expect(sent('post')[0]?.headers.get('if-match')).toBe('"3"');
});

it('shows in the dialog that somebody has changed the fighter meanwhile', async () => {
  server.on('post', `${fighterPath}/anonymisation`, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }) as never,
  });
  const dialog = await ask();
  await userEvent.click(dialog.getByRole('button', { name: 'Take the name away' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Somebody has changed Noor Haddad meanwhile.',
  );
});

it('is not offered for who has no name any more, nor to those who may not delete', async () => {
  openAdmin(server, page, ['event:read', 'event:update']);
  await screen.findByRole('heading', { name: 'Entered twice?' });
  expect(screen.queryByRole('button', { name: 'Take the name away' })).toBeNull();
});

it('is done once', async () => {
  const slug = `anonymous-${noor.id}`;
  server.on('get', fighterPath, { status: 200, body: { ...noor, slug }, headers: { ETag: '"3"' } });
  openAdmin(server, page);
  await screen.findByRole('heading', { name: 'Entered twice?' });
  expect(screen.queryByRole('button', { name: 'Take the name away' })).toBeNull();
});
