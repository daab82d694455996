import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeUser } from '../../../test/fake-identity.ts';
import { renderPage } from '../../../test/render.tsx';
import { SecondFactorRow } from './second-factor-row.tsx';

const server = fakeApiServer();
const path = '/api/v1/identity/users/{userId}/second-factor/allowance';
const noa = fakeUser('Noa Bakker');
const none = {
  hasPassword: true,
  passkeys: 0,
  authenticatorSince: null,
  recoveryCodesLeft: 0,
  isFrozen: false,
  needsAllowance: true,
  providers: [],
};
const open = (change: { mayManage?: boolean; isOwn?: boolean; needsAllowance?: boolean } = {}) => {
  const { mayManage = true, isOwn = false, needsAllowance = true } = change;
  renderPage(
    <ul>
      <SecondFactorRow user={noa} ways={{ ...none, needsAllowance }} mayManage={mayManage} isOwn={isOwn} />
    </ul>,
  );
};
const posts = () => server.calls().filter(({ method }) => method === 'post');

it('allows another user a second factor, after a question that names them', async () => {
  server.on('post', path, { status: 204 });
  open();
  const ask = () => userEvent.click(screen.getByRole('button', { name: 'Allow a second factor' }));
  await ask();
  await screen.findByRole('dialog', { name: `Allow ${noa.name} a second factor?` });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toEqual([]);
  await ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('A second factor may be set up for 24 hours')).toBeDefined();
  expect(posts()).toHaveLength(1);
});

it.each([
  ['for the user themselves', { isOwn: true }],
  ['without the permission', { mayManage: false }],
  ['where nobody has to allow it', { needsAllowance: false }],
])('allows none %s', async (_, change) => {
  open(change);
  expect(screen.getByText('None')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Allow/ })).toBeNull();
});
