/** A fault of one page, in the routes of the app: what it shows, and what stays around it. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { createRoutes, discoverAdmin } from '../router.tsx';
import { reloadPage } from './reload-page.ts';

vi.mock('./reload-page.ts', () => ({ reloadPage: vi.fn() }));

const server = fakeApiServer();
const competitionPath = '/api/v1/kickboxing/competitions/{competitionId}';
const apology = 'Apologies for the error on our website.';
const body = 'Our team is working on fixing it and we appreciate your patience. Please return to Home page';

function Broken(): never {
  throw new Error('internal words');
}

/** The routes of the app, in which the page of this pattern is another one. */
function routesWith(pattern: string, lazy: () => Promise<{ Component: () => never }>): RouteObject[] {
  const replace = (route: RouteObject): RouteObject => {
    if (route.path === pattern) return { path: pattern, lazy } as RouteObject;
    return route.children ? ({ ...route, children: route.children.map(replace) } as RouteObject) : route;
  };
  return createRoutes(() => pattern).map(replace);
}

const open = (routes: RouteObject[], path: string) => renderRoutes(routes, path, { isWholeApp: true });

function goOffline(isOffline = true) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // React and the router log what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.on('get', '/api/v1/kickboxing/competitions', { status: 200, body: { data: [], total: 0 } });
});
afterEach(signOut);

describe('a page that fails', () => {
  it('leaves header, navigation and footer, and has the exact texts (docs/product.md, 34.1)', async () => {
    open(
      routesWith('/auth/register', async () => ({ Component: Broken })),
      '/auth/register',
    );
    const heading = await screen.findByRole('heading', { level: 1, name: apology });
    expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === body));
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeDefined();
    expect(screen.queryByText(/internal words/)).toBeNull();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(screen.getByRole('main').contains(heading)).toBe(true);
    expect(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main' })).toBeDefined();
    expect(screen.getByRole('contentinfo')).toBeDefined();
  });

  it('does not stop the next page', async () => {
    open(
      routesWith('/auth/register', async () => ({ Component: Broken })),
      '/auth/register',
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Return home' }));
    expect(await screen.findByRole('heading', { name: 'No fight nights yet' })).toBeDefined();
  });

  it('leaves the logo of the admin sign-in pages', async () => {
    open(
      routesWith('/admin/auth/login', async () => ({ Component: Broken })),
      '/admin/auth/login',
    );
    expect(await screen.findByRole('heading', { level: 1, name: apology })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ringside, home' })).toBeDefined();
  });

  it('leaves the navigation of the admin area', async () => {
    signIn({ permissions: ['event:read'] });
    server.on('get', '/api/v1/events', { status: 200, body: { data: 'no list' } as never });
    renderRoutes(
      createRoutes(() => '/admin/events'),
      '/admin/events',
      { isWholeApp: true, patchRoutesOnNavigation: discoverAdmin(() => '/admin/events') },
    );
    expect(await screen.findByRole('heading', { level: 1, name: apology })).toBeDefined();
    expect(screen.getByRole('navigation', { name: 'Admin' })).toBeDefined();
    const home = screen.getByRole('link', { name: 'Return home' });
    expect(home.getAttribute('href')).toBe('/admin');
  });
});

describe('an address without a page', () => {
  it('says so kindly and offers ways on (34.2)', async () => {
    open(
      createRoutes(() => '/nowhere'),
      '/nowhere',
    );
    const main = await screen.findByRole('main');
    expect(within(main).getByRole('heading', { level: 1, name: 'Page Not Found: /nowhere' })).toBeDefined();
    expect(within(main).getByText(/may have been mistyped/)).toBeDefined();
    const links = within(main).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Return home', '/'],
      ['Search', '/search'],
      ['Schedule', '/schedule'],
      ['Replays', '/replays'],
    ]);
    expect(within(main).queryByText(/Our team is working/)).toBeNull();
  });

  it('is also that of a competition that does not exist', async () => {
    server.on('get', competitionPath, {
      status: 404,
      body: problemBody({ status: 404, type: '/problems/not-found', title: 'Not Found' }) as never,
    });
    open(
      createRoutes(() => '/competitions/x'),
      '/competitions/x',
    );
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Page Not Found: /competitions/x' }),
    ).toBeDefined();
    expect(screen.getByRole('banner')).toBeDefined();
  });
});

describe('without a network', () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  it('a page that was never loaded is not reloaded until the network is back (34.3)', async () => {
    goOffline();
    open(routesWith('/auth/register', failing), '/auth/register');
    expect(await screen.findByRole('heading', { level: 1, name: 'You are offline' })).toBeDefined();
    expect(screen.getByRole('banner')).toBeDefined();
    expect(reloadPage).not.toHaveBeenCalled();
    goOffline(false);
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
  });

  it('a page that the viewer is leaving at that moment is not reloaded, so the next one comes', async () => {
    goOffline();
    open(routesWith('/auth/register', failing), '/auth/register');
    expect(await screen.findByRole('heading', { level: 1, name: 'You are offline' })).toBeDefined();
    goOffline(false);
    fireEvent(window, new Event('online'));
    expect(reloadPage).not.toHaveBeenCalled();
    cleanup();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('a competition says so in the frame of a page, not in an endless skeleton', async () => {
    goOffline();
    server.on('get', competitionPath, () => Promise.reject(new TypeError('Failed to fetch')));
    open(
      createRoutes(() => '/competitions/x'),
      '/competitions/x',
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'You are offline' })).toBeDefined();
    await waitFor(() => expect(document.title).toMatch(/^You are offline/));
  });
});
