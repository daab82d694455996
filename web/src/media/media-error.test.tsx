import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MediaError } from './media-error.tsx';

it('names the limit of two devices in the exact words, and focuses Reload', async () => {
  const onReload = vi.fn();
  render(
    <MantineProvider env="test">
      <MediaError onReload={onReload} />
    </MantineProvider>,
  );
  // docs/product.md, 4.4
  expect(screen.getByRole('alert')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'This video is currently not active.' })).toBeDefined();
  expect(
    screen.getByText(
      'Click the reload button to continue watching the video. Please note that simultaneous viewing is limited to two devices. Watching on a third device may result in playback issues. Thank you for your understanding.',
    ),
  ).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reload' }));
  await userEvent.keyboard('{Enter}');
  expect(onReload).toHaveBeenCalledTimes(1);
});

it('focuses Reload after a navigation, which has moved the focus to the content, but takes it from no control', () => {
  const page = (error: boolean) => (
    <MantineProvider env="test">
      <main id="content" tabIndex={-1}>
        <button type="button">A control</button>
        {error ? <MediaError onReload={() => {}} /> : null}
      </main>
    </MantineProvider>
  );
  const { rerender } = render(page(false));
  document.getElementById('content')?.focus();
  rerender(page(true));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reload' }));
  rerender(page(false));
  screen.getByRole('button', { name: 'A control' }).focus();
  rerender(page(true));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'A control' }));
});
