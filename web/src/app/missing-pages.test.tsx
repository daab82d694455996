/** Every page of the admin area with an id in its address: an id that does not exist, or cannot, is a missing page. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminPages } from '../organiser/admin-routes.tsx';
import { problemBody } from '../test/api-server.ts';
import { everyScope, fakeContractServer, readPaths } from '../test/contract-server.ts';
import { openAdmin } from '../test/open-admin.ts';
import { signOut } from '../test/session-cookies.ts';

const server = fakeContractServer();
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(signOut);

const addresses = adminPages
  .filter(({ path }) => path.includes(':'))
  .map(({ path }) => path.replaceAll(/:\w+/g, 'no-id'));

it('knows the pages', () => {
  expect(addresses.length).toBeGreaterThanOrEqual(9);
});

describe.each(addresses)('%s', (address) => {
  it.each([404, 400] as const)('is missing when its id is answered by %i', async (status) => {
    const body = problemBody({ status, type: '/problems/not-found', title: 'Not Found' });
    for (const path of readPaths)
      if (path.includes('{')) server.on('get', path as never, { status, body } as never);
    openAdmin(server, address, everyScope);
    expect(await screen.findByRole('heading', { name: `Page Not Found: ${address}` })).toBeDefined();
  });
});
