import { Button } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderRoutes } from '../test/render.tsx';
import { Root } from './root.tsx';

let finish = () => {};

function Page() {
  const [isLoading, setIsLoading] = useState(false);
  finish = () => setIsLoading(false);
  return (
    <Button loading={isLoading} onClick={() => setIsLoading(true)}>
      Pay
    </Button>
  );
}

it('gives the focus back to a button that has finished loading, on every page', async () => {
  renderRoutes([{ Component: Root, children: [{ path: '/', Component: Page }] }], '/', { isWholeApp: true });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' });
  await userEvent.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  // As the browser does, unlike jsdom.
  button.blur();
  finish();
  await waitFor(() => expect(document.activeElement).toBe(button));
});
