/** docs/product/card.md, 46.7. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { renderPage } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { hideToast } from '../../../ui/toasts/toasts.tsx';
import { keepRemindIntent, takeRemindIntent } from '../remind-intent.ts';
import { BoutReminders } from './bout-reminders.tsx';
import { TellMe } from './tell-me.tsx';

const server = fakeApiServer();
const listPath = '/api/v1/reminders/bouts';
const path = '/api/v1/reminders/competitions/{competitionId}/bouts/{boutId}';
const boutId = '0199a3c4-0007-7000-8000-000000000b09';
const slug = 'rumble-8';
const boutName = 'Noor Haddad v Jens Okafor';
const open = (isIcon = false) =>
  renderPage(<TellMe {...{ slug, boutId, boutName, isIcon }} />, '/competitions/rumble-8?a=1');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const isSetName = 'We will tell you when it is next: stop';
const sent = () => server.calls().flatMap(({ method }) => (method === 'get' ? [] : [method]));
const reminder = (id: string) => ({
  boutId: id,
  redName: 'Noor Haddad',
  blueName: null,
  status: 'announced' as const,
  isTold: true,
  competition: {
    id,
    name: 'Rumble 8',
    slug,
    startDate: '2026-12-19T18:00:00Z',
    timezone: 'Europe/Amsterdam',
  },
  createdAt: '2026-12-19T18:00:00Z',
});

/** A server that remembers. */
function answer({ ids = [] as string[], boutMails = false } = {}) {
  let known = ids;
  server.on('get', listPath, () => ({
    status: 200,
    body: { data: known.map(reminder), total: known.length },
  }));
  server.on('put', path, () => {
    known = [...known, boutId];
    return { status: 204 };
  });
  server.on('delete', path, () => {
    known = known.filter((id) => id !== boutId);
    return { status: 204 };
  });
  server.on('get', '/api/v1/reminders/settings', {
    status: 200,
    body: { mails: true, boutMails, isEmailConfirmed: true },
  });
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  signOut();
  hideToast(`reminder ${boutId}`);
});

describe('"Tell me when it is next"', () => {
  it('is set and taken back, and says where the message comes', async () => {
    signIn();
    answer({ boutMails: true });
    open();
    await press('Tell me when it is next');
    expect(await screen.findByText('A mail comes.')).toBeDefined();
    await press(isSetName);
    expect(await screen.findByText('We will not tell you')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Tell me when it is next' })).toBeDefined();
    expect(sent()).toEqual(['put', 'delete']);
    expect(server.calls(listPath)[0]?.query.get('competitionId')).toBe(slug);
  });

  it('says that nothing can come where neither mails nor this browser can bring it', async () => {
    signIn();
    answer();
    open();
    await press('Tell me when it is next');
    expect(await screen.findByText(/^Nothing can reach you here yet/)).toBeDefined();
  });

  it('shows the problem when the bout has begun, and stays as it was', async () => {
    signIn();
    answer();
    server.on('put', path, {
      status: 409,
      body: problemBody({ status: 409, detail: 'This bout has begun.' }) as never,
    });
    open();
    await press('Tell me when it is next');
    expect(await screen.findByText('This bout has begun.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Tell me when it is next' })).toBeDefined();
  });

  it('leads a visitor to the sign-in and back to the bout, and is pressed then', async () => {
    const router = open(true);
    await press(`Tell me when ${boutName} is next`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(new URLSearchParams(router.state.location.search).get('returnTo')).toBe(
      `/competitions/rumble-8?a=1#bout-${boutId}`,
    );
    expect(server.calls()).toEqual([]);
    signIn();
    answer();
    await router.navigate(`/competitions/rumble-8?a=1#bout-${boutId}`);
    expect(await screen.findByRole('button', { name: `No longer tell me of ${boutName}` })).toBeDefined();
    expect(sent()).toEqual(['put']);
  });

  it('does not take the wish for the event or for another bout as its own', () => {
    keepRemindIntent(slug);
    expect(takeRemindIntent(slug, boutId)).toBe(false);
    keepRemindIntent(slug, 'another');
    expect([takeRemindIntent(slug), takeRemindIntent(slug, boutId)]).toEqual([false, false]);
    expect(takeRemindIntent(slug, 'another')).toBe(true);
  });
});

describe('the list of the account', () => {
  it('names the fights, leads to them and removes one', async () => {
    signIn();
    answer({ ids: [boutId] });
    renderPage(<BoutReminders />);
    const link = await screen.findByRole('link', { name: 'Noor Haddad v To be announced' });
    expect(link.getAttribute('href')).toBe(`/competitions/rumble-8#bout-${boutId}`);
    expect(screen.getByText(/You were told/)).toBeDefined();
    await press('Remove Noor Haddad v To be announced');
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
    expect(sent()).toEqual(['delete']);
  });
});
