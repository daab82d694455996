/** Unsaved changes of every form of the admin area: asked before they are lost, whatever the way out. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { everyScope, fakeContractServer, operationOf } from '../test/contract-server.ts';
import { adminFormCases, type FormCase, formOf } from '../test/form-cases.ts';
import { openAdmin } from '../test/open-admin.ts';
import { openAndEdit, typedIn } from '../test/open-form.ts';
import { signOut } from '../test/session-cookies.ts';

const server = fakeContractServer();
afterEach(signOut);

const forms = adminFormCases.filter(({ savesItself }) => !savesItself);
const isDialog = ({ inside }: FormCase) => inside !== undefined && 'dialog' in inside;
const ofDialogs = forms.filter(isDialog);
const ofEvents = forms.filter((form) => !isDialog(form) && /^\/admin\/events\/0/.test(form.address));

const change = (form: FormCase) => openAndEdit(server, form);
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const answer = async (name: 'Cancel' | 'Continue') => {
  await userEvent.click(within(await question()).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
};
describe.each(forms)('$name', (form) => {
  it('asks before another page takes its place, and before the tab closes', async () => {
    const router = await change(form);
    const here = router.state.location.pathname;
    const before = typedIn();
    void router.navigate('/admin/identity/audit');
    await answer('Cancel');
    expect(router.state.location.pathname).toBe(here);
    expect(typedIn()).toEqual(before);
    const closing = new Event('beforeunload', { cancelable: true });
    fireEvent(window, closing);
    expect(closing.defaultPrevented).toBe(true);
    void router.navigate('/admin/identity/audit');
    await answer('Continue');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/identity/audit'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends by Ctrl+S', async () => {
    await change(form);
    const { method, path } = operationOf(form.operation);
    const answered = new Promise((resolve) => {
      server.on(
        method as never,
        path as never,
        (() => {
          resolve(true);
          return { status: 503, body: { type: '/problems/x', title: 'x', status: 503, detail: 'x' } };
        }) as never,
      );
    });
    fireEvent.keyDown(document.activeElement ?? window, { key: 's', ctrlKey: true });
    expect(await answered).toBe(true);
  });
});

it.each(ofEvents)('$name asks before another tab of the event opens', async (form) => {
  const router = await change(form);
  const here = router.state.location.pathname;
  const tabs = within(screen.getByRole('navigation', { name: 'Event' }));
  await userEvent.click(tabs.getByRole('link', { name: 'Blocks' }));
  await answer('Cancel');
  expect(router.state.location.pathname).toBe(here);
});

it.each(ofDialogs)('$name asks before its dialog closes', async (form) => {
  await change(form);
  const before = typedIn();
  await userEvent.keyboard('{Escape}');
  await answer('Cancel');
  expect(typedIn()).toEqual(before);
  const dialog = await formOf(form);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await answer('Continue');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('closes a dialog without changes together with its page', async () => {
  const router = openAdmin(server, '/admin/identity/roles', everyScope);
  await userEvent.click(await screen.findByRole('button', { name: 'Create a role' }));
  await screen.findByRole('dialog', { name: 'Create a role' });
  void router.navigate('/admin/identity/audit');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/admin/identity/audit');
});
