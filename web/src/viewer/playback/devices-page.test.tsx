import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import DevicesPage from './devices-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/playback/sessions';
const startedAt = '2026-11-21T20:00:00Z';
const device = {
  id: 'sofa',
  deviceName: 'Safari on iPhone',
  watching: 'Rumble 7, Main card',
  startedAt,
  lastPingAt: startedAt,
  isCurrent: false,
};
const answer = (data: (typeof device)[]) =>
  server.on('get', path, { status: 200, body: { data, total: data.length } });

// docs/product.md, 30.4
it('shows what plays where, and stops it', async () => {
  answer([device, { ...device, id: 'here', deviceName: 'Firefox on Linux', isCurrent: true }]);
  server.on('delete', `${path}/{sessionId}`, () => {
    answer([]);
    return { status: 204 };
  });
  renderPage(<DevicesPage />);
  expect(await screen.findAllByText(/^Rumble 7, Main card,/)).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Stop here: Firefox on Linux' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Stop there: Safari on iPhone' }));
  expect(await screen.findByText('No device is watching')).toBeDefined();
  expect(server.calls().filter(({ method }) => method === 'delete')).toMatchObject([
    { path: `${path}/sofa` },
  ]);
});

it('takes a device from the list that has stopped meanwhile, and says so', async () => {
  answer([device]);
  server.on('delete', `${path}/{sessionId}`, () => {
    answer([]);
    return {
      status: 404,
      body: problemBody({ status: 404, type: '/problems/not-found', title: 'Not Found' }),
    };
  });
  renderPage(<DevicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Stop there: Safari on iPhone' }));
  await waitFor(() => expect(screen.getByText('No device is watching')).toBeDefined());
});

it('offers to try again when the list could not be loaded', async () => {
  server.on('get', path, { status: 400, body: problemBody({ status: 400 }) as never });
  renderPage(<DevicesPage />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});
