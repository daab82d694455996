import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installNative, native } from '../../native.ts';
import { problemBody } from '../../test/api-server.ts';
import { renderRoutes } from '../../test/render.tsx';
import { PageError } from '../../ui/page/page-error.ts';
import { ErrorPage, toPageError } from './error-page.tsx';
import { reloadPage } from './reload-page.ts';

vi.mock('./reload-page.ts', () => ({ reloadPage: vi.fn() }));

const otherBody =
  'Our team is working on fixing it and we appreciate your patience. Please return to Home page';
const mediaBody =
  'Click the reload button to continue watching the video. Please note that simultaneous viewing is limited ' +
  'to two devices. Watching on a third device may result in playback issues. Thank you for your understanding.';

// React logs every error that a boundary catches.
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}));

function Throwing({ error }: { error: unknown }): never {
  throw error;
}

function showError(error: unknown, path = '/some/page') {
  return renderRoutes(
    [
      { path: '/', element: <p>home page</p> },
      { path: '*', element: <Throwing error={error} />, ErrorBoundary: ErrorPage },
    ],
    path,
  );
}

describe('ErrorPage', () => {
  it('apologises for an unexpected error', async () => {
    showError(new Error('internal words'));
    expect(
      await screen.findByRole('heading', { name: 'Apologies for the error on our website.' }),
    ).toBeDefined();
    expect(
      screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === otherBody),
    ).toBeDefined();
    expect(screen.queryByText(/internal words/)).toBeNull();
    expect(screen.getByRole('img', { name: 'Ringside' })).toBeDefined();
  });

  it('shows the path of a page that was not found', async () => {
    showError(new PageError('not_found', { publicMessage: 'Page Not Found: /some/page' }));
    expect(await screen.findByRole('heading', { name: 'Page Not Found: /some/page' })).toBeDefined();
    expect(
      screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === otherBody),
    ).toBeDefined();
  });

  it('has its own texts for video problems', async () => {
    showError(new PageError('media'));
    expect(await screen.findByRole('heading', { name: 'This video is currently not active.' })).toBeDefined();
    expect(screen.getByText(mediaBody)).toBeDefined();
  });

  it("shows the server's public message as the heading, also for videos", async () => {
    showError(new PageError('media', { publicMessage: 'Your access to this block has ended.' }));
    expect(
      await screen.findByRole('heading', { name: 'Your access to this block has ended.' }),
    ).toBeDefined();
    expect(screen.getByText(mediaBody)).toBeDefined();
  });

  it('returns home', async () => {
    showError(new Error('x'));
    await userEvent.click(await screen.findByRole('link', { name: 'Return home' }));
    expect(await screen.findByText('home page')).toBeDefined();
  });

  it('reloads the page', async () => {
    showError(new Error('x'));
    await userEvent.click(await screen.findByRole('button', { name: 'Reload page' }));
    expect(reloadPage).toHaveBeenCalledExactlyOnceWith();
  });
});

describe('details', () => {
  const browser = native();
  afterEach(() => installNative(browser));

  it('are shown only in the native app', async () => {
    installNative({ ...browser, isNative: true });
    showError(new Error('internal words'));
    expect(await screen.findByText(/internal words/)).toBeDefined();
  });
});

describe('toPageError', () => {
  it.each([
    [problemBody({ status: 404 }), 'not_found', 'Page Not Found: /a'],
    [new Response(null, { status: 404 }), 'unrecoverable', undefined],
    [problemBody({ status: 403, detail: 'You may not.' }), 'unrecoverable', 'You may not.'],
    [
      problemBody({ status: 500, detail: 'Something went wrong on our side.' }),
      'unrecoverable',
      'Something went wrong on our side.',
    ],
    [new TypeError('x'), 'unrecoverable', undefined],
    ['a text', 'unrecoverable', undefined],
  ])('turns error %# into a page error', (error, type, publicMessage) => {
    expect(toPageError(error, '/a')).toMatchObject({ type, publicMessage });
  });
});
