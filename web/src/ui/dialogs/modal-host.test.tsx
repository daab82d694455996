import { Button, Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../../test/render.tsx';
import { confirm } from './confirm-dialog.tsx';
import { openModal } from './modal-host.tsx';

const ask = () => confirm({ title: 'Go on?', description: 'Nothing happens.' });

async function closeDialog(name: string) {
  await screen.findByRole('dialog', { name });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
}

it('opens one dialog for a double click', async () => {
  const answers: boolean[] = [];
  renderPage(<Button onClick={() => void ask().then((answer) => answers.push(answer))}>Ask</Button>);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('dialog');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(answers).toEqual([false]);
  await closeDialog('Go on?');
});

it('gives the focus back to the button that has opened the dialog', async () => {
  renderPage(<Button onClick={() => void ask()}>Ask</Button>);
  const opener = screen.getByRole('button', { name: 'Ask' });
  await userEvent.click(opener);
  await closeDialog('Go on?');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('gives the focus back to the button of a menu, because the chosen item is gone', async () => {
  renderPage(
    <Menu>
      <Menu.Target>
        <Button>More</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void ask()}>Delete</Menu.Item>
      </Menu.Dropdown>
    </Menu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await closeDialog('Go on?');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});

it('gives the focus back to the dialog below, and then to the page', async () => {
  renderPage(
    <Button
      onClick={() =>
        openModal({ title: 'Below', content: () => <Button onClick={() => void ask()}>Ask</Button> })
      }
    >
      Open
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const inner = await screen.findByRole('button', { name: 'Ask' });
  await userEvent.click(inner);
  await closeDialog('Go on?');
  await waitFor(() => expect(document.activeElement).toBe(inner));
  await closeDialog('Below');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

it('gives the focus back to the page when two dialogs close at once', async () => {
  renderPage(
    <Button
      onClick={() =>
        openModal({
          title: 'Below',
          content: (close) => <Button onClick={() => void ask().then(close)}>Ask</Button>,
        })
      }
    >
      Open
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

it('gives the focus to the content of the page when the opener is gone', async () => {
  renderPage(<Removable />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove me' }));
  await closeDialog('Go on?');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove me' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

function Removable() {
  const [isThere, setIsThere] = useState(true);
  const remove = async () => {
    await ask();
    setIsThere(false);
  };
  return (
    <main id="content" tabIndex={-1}>
      {isThere ? <Button onClick={() => void remove()}>Remove me</Button> : null}
    </main>
  );
}
