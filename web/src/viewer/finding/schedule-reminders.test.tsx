/** docs/product.md, 41.10. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRoutes } from '../../app/router.tsx';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { fakeItem } from '../../test/fake-competition.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { hideToast } from '../../ui/toasts/toasts.tsx';

const server = fakeApiServer();
const list = '/api/v1/kickboxing/competitions';
const reminders = '/api/v1/reminders';
const one = '/api/v1/reminders/competitions/{competitionId}';
const [live, gala, rumble] = [fakeItem('Open Ring', -1), fakeItem('Gala', 30), fakeItem('Rumble', 60)];
let stored = new Set<string>();

const slugOf = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');

beforeEach(() => {
  stored = new Set();
  sessionStorage.clear();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  server.on('get', list, { status: 200, body: { data: [live, gala, rumble], total: 3 } });
  server.on('get', '/api/v1/kickboxing/competition-facets', {
    status: 200,
    body: { total: 3, freeTotal: 0, years: [], cities: [] },
  });
  server.on('get', reminders, ({ query }) => {
    const { data, offset } = { data: [...stored], offset: Number(query.get('offset')) };
    const page = data.slice(offset, offset + Number(query.get('limit')));
    return {
      status: 200,
      body: {
        data: page.map((slug) => ({ competition: { ...gala, slug }, createdAt: gala.startDate })),
        total: data.length,
      },
    };
  });
  server.on('put', one, ({ path }) => {
    stored.add(slugOf(path));
    return { status: 204 };
  });
  server.on('delete', one, ({ path }) => {
    stored.delete(slugOf(path));
    return { status: 204 };
  });
  server.on('get', '/api/v1/reminders/settings', {
    status: 200,
    body: { mails: true, boutMails: false, isEmailConfirmed: true },
  });
});

afterEach(() => {
  signOut();
  for (const slug of ['gala', 'rumble']) hideToast(`reminder ${slug}`);
});

const open = () =>
  renderRoutes(
    createRoutes(() => '/schedule'),
    '/schedule',
    { isWholeApp: true },
  );
const toSet = (name: string) => screen.findByRole('button', { name: `Remind me of ${name}` });
const toRemove = (name: string) => screen.findByRole('button', { name: `Reminder set for ${name}: remove` });
const expectSet = (name: string, isSet: boolean) => (isSet ? toRemove : toSet)(name);
const changes = () => server.calls().flatMap(({ method }) => (method === 'get' ? [] : [method]));

it('asks once for all events, and shows which are set', async () => {
  signIn();
  stored.add('rumble');
  open();
  await expectSet('Rumble', true);
  await expectSet('Gala', false);
  expect(server.calls(reminders)).toHaveLength(1);
  // Of an event that has begun nobody is reminded.
  expect(screen.queryByRole('button', { name: /Open Ring/ })).toBeNull();
  expect((await toSet('Gala')).closest('a')).toBeNull();
});

it('knows the reminders after the first hundred too', async () => {
  signIn();
  for (let index = 0; index < 100; index += 1) stored.add(`other-${index}`);
  stored.add('gala');
  open();
  await expectSet('Gala', true);
  expect(server.calls(reminders).map(({ query }) => query.get('offset'))).toEqual(['0', '100']);
});

it('sets several quickly, each at once, and takes one back in its toast', async () => {
  signIn();
  open();
  await userEvent.click(await toSet('Gala'));
  screen.getByRole('button', { name: 'Reminder set for Gala: remove' });
  await userEvent.click(await toSet('Rumble'));
  await waitFor(() => expect(stored).toEqual(new Set(['gala', 'rumble'])));
  expect(await screen.findByText('We will remind you of Gala')).toBeDefined();
  await expectSet('Gala', true);
  await expectSet('Rumble', true);
  const undo = await screen.findAllByRole('button', { name: 'Undo' });
  expect(undo).toHaveLength(2);
  await userEvent.click(undo[0] as HTMLElement);
  await waitFor(() => expect(stored.size).toBe(1));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remind me/ })).toHaveLength(1));
  expect(screen.getAllByRole('button', { name: /^Reminder set/ })).toHaveLength(1);
});

it('takes back the one that the server refuses, and no other', async () => {
  signIn();
  stored.add('rumble');
  const conflict = problemBody({ status: 409, title: 'Conflict', detail: 'This competition has begun.' });
  server.on('put', one, { status: 409, body: conflict as never });
  open();
  await expectSet('Rumble', true);
  await userEvent.click(await toSet('Gala'));
  expect(await screen.findByText('This competition has begun.')).toBeDefined();
  await expectSet('Gala', false);
  await expectSet('Rumble', true);
});

it('leads a visitor to the sign-in and back to the button, with the reminder set', async () => {
  const router = open();
  (await toSet('Rumble')).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
  expect(server.calls(reminders)).toEqual([]);
  signIn();
  await router.navigate('/schedule');
  await expectSet('Rumble', true);
  await expectSet('Gala', false);
  await waitFor(async () => expect(document.activeElement).toBe(await toRemove('Rumble')));
  expect(changes()).toEqual(['put']);
});
