import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { formatDateTime } from '../../ui/time/time.ts';
import ConfiguredProvidersPage from './configured-providers-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/identity/providers';
const lastSignInAt = '2026-11-21T20:02:00+00:00';
const provider = {
  code: 'club-id',
  name: 'Club ID',
  issuer: 'https://id.club.test',
  callbackUrl: 'https://ringside.test/api/v1/identity/auth/providers/club-id/callback',
  state: 'ok' as const,
  detail: 'The provider answers.',
  users: 1200,
  lastSignInAt,
};

it('shows each provider with its state, its last sign-in and what to register', async () => {
  const failed = {
    ...provider,
    code: 'x',
    name: 'X ID',
    state: 'failed' as const,
    detail: 'ECONNREFUSED',
    lastSignInAt: null,
  };
  server.on('get', path, { status: 200, body: { data: [provider, failed], total: 2 } });
  renderPage(<ConfiguredProvidersPage />);
  await screen.findByRole('heading', { name: 'Club ID' });
  const [club, other] = screen.getAllByRole('listitem').map((item) => within(item));
  expect(club?.getByText('Works')).toBeDefined();
  expect(club?.getByText(formatDateTime(lastSignInAt))).toBeDefined();
  expect(club?.getByText('1,200')).toBeDefined();
  expect(club?.getByText(provider.callbackUrl)).toBeDefined();
  expect(other?.getByText(/ECONNREFUSED/)).toBeDefined();
  expect(other?.getByText('None known')).toBeDefined();
});

it('says how to add one when there is none', async () => {
  server.on('get', path, { status: 200, body: { data: [], total: 0 } });
  renderPage(<ConfiguredProvidersPage />);
  expect(await screen.findByRole('heading', { name: 'No sign-in providers' })).toBeDefined();
});

it('offers to load again', async () => {
  server.on('get', path, { status: 403, body: problemBody({ status: 403 }) as never });
  renderPage(<ConfiguredProvidersPage />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});
