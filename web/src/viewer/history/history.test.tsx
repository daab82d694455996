/** docs/product.md, 30.10, 30.11 and 30.41. */
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { ContinueWatchingRail } from './continue-watching-rail.tsx';
import HistoryPage from './history-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/history';
const at = '2026-11-21T20:00:00Z';
const viewing = {
  liveStreamId: 'ring-camera',
  streamName: 'Ring camera',
  competition: { id: 'rumble', name: 'Rumble 7', slug: 'rumble-7', pictureId: null },
  block: { id: 'main', name: 'Main card', slug: 'main-card' },
  firstWatchedAt: at,
  lastWatchedAt: at,
};
const other = {
  ...viewing,
  liveStreamId: 'other',
  block: { id: 'prelims', name: 'Prelims', slug: 'prelims' },
};
const answer = (data: (typeof viewing)[], total = data.length) => {
  server.on('get', path, { status: 200, body: { data, total } });
  server.on('get', `${path}/continue`, { status: 200, body: { data, total } });
};
// A toast outlives the page of the test before.
afterEach(() => notifications.clean());

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(signOut);

describe('the rail', () => {
  it('leads on to each recording, and tells no length', async () => {
    signIn();
    answer([viewing, other]);
    renderPage(<ContinueWatchingRail />);
    const link = await screen.findByRole('link', { name: 'Continue Main card, Rumble 7' });
    expect(link.getAttribute('href')).toBe('/competitions/rumble-7/main-card?stream=ring-camera');
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('region', { name: 'Continue watching' }).textContent).not.toMatch(/\d:\d|min/);
  });

  it('asks nothing for a visitor', async () => {
    signOut();
    renderPage(<ContinueWatchingRail />);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(server.calls()).toEqual([]);
  });

  it.each([
    ['there is nothing', { status: 200 as const, body: { data: [], total: 0 } }],
    ['it could not be loaded', { status: 401 as const, body: problemBody({ status: 401 }) }],
  ])('is not there when %s, and nobody is told', async (_, given) => {
    signIn();
    server.on('get', `${path}/continue`, given as never);
    renderPage(<ContinueWatchingRail />);
    await waitFor(() => expect(server.calls(`${path}/continue`)).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('removes one at once, and Undo brings it back (30.41)', async () => {
    signIn();
    answer([viewing, other]);
    server.on('delete', `${path}/{liveStreamId}`, () => {
      answer([other]);
      return { status: 204 };
    });
    server.on('post', `${path}/{liveStreamId}/restore`, () => {
      answer([viewing, other]);
      return { status: 204 };
    });
    renderPage(<ContinueWatchingRail />);
    await press('Remove Main card, Rumble 7');
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Continue Main card, Rumble 7' })).toBeNull(),
    );
    expect(screen.getByRole('link', { name: 'Continue Prelims, Rumble 7' })).toBeDefined();
    expect(await screen.findByText('Main card was removed from your history')).toBeDefined();
    await press('Undo');
    expect(await screen.findByRole('link', { name: 'Continue Main card, Rumble 7' })).toBeDefined();
    expect(await screen.findByText('It is back in your history')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(server.calls().filter(({ method }) => method === 'post')).toMatchObject([
      { path: `${path}/ring-camera/restore` },
    ]);
  });
});

describe('the history', () => {
  it('is cleared after it was asked, and says that it is empty', async () => {
    answer([viewing, other]);
    server.on('delete', path, () => {
      answer([]);
      return { status: 204 };
    });
    renderPage(<HistoryPage />);
    await screen.findByRole('link', { name: 'Rumble 7, Main card' });
    await press('Clear history');
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'Nothing watched yet' })).toBeDefined();
    server.on('post', `${path}/restore`, () => {
      answer([viewing, other]);
      return { status: 204 };
    });
    await press('Undo');
    expect(await screen.findByRole('link', { name: 'Rumble 7, Main card' })).toBeDefined();
  });

  it('removes one row at a double click, under which the next row has moved (30.41)', async () => {
    answer([viewing, other]);
    server.on('delete', `${path}/{liveStreamId}`, () => {
      answer([other]);
      return { status: 204 };
    });
    renderPage(<HistoryPage />);
    fireEvent.click(await screen.findByRole('button', { name: /^Remove Rumble 7, Main card/ }), {
      detail: 1,
    });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Rumble 7, Main card' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: /^Remove Rumble 7, Prelims/ }), { detail: 2 });
    await screen.findByRole('button', { name: 'Undo' });
    expect(server.calls().filter(({ method }) => method === 'delete')).toHaveLength(1);
  });

  it('says so once when a removal failed, and offers no Undo', async () => {
    answer([viewing, other]);
    const body = problemBody({ status: 503, title: 'Service Unavailable' });
    server.on('delete', `${path}/{liveStreamId}`, { status: 503, body });
    renderPage(<HistoryPage />);
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Rumble 7, Main card/ }));
    expect(await screen.findByText('Service Unavailable')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('gives the focus to Undo after the keyboard, and not after a pointer (30.41)', async () => {
    answer([viewing, other]);
    server.on('delete', `${path}/{liveStreamId}`, { status: 204 });
    renderPage(<HistoryPage />);
    const remove = await screen.findByRole('button', { name: /^Remove Rumble 7, Main card/ });
    fireEvent.click(remove, { detail: 1 });
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(document.activeElement).not.toBe(undo);
    await userEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    remove.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(async () =>
      expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Undo' })),
    );
  });

  it.each([
    { status: 404 as const, type: '/problems/not-found', says: 'There is nothing to bring back', stays: 0 },
    { status: 503 as const, type: '/problems/overloaded', says: 'It could not be brought back', stays: 1 },
  ])('says why Undo failed with $status, once', async ({ status, type, says, stays }) => {
    answer([viewing, other]);
    server.on('delete', `${path}/{liveStreamId}`, { status: 204 });
    const body = problemBody({ status, type, title: 'Refused' } as never);
    server.on('post', `${path}/{liveStreamId}/restore`, { status, body } as never);
    renderPage(<HistoryPage />);
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Rumble 7, Main card/ }));
    await press('Undo');
    expect(await screen.findByText(says)).toBeDefined();
    expect(screen.queryByText('Refused')).toBeNull();
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(stays));
  });

  it('has pages', async () => {
    answer([viewing], 21);
    renderPage(<HistoryPage />, '/account/history?page=2');
    expect(await screen.findByText('Page 2 of 2')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Newer' }).getAttribute('href')).toBe('/account/history');
    expect(Object.fromEntries(server.calls(path)[0]?.query ?? [])).toEqual({ limit: '20', offset: '20' });
  });

  it('leads back to its last page from one that does not exist', async () => {
    answer([viewing], 21);
    const router = renderPage(<HistoryPage />, '/account/history?page=99');
    expect(await screen.findByText('Page 2 of 2')).toBeDefined();
    expect(router.state.location.search).toBe('?page=2');
  });

  it('offers to try again when it could not be loaded', async () => {
    server.on('get', path, { status: 400, body: problemBody({ status: 400 }) as never });
    renderPage(<HistoryPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});
