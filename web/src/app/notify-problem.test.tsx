import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { $api } from '../api/query-api.ts';
import { fakeApiServer, problemBody } from '../test/api-server.ts';
import { renderPage } from '../test/render.tsx';

const server = fakeApiServer();
const path = '/api/v1/kickboxing/competitions';

afterEach(() => notifications.clean());

function List({ showsProblem = false }) {
  const { isError } = useQuery($api.queryOptions('get', path, {}, { retry: false, meta: { showsProblem } }));
  return isError ? <p>failed</p> : null;
}

it('shows title and detail of a problem, with a button to close it', async () => {
  server.on('get', path, {
    status: 503,
    body: problemBody({ status: 503, title: 'Service Unavailable', detail: 'The service is busy.' }),
  });
  renderPage(<List />);
  const toast = await screen.findByRole('status');
  expect(toast.textContent).toContain('Service Unavailable');
  expect(toast.textContent).toContain('The service is busy.');
  await userEvent.click(screen.getByRole('button', { name: 'Close notification' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('falls back to one sentence when the error is not a problem', async () => {
  server.on('get', path, () => Promise.reject(new TypeError('failed to fetch')));
  renderPage(<List />);
  expect((await screen.findByRole('status')).textContent).toContain('An unknown error occurred.');
});

it('shows nothing when the caller shows the problem itself', async () => {
  server.on('get', path, { status: 503, body: problemBody({ status: 503 }) });
  renderPage(<List showsProblem />);
  await screen.findByText('failed');
  expect(screen.queryByRole('status')).toBeNull();
});
