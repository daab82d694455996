/** Two tabs change the same thing: the second one gets the choice of 412, in every form whose operation takes If-Match. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { problemBody } from '../test/api-server.ts';
import {
  fakeContractServer,
  operationOf,
  operationsWithIfMatch,
  readingOf,
} from '../test/contract-server.ts';
import { adminFormCases, type FormCase, formOf } from '../test/form-cases.ts';
import { openAndEdit } from '../test/open-form.ts';
import { signOut } from '../test/session-cookies.ts';

const server = fakeContractServer();
afterEach(signOut);

const forms = adminFormCases.filter(({ operation }) => operationsWithIfMatch.includes(operation));
const sent = () => server.calls().filter(({ method }) => method === 'patch');

it('has a form for every operation that takes If-Match', () => {
  expect(operationsWithIfMatch.length).toBeGreaterThanOrEqual(8);
  expect(operationsWithIfMatch.filter((id) => !forms.some(({ operation }) => operation === id))).toEqual([]);
});

/** Sends a change, which is refused because somebody else has saved. */
async function refuse(form: FormCase) {
  await openAndEdit(server, form);
  const { method, path } = operationOf(form.operation);
  const body = problemBody({ status: 412, type: '/problems/precondition-failed' });
  server.on(method as never, path as never, { status: 412, body } as never);
  server.on('get', path as never, { ...readingOf(path), headers: { ETag: '"9"' } } as never);
  const place = form.savesItself ? within(document.body) : await formOf(form);
  await userEvent.click(await place.findByRole('button', { name: form.submit }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Somebody else has saved/ }));
  server.on(method as never, path as never, { status: 204, headers: { ETag: '"10"' } } as never);
  return dialog;
}

const closed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: /^Somebody else has saved/ })).toBeNull());

describe.each(forms)('$name', (form) => {
  it('shows both versions, and keeps mine', async () => {
    const dialog = await refuse(form);
    for (const name of ['Stored now', 'Your change'])
      expect(dialog.getByRole('columnheader', { name })).toBeDefined();
    const [, ...rows] = dialog.getAllByRole('row');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const [theirs, mine] = within(row).getAllByRole('cell');
      expect(mine?.textContent).not.toBe(theirs?.textContent);
      expect(row.textContent).not.toMatch(/\[object|undefined|null/);
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Keep my changes' }));
    await closed();
    await waitFor(() => expect(sent()).toHaveLength(2));
    const [first, second] = sent();
    expect(first?.headers.get('if-match')).toBe('"3"');
    expect(second?.headers.get('if-match')).toBe('"9"');
    expect(second?.body).toEqual(first?.body);
  });

  it('takes theirs', async () => {
    const dialog = await refuse(form);
    await userEvent.click(dialog.getByRole('button', { name: 'Take the stored version' }));
    await closed();
    expect(screen.queryByText('Not saved yet')).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  it('goes back to the form with all changes', async () => {
    const dialog = await refuse(form);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await closed();
    expect(screen.getByText('Not saved yet')).toBeDefined();
  });
});
