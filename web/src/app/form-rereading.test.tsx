/** Data behind an open form is read again, and fails, and works again: what was typed stays. */
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountFormCases } from '../test/account-form-cases.ts';
import { problemBody } from '../test/api-server.ts';
import { fakeContractServer, readingOf, readPaths } from '../test/contract-server.ts';
import { adminFormCases, type FormCase } from '../test/form-cases.ts';
import { openAndEdit, typedIn } from '../test/open-form.ts';
import { currentQueryClient } from '../test/render.tsx';
import { signOut } from '../test/session-cookies.ts';

const server = fakeContractServer();
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(signOut);

const forms = [...adminFormCases, ...accountFormCases].filter(
  // The proof is asked for by a dialog that reads nothing.
  ({ savesItself, operation }) => !savesItself && operation !== 'stepUp',
);

const failAll = () => {
  // Not a 503, which is tried again after a second.
  const body = problemBody({ status: 404, type: '/problems/not-found', title: 'Not Found' });
  for (const path of readPaths) server.on('get', path as never, { status: 404, body } as never);
};
const workAgain = (form: FormCase) => {
  for (const path of readPaths) server.on('get', path as never, readingOf(path) as never);
  form.given?.(server);
};
const rereadAll = () =>
  act(async () => {
    await currentQueryClient().refetchQueries();
    // Components hear of an answer a moment later.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

it.each(forms)('$name keeps what was typed', async (form) => {
  await openAndEdit(server, form);
  const before = typedIn();
  for (const answer of [failAll, workAgain]) {
    answer(form);
    await rereadAll();
    expect(typedIn()).toEqual(before);
  }
});

it('keeps a new event when the settings that it begins with were never there', async () => {
  const body = problemBody({ status: 503 });
  server.on('get', '/api/v1/site', { status: 503, body } as never);
  const [form] = forms;
  if (form?.operation !== 'createEvent') throw new Error('The first form has changed');
  await openAndEdit(server, form);
  const before = typedIn();
  await rereadAll();
  expect(typedIn()).toEqual(before);
});
