import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer } from '../../test/api-server.ts';
import { openAdmin } from '../../test/open-admin.ts';
import { signOut } from '../../test/session-cookies.ts';

const server = fakeApiServer();
afterEach(signOut);

it('says above the page that a restored platform sends and sells nothing yet', async () => {
  server.on('get', '/api/v1/site', {
    status: 200,
    body: { siteName: 'Ringside', isQuiet: true } as never,
  });
  openAdmin(server, '/admin', []);
  const command = await screen.findByText('pnpm admin go-live');
  const notice = command.closest('[role=status]');
  expect(notice?.textContent).toMatch(/A backup was restored here.*sells nothing and refunds nothing/);
  expect(notice?.closest('main')).not.toBeNull();
});
