import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage } from '../../test/render.tsx';
import { confirm } from './confirm-dialog.tsx';

it.each([
  ['Continue', true],
  ['Cancel', false],
  ['Close', false],
])('%s resolves with %s and closes the dialog', async (button, expected) => {
  renderPage(<p>page</p>);
  const answer = confirm({
    title: 'Delete this block?',
    description: 'Its 2 live streams are deleted, too.',
  });
  expect(await screen.findByRole('dialog', { name: 'Delete this block?' })).toBeDefined();
  expect(screen.getByText('Its 2 live streams are deleted, too.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: button }));
  await expect(answer).resolves.toBe(expected);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('treats Escape as Cancel', async () => {
  renderPage(<p>page</p>);
  const answer = confirm({ title: 'Leave?', description: 'Changes are lost.' });
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await expect(answer).resolves.toBe(false);
});
