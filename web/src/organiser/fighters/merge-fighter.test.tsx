import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { problemBody } from '../../test/api-server.ts';
import { exampleOf, fakeContractServer } from '../../test/contract-server.ts';
import { openAdmin } from '../../test/open-admin.ts';
import { signOut } from '../../test/session-cookies.ts';

const server = fakeContractServer();
const fighterPath = '/api/v1/fighters/{fighterId}';
const noor = exampleOf('getFighter');
const jens = exampleOf('listFighters').data[0] as typeof noor;
const page = `/admin/fighters/${noor.id}`;
const sent = (method: string) => server.calls().filter((call) => call.method === method);
afterEach(signOut);

/** The page reads Noor, and the dialog reads the double. */
function answer(double: Partial<typeof noor>) {
  server.on('get', fighterPath, ({ path }) => ({
    status: 200,
    body: path.endsWith(noor.id) ? noor : { ...jens, ...double },
    headers: { ETag: '"3"' },
  }));
}

async function openDialog() {
  openAdmin(server, page);
  await userEvent.click(await screen.findByRole('button', { name: 'Merge a double' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge a double into Noor Haddad' }));
  await userEvent.type(dialog.getByRole('combobox', { name: 'The double' }), 'oka');
  // Not Noor herself, and nobody new.
  const options = await dialog.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Jens Okafor'),
    expect.stringContaining('Tomás Varga'),
  ]);
  await userEvent.click(options[0] as HTMLElement);
  return dialog;
}

it('shows what will happen, and merges the double into the fighter of the page', async () => {
  server.on('post', `${fighterPath}/merge`, { status: 204, headers: { ETag: '"4"' } });
  answer({ bouts: 3, slug: 'jens-okafor', heightCm: 178 });
  const dialog = await openDialog();
  const preview = await dialog.findByRole('region', { name: 'What will happen' });
  expect(preview.textContent).toContain('3 bouts of Jens Okafor, with results, become those of Noor Haddad.');
  expect(preview.textContent).toContain('/fighters/jens-okafor leads to /fighters/noor-haddad');
  expect(preview.textContent).toMatch(
    /are lost, because Noor Haddad has others:Country: Germany \(.+ stays\)Height in cm: 178 \(\d+ stays\)/,
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Jens Okafor is merged into Noor Haddad')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  const [call] = sent('post');
  expect(call?.body).toEqual({ fighterId: jens.id });
  expect(call?.headers.get('if-match')).toBe('"3"');
});

it('says why two people are not merged, until another one is picked', async () => {
  const detail = 'They stand against each other.';
  server.on('post', `${fighterPath}/merge`, {
    status: 409,
    body: problemBody({ status: 409, type: '/problems/conflict', detail }) as never,
  });
  answer({});
  const dialog = await openDialog();
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(false),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(detail);
  await userEvent.click(dialog.getByRole('button', { name: 'The double: nobody' }));
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
});

it('takes the version of a fighter whom somebody has changed meanwhile, and asks again', async () => {
  server.on('post', `${fighterPath}/merge`, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }) as never,
  });
  answer({});
  const dialog = await openDialog();
  await dialog.findByRole('region', { name: 'What will happen' });
  server.on('get', fighterPath, ({ path }) => ({
    status: 200,
    body: path.endsWith(noor.id) ? noor : jens,
    headers: { ETag: '"9"' },
  }));
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Somebody has changed Noor Haddad meanwhile.',
  );
  server.on('post', `${fighterPath}/merge`, { status: 204, headers: { ETag: '"10"' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('post').map(({ headers }) => headers.get('if-match'))).toEqual(['"3"', '"9"']);
});
