/** Every page of the admin area against every single permission of the contract: who may not, neither sees nor reaches it. */
import contract from '@ringside/openapi/openapi.json';
import type { components } from '@ringside/openapi/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../paths.ts';
import { fakeApiServer } from '../test/api-server.ts';
import { renderRoutes } from '../test/render.tsx';
import { signIn, signOut } from '../test/session-cookies.ts';
import { adminPages, createAdminRoutes } from './admin-routes.tsx';

const server = fakeApiServer();

const holdsAll = (held: readonly string[], needs: readonly string[]) =>
  needs.every((code) => held.includes(code));
const addressOf = (pattern: string) => pattern.replaceAll(/:\w+/g, '0199a3c4-0000-7000-8000-000000000001');

const event: components['schemas']['Event'] = {
  id: '0199a3c4-0000-7000-8000-000000000001',
  name: 'Gala',
  slug: 'gala',
  description: null,
  content: null,
  startDate: '2020-01-20T19:00:00+00:00',
  endDate: '2020-01-20T23:00:00+00:00',
  timezone: 'America/New_York',
  location: { name: null, address: null, cityName: null, countryName: null },
  pictureId: null,
  status: 'draft',
  stripePriceId: null,
  saleStartDate: null,
  saleEndDate: null,
};

/** All scopes that an operation of the contract requires. */
const scopes = [
  ...new Set(
    Object.values(contract.paths)
      .flatMap((path) => Object.values(path as Record<string, { security?: Record<string, string[]>[] }>))
      .flatMap(({ security = [] }) => security.flatMap((way) => Object.values(way).flat())),
  ),
].sort();

/** The pages are stubs: this is about the way to them. */
const stubs = adminPages.map((page) => ({
  ...page,
  load: async () => ({ default: () => <p>{`reached ${page.path}`}</p> }),
}));

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // The frame around the pages of an event reads it.
  server.on('get', '/api/v1/events/{eventId}', { status: 200, body: event });
  server.on('get', '/api/v1/identity/profile/second-factor', {
    status: 200,
    body: {
      authenticator: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isRequired: false,
      isProved: false,
    } as never,
  });
});
afterEach(signOut);

function openAs(held: readonly string[], path: string) {
  signIn({ permissions: [...held] });
  const admin = createAdminRoutes(() => path, stubs);
  return renderRoutes([...admin, { path: paths.adminLogin.pattern, element: <p>sign in</p> }], path);
}

it('knows the scopes and the pages', () => {
  expect(scopes).toContain('identity.user:access_update');
  expect(scopes.length).toBeGreaterThan(10);
  expect(adminPages.length).toBeGreaterThan(8);
  for (const { needs } of adminPages) expect(scopes).toEqual(expect.arrayContaining([...needs]));
});

describe.each(scopes.map((scope) => [scope]))('with nothing but %s', (scope) => {
  const mayEnter = adminPages.some(({ needs }) => needs.length > 0 && holdsAll([scope], needs));

  it('the navigation leads only to pages that open', async () => {
    openAs([scope], '/admin');
    if (!mayEnter) return expect(await screen.findByText('sign in')).toBeDefined();
    const navigation = await screen.findByRole('navigation', { name: 'Admin' });
    const links = within(navigation)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href'));
    const allowed = adminPages.filter(({ needs }) => holdsAll([scope], needs)).map(({ path }) => path);
    for (const link of links) expect(allowed).toContain(link);
  });

  it('only the pages open that need nothing else', async () => {
    const router = openAs([scope], '/admin');
    for (const { path, needs } of adminPages) {
      await router.navigate(addressOf(path));
      if (!mayEnter) await screen.findByText('sign in');
      else if (holdsAll([scope], needs)) await screen.findByText(`reached ${path}`);
      else {
        const missing = needs.filter((code) => code !== scope);
        await screen.findByText(new RegExp(missing.join(', ').replaceAll('.', '\\.')));
      }
      const isAllowed = mayEnter && holdsAll([scope], needs);
      expect(screen.queryByText(`reached ${path}`) !== null, path).toBe(isAllowed);
    }
  });
});

it.each(adminPages.map(({ path, needs }) => [path, needs] as const))(
  '%s opens with exactly its permissions, and not with one less',
  async (path, needs) => {
    // The home page of the area needs none of its own, but the area does.
    const held = needs.length > 0 ? needs : ['event:read'];
    const router = openAs(held, addressOf(path));
    expect(await screen.findByText(`reached ${path}`)).toBeDefined();
    for (const lost of held) {
      // Another permission keeps the area open.
      signIn({ permissions: ['event:read', 'identity.user:read'].filter((code) => code !== lost) });
      await router.revalidate();
      if (needs.length > 0) await waitFor(() => expect(screen.queryByText(`reached ${path}`)).toBeNull());
      signIn({ permissions: [...held] });
      await router.navigate(addressOf(path));
    }
  },
);
