/** docs/product.md, 37.9 and 37.5. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createRoutes } from '../../app/router.tsx';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage, renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import NotificationsPage from './notifications-page.tsx';
import StopRemindersPage from './stop-reminders-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/reminders';
const settingsPath = '/api/v1/reminders/settings';
const at = '2026-12-19T18:00:00Z';
const reminder = (name: string) => ({
  competition: {
    id: name,
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    pictureId: null,
    startDate: at,
    endDate: at,
    timezone: 'Europe/Amsterdam',
  },
  createdAt: at,
});
const answer = (names: string[], { total = names.length, mails = true, isEmailConfirmed = true } = {}) => {
  server.on('get', path, { status: 200, body: { data: names.map(reminder), total } });
  server.on('get', settingsPath, { status: 200, body: { mails, boutMails: false, isEmailConfirmed } });
  server.on('get', '/api/v1/reminders/bouts', { status: 200, body: { data: [], total: 0 } });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(signOut);

describe('the page of notifications', () => {
  it('needs a sign-in, and stands beside the other pages of the account', async () => {
    signIn();
    answer([]);
    server.on('get', '/api/v1/site', { status: 200, body: { name: 'Ringside', links: [] } as never });
    renderRoutes(
      createRoutes(() => '/account/notifications'),
      '/account/notifications',
      { isWholeApp: true },
    );
    expect(await screen.findByRole('heading', { name: 'Notifications', level: 1 })).toBeDefined();
    const link = screen.getByRole('link', { name: 'Notifications' });
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('lists what is coming, and removes one', async () => {
    answer(['Rumble 8', 'Gala']);
    server.on('delete', '/api/v1/reminders/competitions/{competitionId}', () => {
      answer(['Gala']);
      return { status: 204 };
    });
    renderPage(<NotificationsPage />);
    const link = await screen.findByRole('link', { name: 'Rumble 8' });
    expect(link.getAttribute('href')).toBe('/competitions/rumble-8');
    await press('Remove Rumble 8');
    expect(await screen.findByText('No reminder of Rumble 8')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Rumble 8' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Gala' })).toBeDefined();
  });

  it('switches the mails off, and back when the server refuses', async () => {
    answer([]);
    server.on('put', settingsPath, { status: 204 });
    renderPage(<NotificationsPage />);
    const mails = await screen.findByRole<HTMLInputElement>('switch', { name: /^By mail/ });
    await userEvent.click(mails);
    await waitFor(() =>
      expect(server.calls(settingsPath).at(-1)?.body).toEqual({ mails: false, boutMails: false }),
    );
    expect(mails.checked).toBe(false);
    server.on('put', settingsPath, { status: 400, body: problemBody({ status: 400 }) as never });
    await userEvent.click(mails);
    await waitFor(() =>
      expect(server.calls(settingsPath).at(-1)?.body).toEqual({ mails: true, boutMails: false }),
    );
    await waitFor(() => expect(mails.checked).toBe(false));
  });

  it('says when no mail can come, and what to do when there is nothing', async () => {
    answer([], { isEmailConfirmed: false });
    renderPage(<NotificationsPage />);
    expect(await screen.findByText(/^Your e-mail address is not confirmed/)).toBeDefined();
    expect(await screen.findByRole('link', { name: 'See the schedule' })).toBeDefined();
  });

  it('has pages, and offers to try again', async () => {
    answer(['Gala'], { total: 21 });
    server.on('get', settingsPath, { status: 401, body: problemBody({ status: 401 }) as never });
    renderPage(<NotificationsPage />, '/account/notifications?page=2');
    expect(await screen.findByText('Page 2 of 2')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(Object.fromEntries(server.calls(path)[0]?.query ?? [])).toEqual({ limit: '20', offset: '20' });
  });
});

describe('the link of a reminder mail', () => {
  const stopPath = '/api/v1/reminders/unsubscribe';
  const open = (query = '?token=abc') => renderPage(<StopRemindersPage />, `/auth/stop-reminders${query}`);

  it('waits for a press, and keeps the token out of the address', async () => {
    server.on('post', stopPath, { status: 204 });
    const router = open();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(server.calls()).toEqual([]);
    await press('Stop reminder mails');
    expect(await screen.findByRole('heading', { name: 'Reminder mails are stopped' })).toBeDefined();
    expect(server.calls(stopPath)[0]?.query.get('token')).toBe('abc');
  });

  it.each([400, 404])('says that it no longer works (%i)', async (status) => {
    server.on('post', stopPath, { status, body: problemBody({ status }) } as never);
    open();
    await press('Stop reminder mails');
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  });

  it('can be pressed again after a fault of the server', async () => {
    server.on('post', stopPath, { status: 503, body: problemBody({ status: 503 }) as never });
    open();
    await press('Stop reminder mails');
    expect(await screen.findByRole('alert')).toBeDefined();
    server.on('post', stopPath, { status: 204 });
    await press('Stop reminder mails');
    expect(await screen.findByRole('heading', { name: 'Reminder mails are stopped' })).toBeDefined();
  });

  it('without a token is not complete', async () => {
    open('');
    expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeDefined();
  });
});
