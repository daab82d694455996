import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../test/render.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

let finish = () => {};

function Page() {
  useKeptFocus();
  const [isLoading, setIsLoading] = useState(false);
  finish = () => setIsLoading(false);
  return (
    <>
      <Button loading={isLoading} onClick={() => setIsLoading(true)}>
        Save
      </Button>
      <TextInput label="Name" />
    </>
  );
}

async function press() {
  renderPage(<Page />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await userEvent.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  // As the browser does, unlike jsdom.
  button.blur();
  return button;
}

it('gives the focus back to a button that has finished loading', async () => {
  const button = await press();
  finish();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('leaves the focus where the user has put it meanwhile', async () => {
  const button = await press();
  const field = screen.getByRole('textbox', { name: 'Name' });
  field.focus();
  finish();
  await waitFor(() => expect(button.disabled).toBe(false));
  expect(document.activeElement).toBe(field);
});
