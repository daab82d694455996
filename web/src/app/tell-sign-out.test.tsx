import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../test/render.tsx';
import { tellSignOut } from './tell-sign-out.ts';

it('says once why somebody was signed out, unless the page says it', async () => {
  renderPage(<p>page</p>);
  tellSignOut(undefined, '/');
  tellSignOut('ended', '/auth/login');
  tellSignOut('ended', '/admin/auth/login');
  tellSignOut('unreachable', '/');
  tellSignOut('unreachable', '/');
  const notices = await screen.findAllByRole('status');
  expect(notices.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Our server could not renew your sign-in.'),
  ]);
});
