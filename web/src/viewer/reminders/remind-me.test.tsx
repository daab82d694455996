/** docs/product.md, 37.8. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { hideToast } from '../../ui/toasts/toasts.tsx';
import { RemindMe } from './remind-me.tsx';

const server = fakeApiServer();
const path = '/api/v1/reminders/competitions/{competitionId}';
const settingsPath = '/api/v1/reminders/settings';
const startsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const competition = { slug: 'rumble-8', name: 'Rumble 8', startDate: startsIn(3_600_000) };
const page = '/competitions/rumble-8';
const open = (given = competition) => renderPage(<RemindMe competition={given} />, page);
const press = async (name = 'Remind me') => userEvent.click(await screen.findByRole('button', { name }));
const set = 'Reminder set: remove';
const expectSet = (isSet: boolean) => screen.findByRole('button', { name: isSet ? set : 'Remind me' });
const sent = () => server.calls().flatMap(({ method }) => (method === 'get' ? [] : [method]));

/** A server that remembers. */
function answer({ isSet = false, mails = true, isEmailConfirmed = true } = {}) {
  let state = isSet;
  server.on('get', path, () => ({ status: 200, body: { isSet: state } }));
  server.on('put', path, () => {
    state = true;
    return { status: 204 };
  });
  server.on('delete', path, () => {
    state = false;
    return { status: 204 };
  });
  server.on('get', settingsPath, { status: 200, body: { mails, boutMails: false, isEmailConfirmed } });
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  signOut();
  hideToast('reminder rumble-8');
});

describe('a viewer who is signed in', () => {
  it('sets it, takes it back in the toast, and sees each at once', async () => {
    signIn();
    answer();
    open();
    await expectSet(false);
    await press();
    await expectSet(true);
    expect(await screen.findByText('We will remind you of Rumble 8')).toBeDefined();
    expect(screen.getByText('A mail comes about an hour before it begins.')).toBeDefined();
    await press('Undo');
    await expectSet(false);
    expect(await screen.findByText('No reminder of Rumble 8')).toBeDefined();
    expect(sent()).toEqual(['put', 'delete']);
  });

  it('finds it set on another device, and removes it', async () => {
    signIn();
    answer({ isSet: true });
    open();
    await expectSet(true);
    expect(screen.getByText('Reminder set')).toBeDefined();
    await press(set);
    await expectSet(false);
    expect(sent()).toEqual(['delete']);
  });

  it.each([
    ['the address is not confirmed', { isEmailConfirmed: false }, /^Confirm your e-mail address first/],
    ['reminder mails are off', { mails: false }, /^Reminder mails are switched off/],
  ])('hears that no mail comes when %s', async (_, settings, words) => {
    signIn();
    answer(settings);
    open();
    await press();
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('sees it taken back when the server refuses', async () => {
    signIn();
    answer();
    const conflict = problemBody({ status: 409, title: 'Conflict', detail: 'This competition has begun.' });
    server.on('put', path, { status: 409, body: conflict as never });
    open();
    await press();
    expect(await screen.findByText('This competition has begun.')).toBeDefined();
    await expectSet(false);
    expect(screen.queryByText('We will remind you of Rumble 8')).toBeNull();
  });

  it('two quick presses end where they began', async () => {
    signIn();
    answer();
    open();
    await expectSet(false);
    await press();
    await press(set);
    await waitFor(() => expect(sent()).toEqual(['put', 'delete']));
    await expectSet(false);
  });
});

describe('a visitor', () => {
  it('signs in first, comes back, and it is set once', async () => {
    signOut();
    const router = open();
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(new URLSearchParams(router.state.location.search).get('returnTo')).toBe(page);
    expect(server.calls()).toEqual([]);
    signIn();
    answer();
    await router.navigate(page);
    expect(await screen.findByText('We will remind you of Rumble 8')).toBeDefined();
    await router.navigate('/');
    await router.navigate(page);
    await expectSet(true);
    expect(sent()).toEqual(['put']);
  });

  it('who meant another competition, or meant it long ago, sets nothing', async () => {
    for (const intent of [
      { slug: 'other', at: Date.now() },
      { slug: 'rumble-8', at: Date.now() - 31 * 60_000 },
    ]) {
      sessionStorage.setItem('ringside-remind', JSON.stringify(intent));
      signIn();
      answer();
      open();
      await waitFor(() => expect(server.calls().length).toBeGreaterThan(0));
    }
    expect(sent()).toEqual([]);
  });
});

it('is not there for a competition that has begun', async () => {
  signIn();
  open({ ...competition, startDate: startsIn(-1_000) });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull());
  expect(server.calls()).toEqual([]);
});
