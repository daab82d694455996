import type { components } from '@ringside/openapi/schema';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { exampleOf } from '../../test/contract-server.ts';
import { fakeUser } from '../../test/fake-identity.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { PaletteButton } from './palette-button.tsx';

const server = fakeApiServer();
const noa = fakeUser('Noa Bakker');
const gala = {
  id: 'gala-id',
  name: 'Noa Night Gala',
  startDate: '2026-11-20T19:00:00+00:00',
  timezone: 'Europe/Amsterdam',
} as components['schemas']['Event'];

beforeEach(() => {
  window.sessionStorage.clear();
  server.on('get', '/api/v1/events', { status: 200, body: { data: [gala], total: 1 } });
  server.on('get', '/api/v1/kickboxing/search', {
    status: 200,
    body: { fighters: [], bouts: [], competitions: [] },
  });
  server.on('get', '/api/v1/identity/users', { status: 200, body: { data: [noa], total: 1 } });
});
afterEach(signOut);

async function open(permissions: string[], email = 'mia@ringside.test') {
  signIn({ permissions, email });
  const router = renderPage(<PaletteButton />, '/admin');
  await userEvent.keyboard('{Control>}k{/Control}');
  return { router, field: await screen.findByRole('combobox', { name: /Search events/ }) };
}

it('finds events, users and pages, and opens one by keyboard', async () => {
  const { router, field } = await open(['event:read', 'identity.user:read']);
  expect(screen.getByRole('dialog', { name: 'Search the admin area' })).toBeDefined();
  await userEvent.type(field, 'noa');
  expect(await screen.findByRole('option', { name: /Noa Night Gala/ })).toBeDefined();
  expect(JSON.parse(server.calls('/api/v1/events').at(-1)?.query.get('filter') ?? '')).toEqual({
    name: { ilike: '%noa%' },
  });
  expect(screen.getByRole('option', { name: /noa.bakker@ringside.test/ })).toBeDefined();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/identity/users/${noa.id}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('finds fighters for those who may change them', async () => {
  const ilse = { ...exampleOf('getFighter'), name: 'Ilse Brandão', countryCode: 'PT', gym: 'Doca' };
  server.on('get', '/api/v1/fighters', { status: 200, body: { data: [ilse], total: 1 } });
  const { router, field } = await open(['event:read', 'event:update']);
  await userEvent.type(field, 'brandao');
  const found = within(await screen.findByRole('group', { name: 'Fighters' }));
  await userEvent.click(found.getByRole('option', { name: /Ilse Brandão.*Portugal, Doca/ }));
  expect(server.calls('/api/v1/fighters').at(-1)?.query.get('q')).toBe('brandao');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/fighters/${ilse.id}`));
});

it('finds the fights of public events, and leads to their card', async () => {
  const found = exampleOf('searchKickboxing');
  const [bout] = found.bouts;
  if (!bout) throw new Error('The example has no bout');
  server.on('get', '/api/v1/kickboxing/search', { status: 200, body: found });
  const { router, field } = await open(['event:read']);
  await userEvent.type(field, 'hadad');
  const fights = within(await screen.findByRole('group', { name: 'Fights' }));
  const names = [bout.red, bout.blue].map((fighter) => fighter?.name ?? 'To be announced').join(' v ');
  await userEvent.click(
    fights.getByRole('option', { name: new RegExp(`^${names}.*${bout.competition.name}`) }),
  );
  expect(server.calls('/api/v1/kickboxing/search').at(-1)?.query.get('q')).toBe('hadad');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/admin/events/${bout.competition.id}/card`),
  );
});

it('opens the first hit with Enter, and offers it again as a recent choice', async () => {
  const { router, field } = await open(['event:read']);
  await userEvent.type(field, 'gala');
  expect(await screen.findByText('1 hit. Enter opens it.')).toBeDefined();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/events/gala-id'));
  await router.navigate('/admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
  const recent = await screen.findByRole('group', { name: 'Recent' });
  expect(within(recent).getByRole('option', { name: /Noa Night Gala/ })).toBeDefined();
});

it('opens by the place of K on a Russian keyboard, and leaves Escape to a composition', async () => {
  signIn({ permissions: [], email: 'mia@ringside.test' });
  renderPage(<PaletteButton />, '/admin');
  const press = (init: object) => fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', ...init });
  for (const init of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }])
    expect(press(init)).toBe(true);
  expect(press({ ctrlKey: true })).toBe(false);
  const field = await screen.findByRole('combobox', { name: /Search events/ });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(screen.getByRole('dialog')).toBeDefined();
  expect(press({ metaKey: true })).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks for nothing that the user may not see', async () => {
  const { field } = await open(['identity.auth.access:read']);
  expect(screen.queryByRole('option', { name: /^Events|^Create an event/ })).toBeNull();
  await userEvent.type(field, 'noa');
  expect(await screen.findByText('Nothing fits.')).toBeDefined();
  expect(server.calls()).toEqual([]);
});

it('forgets the choices of another account, and of a permission that was lost', async () => {
  window.sessionStorage.setItem(
    'palette',
    JSON.stringify({
      owner: 'mia@ringside.test',
      hits: [
        {
          kind: 'user',
          label: 'Noa',
          detail: '',
          href: '/admin/identity/users/1',
          needs: ['identity.user:read'],
        },
        { kind: 'page', label: 'Evil', detail: '', href: '//evil.test', needs: [] },
      ],
    }),
  );
  const { field } = await open(['event:read']);
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
  await userEvent.type(field, '{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  signIn({ permissions: ['identity.user:read'], email: 'sam@ringside.test' });
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByRole('combobox');
  expect(screen.queryByRole('option', { name: /Noa/ })).toBeNull();
});

it('says when a search has failed, and still finds pages', async () => {
  server.on('get', '/api/v1/events', {
    status: 403,
    body: problemBody({ status: 403, type: '/problems/forbidden' }) as never,
  });
  const { field } = await open(['event:read']);
  await userEvent.type(field, 'events');
  expect(await screen.findByText('Events, fighters, fights or users could not be searched.')).toBeDefined();
  expect(screen.getByRole('option', { name: /^Events/ })).toBeDefined();
});

it('gives the focus back when it is closed without a choice', async () => {
  signIn({ permissions: [] });
  renderPage(<PaletteButton />, '/admin');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByRole('combobox', { name: /Search events/ });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' })));
});
