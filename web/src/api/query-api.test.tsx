import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApiServer } from '../test/api-server.ts';
import { renderPage } from '../test/render.tsx';
import { $api } from './query-api.ts';

const server = fakeApiServer();
const path = '/api/v1/history/{liveStreamId}';

function Remove({ id }: { id: string }) {
  const { mutate, isSuccess } = $api.useMutation('delete', path);
  return (
    <button type="button" onClick={() => mutate({ params: { path: { liveStreamId: id } } })}>
      {`${id} ${isSuccess ? 'is gone' : 'is there'}`}
    </button>
  );
}

it('sends a call once while it is under way, and gives its answer to both presses', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  server.on('delete', path, async () => {
    await answered;
    return { status: 204 };
  });
  renderPage(
    <>
      <Remove id="one" />
      <Remove id="other" />
    </>,
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'one is there' }));
  await userEvent.click(screen.getByRole('button', { name: 'other is there' }));
  await waitFor(() =>
    expect(server.calls().map((call) => call.path)).toEqual(['/api/v1/history/one', '/api/v1/history/other']),
  );
  resolve();
  await userEvent.click(await screen.findByRole('button', { name: 'one is gone' }));
  await waitFor(() => expect(server.calls()).toHaveLength(3));
});
