import type { paths } from '@ringside/openapi/schema';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRoutes } from '../../app/router.tsx';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage, renderRoutes } from '../../test/render.tsx';
import { sessionCookies, signIn, signOut } from '../../test/session-cookies.ts';
import { session } from '../sessions/current-session.ts';
import type { Profile } from './profile.queries.ts';
import ProfilePage from './profile-page.tsx';

const server = fakeApiServer();
const profilePath = '/api/v1/identity/profile';
const emailPath = '/api/v1/identity/profile/email';
const verificationPath = '/api/v1/identity/auth/credentials/email-verification';
const noa: Profile = {
  id: '1',
  name: 'Noa Bakker',
  firstName: 'Noa',
  middleName: null,
  lastName: 'Bakker',
  email: 'noa@ringside.test',
  emailVerified: true,
  phone: null,
  invitedAt: null,
  createdAt: '2026-11-21T20:00:00Z',
};
const answer = (change: Partial<Profile> = {}) =>
  server.on('get', profilePath, { status: 200, body: { ...noa, ...change } });
const answerFactors = (hasPassword = true) =>
  server.on('get', '/api/v1/identity/profile/second-factor', {
    status: 200,
    body: {
      hasPassword,
      authenticator: null,
      recoveryCodesLeft: 0,
      passkeys: 0,
      isRequired: false,
      isProved: false,
      frozenPasskeys: 0,
      needsAllowance: false,
      removalAt: null,
    },
  });
/** The server names the viewer anew in the tokens of a refresh. */
const answerRefresh = (name: string) =>
  server.on('post', '/api/v1/identity/auth/token/refresh', () => {
    for (const cookie of sessionCookies({ name })) {
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
      document.cookie = `${cookie}; Path=/`;
    }
    return { status: 200, body: {} as never };
  });
const callsTo = (method: string, path: keyof paths) =>
  server.calls(path).filter((call) => call.method === method);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const preferencesPath = '/api/v1/identity/profile/preferences';

beforeEach(() => {
  signIn({ name: 'Noa Bakker' });
  server.on('get', preferencesPath, { status: 200, body: { showsResults: false } });
});
afterEach(signOut);

describe('the names (30.40)', () => {
  it('are not lost by a link to another page of the account without a question', async () => {
    answer();
    answerFactors();
    const router = renderRoutes(
      createRoutes(() => '/account/profile'),
      '/account/profile',
      { isWholeApp: true },
    );
    await userEvent.type(await screen.findByLabelText('Phone number'), '0612345678');
    await userEvent.click(screen.getByRole('link', { name: 'History' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/account/profile');
    expect(screen.getByLabelText('Phone number')).toHaveProperty('value', '0612345678');
  });

  it('sends what was changed, and the header has the new name at once', async () => {
    answer();
    server.on('patch', profilePath, { status: 204 });
    answerRefresh('Champ');
    renderPage(<ProfilePage />);
    const name = await screen.findByLabelText('Display name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Champ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your profile is saved')).toBeDefined();
    await waitFor(() => expect(session.state().name).toBe('Champ'));
    expect(callsTo('patch', profilePath)).toMatchObject([{ body: { name: 'Champ' } }]);
  });

  it('clears a phone number with null', async () => {
    answer({ phone: '0612345678' });
    server.on('patch', profilePath, { status: 204 });
    answerRefresh('Noa Bakker');
    renderPage(<ProfilePage />);
    await userEvent.clear(await screen.findByLabelText('Phone number'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsTo('patch', profilePath)).toMatchObject([{ body: { phone: null } }]));
  });
});

describe('the address', () => {
  it('sends a link to the new one, and says that the old one counts until then', async () => {
    answer();
    answerFactors();
    server.on('patch', emailPath, { status: 204 });
    renderPage(<ProfilePage />);
    await press('Change the address');
    await userEvent.type(await screen.findByLabelText('New e-mail address'), 'noa@elsewhere.test');
    await userEvent.type(screen.getByLabelText('Current password'), 'secret');
    await press('Send the link');
    expect(await screen.findByText('noa@elsewhere.test')).toBeDefined();
    expect(screen.getByText(/Until then you sign in with noa@ringside.test/)).toBeDefined();
    expect(callsTo('patch', emailPath)).toMatchObject([
      { body: { email: 'noa@elsewhere.test', currentPassword: 'secret' } },
    ]);
  });

  it('asks an account without a password to set one first', async () => {
    answer();
    answerFactors(false);
    renderPage(<ProfilePage />);
    await press('Change the address');
    const link = await screen.findByRole('link', { name: 'Set a password' });
    expect(link.getAttribute('href')).toBe('/account/security');
    expect(screen.queryByLabelText('New e-mail address')).toBeNull();
  });

  it('sends the link of an unconfirmed address again', async () => {
    answer({ emailVerified: false });
    server.on('post', verificationPath, { status: 204 });
    renderPage(<ProfilePage />);
    expect(await screen.findByText('Not confirmed yet')).toBeDefined();
    await press('Send the link again');
    expect(await screen.findByText('The mail is on its way')).toBeDefined();
  });

  it('reads the account again when it was confirmed in another tab', async () => {
    answer({ emailVerified: false });
    answerRefresh('Noa Bakker');
    server.on('post', verificationPath, () => {
      answer();
      return {
        status: 409 as const,
        body: problemBody({ status: 409, type: '/problems/conflict', title: 'Conflict' }),
      };
    });
    renderPage(<ProfilePage />);
    await press('Send the link again');
    expect(await screen.findByText('Confirmed')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('is what /account leads to, with the other pages of the account beside it', async () => {
  answer();
  renderRoutes(
    createRoutes(() => '/account'),
    '/account',
    { isWholeApp: true },
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeDefined();
  const links = within(screen.getByRole('navigation', { name: 'Account' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/account/profile',
    '/account/tickets',
    '/account/history',
    '/account/notifications',
    '/account/devices',
    '/account/security',
  ]);
  expect(links[0]?.getAttribute('aria-current')).toBe('page');
});

describe('the results (45.17)', () => {
  const box = () => screen.findByRole('switch', { name: 'Always show results' });
  const isOn = async () => ((await box()) as HTMLInputElement).checked;

  it('are shown always by one press', async () => {
    answer();
    server.on('put', preferencesPath, { status: 204 });
    renderPage(<ProfilePage />);
    await userEvent.click(await box());
    await waitFor(async () => expect(await isOn()).toBe(true));
    expect(callsTo('put', preferencesPath).map(({ body }) => body)).toEqual([{ showsResults: true }]);
  });

  it('stay as they were when the server refuses', async () => {
    answer();
    server.on('put', preferencesPath, {
      status: 503,
      body: problemBody({ status: 503, type: '/problems/service-unavailable', title: 'Service Unavailable' }),
    });
    renderPage(<ProfilePage />);
    await userEvent.click(await box());
    await screen.findByText('Service Unavailable');
    expect(await isOn()).toBe(false);
  });
});
