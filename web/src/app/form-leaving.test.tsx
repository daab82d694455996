/** Unsaved changes of every form of the admin area: asked before they are lost, whatever the way out. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { everyScope, fakeContractServer, operationOf } from '../test/contract-server.ts';
import { adminFormCases, type FormCase, formOf } from '../test/form-cases.ts';
import { openAdmin } from '../test/open-admin.ts';
import { openAndEdit, typedIn } from '../test/open-form.ts';
import { signOut } from '../test/session-cookies.ts';

const server = fakeContractServer();
afterEach(signOut);

const forms = adminFormCases.filter(({ savesItself }) => !savesItself);
const isDialog = ({ inside }: FormCase) => inside !== undefined && 'dialog' in inside;
const isOfEvent = (form: FormCase) => !isDialog(form) && /^\/admin\/events\/0/.test(form.address);

const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const answer = async (name: 'Cancel' | 'Continue') => {
  fireEvent.click(within(await question()).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
};
const dialogIsClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it.each(forms)(
  '$name asks before its changes are lost, whatever the way out, and is sent by Ctrl+S',
  { timeout: 60_000 },
  async (form) => {
    const router = await openAndEdit(server, form);
    const here = router.state.location.pathname;
    const before = typedIn();
    const staysAfter = async (leave: () => unknown) => {
      await leave();
      await answer('Cancel');
      expect(router.state.location.pathname).toBe(here);
      expect(typedIn()).toEqual(before);
    };
    // Without an await: it settles after the answer.
    await staysAfter(() => void router.navigate('/admin/identity/audit'));
    if (isDialog(form)) await staysAfter(() => userEvent.keyboard('{Escape}'));
    if (isOfEvent(form)) {
      const tabs = within(screen.getByRole('navigation', { name: 'Event' }));
      await staysAfter(() => fireEvent.click(tabs.getByRole('link', { name: 'Blocks' })));
    }
    const closing = new Event('beforeunload', { cancelable: true });
    fireEvent(window, closing);
    expect(closing.defaultPrevented).toBe(true);

    refuse(form);
    fireEvent.keyDown(document.activeElement ?? window, { key: 'ы', code: 'KeyS', ctrlKey: true });
    await screen.findByText('Refused for now');

    // What the server refused is still unsaved.
    if (isDialog(form)) {
      fireEvent.click((await formOf(form)).getByRole('button', { name: 'Close' }));
      await answer('Continue');
      await dialogIsClosed();
      await form.open?.();
      await form.edit(await formOf(form));
    }
    void router.navigate('/admin/identity/audit');
    await answer('Continue');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/identity/audit'));
    await dialogIsClosed();
  },
);

function refuse(form: FormCase) {
  const { method, path } = operationOf(form.operation);
  const body = { type: '/problems/x', title: 'x', status: 503, detail: 'Refused for now' };
  server.on(method as never, path as never, { status: 503, body } as never);
}

it('closes a dialog without changes together with its page', async () => {
  const router = openAdmin(server, '/admin/identity/roles', everyScope);
  await userEvent.click(await screen.findByRole('button', { name: 'Create a role' }));
  await screen.findByRole('dialog', { name: 'Create a role' });
  void router.navigate('/admin/identity/audit');
  await dialogIsClosed();
  expect(router.state.location.pathname).toBe('/admin/identity/audit');
});
