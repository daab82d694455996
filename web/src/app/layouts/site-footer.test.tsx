import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { siteTitle } from '../../ui/page/site-title.ts';
import { SiteFooter } from './site-footer.tsx';

const server = fakeApiServer();
const path = '/api/v1/site';
const page = (
  <>
    <PageTitle>Home</PageTitle>
    <SiteFooter />
  </>
);

afterEach(() => {
  siteTitle.set('Ringside');
  window.localStorage.clear();
});

it('asks for the site only when the page has loaded, and then shows its name and links', async () => {
  server.on('get', path, {
    status: 200,
    body: {
      siteName: 'Fight Club',
      supportEmail: 'help@x.test',
      refundPolicy: 'Money **back**.',
      refundPolicyHtml: '<p>Money <strong>back</strong>.</p>',
      imprintUrl: 'https://x.test/imprint',
      privacyUrl: null,
      defaultTimezone: 'UTC',
    },
  });
  renderPage(page);
  expect(server.calls(path)).toEqual([]);
  expect((await screen.findByRole('link', { name: 'Support' })).getAttribute('href')).toBe(
    'mailto:help@x.test',
  );
  expect(screen.getByRole('link', { name: 'Imprint' }).getAttribute('href')).toBe('https://x.test/imprint');
  expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull();
  expect(document.title).toBe('Home · Fight Club');
  expect(window.localStorage.getItem('site-name')).toBe('Fight Club');
  await userEvent.click(screen.getByRole('button', { name: 'Refunds' }));
  expect((await screen.findByText('back')).tagName).toBe('STRONG');
});

it('stays quiet when the site cannot be read', async () => {
  server.on('get', path, { status: 503, body: problemBody({ status: 503 }) as never, headers: {} });
  renderPage(page);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(server.calls(path).length).toBeGreaterThan(0);
  expect(screen.getByText(/Ringside: kickboxing/)).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});
