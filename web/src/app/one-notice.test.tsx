/** A fault is told once: a page that says it in the place of its content shows no notification beside it. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminPages } from '../organiser/admin-routes.tsx';
import { problemBody } from '../test/api-server.ts';
import { everyScope, fakeContractServer, readPaths } from '../test/contract-server.ts';
import { openAdmin } from '../test/open-admin.ts';
import { currentQueryClient, renderRoutes } from '../test/render.tsx';
import { signIn, signOut } from '../test/session-cookies.ts';
import { createRoutes } from './router.tsx';

const server = fakeContractServer();
const id = '0199a3c4-0000-7000-8000-000000000001';

/** A refusal, because a failure of the server would be asked again after a second. */
function refuseAllReads() {
  const body = problemBody({ status: 429, type: '/problems/too-many-requests', title: 'Too Many Requests' });
  for (const path of readPaths) server.on('get', path as never, { status: 429, body } as never);
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(signOut);

async function expectNoNoticeBesidePanel() {
  await screen.findAllByRole('heading', { level: 1 });
  await waitFor(() => expect(currentQueryClient().isFetching()).toBe(0));
  expect(
    currentQueryClient()
      .getQueryCache()
      .findAll()
      .some(({ state }) => state.status === 'error'),
  ).toBe(true);
  const notices = screen.queryAllByRole('status').map(({ textContent }) => textContent);
  expect(notices.filter((text) => text?.includes('Too Many Requests'))).toEqual([]);
}

describe.each([
  '/',
  '/competitions/x',
  '/competitions/x/live',
  '/competitions/x/results',
  '/competitions/x/y',
  '/account/profile',
  '/account/tickets',
  '/account/security',
])('the page %s (34.4)', (address) => {
  it('tells its fault once', async () => {
    signIn();
    refuseAllReads();
    renderRoutes(
      createRoutes(() => address),
      address,
      { isWholeApp: true },
    );
    await expectNoNoticeBesidePanel();
  });
});

describe.each(
  adminPages.filter(({ needs }) => needs.length > 0).map(({ path }) => path.replaceAll(/:\w+/g, id)),
)('the page %s of the admin area (34.4)', (address) => {
  it('tells its fault once', async () => {
    openAdmin(server, address, everyScope);
    refuseAllReads();
    await expectNoNoticeBesidePanel();
  });
});
