import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { problemBody } from '../../../../test/api-server.ts';
import { exampleOf, fakeContractServer } from '../../../../test/contract-server.ts';
import { openAdmin } from '../../../../test/open-admin.ts';
import { signOut } from '../../../../test/session-cookies.ts';

const server = fakeContractServer();
const card = '/admin/events/0199a3c4-0007-7000-8000-000000000001/card';
const importPath = '/api/v1/events/{eventId}/bouts/import';
const example = exampleOf('importBouts');
const [bout] = example.rows as [(typeof example.rows)[0]];
const jan = { id: '0199a3c4-0000-7000-8000-000000000f07', name: 'Jan de Vries', nickname: null, bouts: 3 };
afterEach(signOut);

const calls = () =>
  server
    .calls()
    .filter(({ path }) => path.endsWith('/bouts/import'))
    .map(({ query, body }) => [query.get('dryRun'), body] as const);

async function paste(text: string) {
  openAdmin(server, card);
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a card' }));
  const field = dialog.getByRole('textbox', { name: 'The card' });
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.click(dialog.getByRole('button', { name: 'Check' }));
  return dialog;
}

it('shows what pasted lines mean, asks who is meant, and then adds all of them', async () => {
  const unsure = {
    ...bout,
    result: 'unsure' as const,
    red: {
      state: 'unsure' as const,
      name: 'Jan de Vries',
      countryCode: null,
      fighterId: null,
      candidates: [{ ...jan, countryCode: 'NL', gym: null }],
    },
  };
  server.on('post', importPath, { status: 200, body: { dryRun: true, imported: 0, rows: [unsure] } });
  const dialog = await paste('Main card\nJan de Vries v TBA, 77 kg');
  expect(
    await dialog.findByText('Nothing is stored yet: 1 bout has a name that is not clear.'),
  ).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 1 bout' }).disabled).toBe(true);

  const known = {
    ...unsure,
    result: 'ok' as const,
    red: { ...unsure.red, state: 'known' as const, fighterId: jan.id },
  };
  server.on('post', importPath, { status: 200, body: { dryRun: true, imported: 1, rows: [known] } });
  const choice = dialog.getByRole('combobox', { name: 'Bout 1, red corner: who is it?' });
  await userEvent.selectOptions(choice, 'Jan de Vries, Netherlands, 3 bouts');
  expect(await dialog.findByText('Nothing is stored yet. 1 bout can be added.')).toBeDefined();
  const row = { block: 'Main card', red: 'Jan de Vries', blue: 'TBA', weight: '77 kg' };
  await userEvent.click(dialog.getByRole('button', { name: 'Add 1 bout' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('1 bout added')).toBeDefined();
  expect(calls()).toEqual([
    ['true', { rows: [row] }],
    ['true', { rows: [{ ...row, redChoice: jan.id }] }],
    ['false', { rows: [{ ...row, redChoice: jan.id }] }],
  ]);
});

it('names what is wrong with a row, and leads back to the text', async () => {
  const issues = [{ column: 'weight' as const, detail: 'Write kilograms.' }];
  server.on('post', importPath, {
    status: 200,
    body: { dryRun: true, imported: 0, rows: [{ ...bout, result: 'refused', issues }] },
  });
  const dialog = await paste('Tomás Varga v TBA, 170 lbs');
  expect(await dialog.findByText('Weight: Write kilograms.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Change the text' }));
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'The card' }).value).toContain('170 lbs');
});

it('says what is not a card, and what the server refuses', async () => {
  const dialog = await paste('Main card');
  expect(await dialog.findByText(/^No bout was found/)).toBeDefined();
  expect(calls()).toEqual([]);
  server.on('post', importPath, {
    status: 403,
    body: problemBody({ status: 403, detail: 'Not yours.' }) as never,
  });
  await userEvent.type(dialog.getByRole('textbox', { name: 'The card' }), '{Enter}A v B');
  await userEvent.click(dialog.getByRole('button', { name: 'Check' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Not yours.');
});

it('reads the rows again when the card has changed meanwhile', async () => {
  server.on('post', importPath, ({ query }) =>
    query.get('dryRun') === 'true'
      ? { status: 200, body: { dryRun: true, imported: 1, rows: [bout] } }
      : {
          status: 400,
          body: problemBody({
            status: 400,
            type: '/problems/validation-error',
            issues: [
              { detail: 'This bout is on the card already.', pointer: '/rows/0/red', location: 'body' },
            ],
          }) as never,
        },
  );
  const dialog = await paste('Tomás Varga v TBA');
  await userEvent.click(await dialog.findByRole('button', { name: 'Add 1 bout' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('This bout is on the card already.');
  await waitFor(() => expect(calls().map(([dryRun]) => dryRun)).toEqual(['true', 'false', 'true']));
});
