import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer } from '../test/api-server.ts';
import { renderRoutes } from '../test/render.tsx';
import { signIn, signOut } from '../test/session-cookies.ts';
import { createRoutes, discoverAdmin } from './router.tsx';

const server = fakeApiServer();

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  server.on('get', '/api/v1/kickboxing/competitions', { status: 200, body: { data: [], total: 0 } });
  server.on('get', '/api/v1/events', { status: 200, body: { data: [], total: 0 } });
});

afterEach(signOut);

function open(path: string) {
  return renderRoutes(
    createRoutes(() => path),
    path,
    { patchRoutesOnNavigation: discoverAdmin(() => path) },
  );
}

it('shows an unknown path as not found', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  open('/no/such-page?x=1');
  expect(await screen.findByRole('heading', { name: 'Page Not Found: /no/such-page' })).toBeDefined();
});

it('loads the home page in the default layout', async () => {
  open('/');
  expect(await screen.findByRole('heading', { name: 'No fight nights yet' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
});

it('asks for a sign-in before the admin area, and returns to it', async () => {
  const router = open('/admin');
  expect(await screen.findByRole('heading', { name: 'Admin sign in' })).toBeDefined();
  signIn({ permissions: ['event:read'] });
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
  expect(await screen.findByRole('heading', { name: 'Admin' })).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Events' })).toHaveLength(2);
});

it('keeps the navigation of the admin area when a page is unknown or not allowed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  signIn({ permissions: ['identity.user:read'] });
  const router = open('/admin/nothing-here');
  expect(await screen.findByRole('heading', { name: 'Page Not Found: /admin/nothing-here' })).toBeDefined();
  expect(screen.getByRole('navigation', { name: 'Admin' })).toBeDefined();
  await router.navigate('/admin/events');
  expect(await screen.findByText(/needs the permission event:read/)).toBeDefined();
});
