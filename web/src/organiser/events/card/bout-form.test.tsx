import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { problemBody } from '../../../test/api-server.ts';
import { exampleOf, fakeContractServer } from '../../../test/contract-server.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';

const server = fakeContractServer();
const card = '/admin/events/0199a3c4-0007-7000-8000-000000000001/card';
const boutsPath = '/api/v1/events/{eventId}/bouts';
const boutPath = `${boutsPath}/{boutId}` as const;
const newId = '0199a3c4-0000-7000-8000-000000000f09';
afterEach(signOut);

const sent = (method: string, path: RegExp) =>
  server.calls().filter((call) => call.method === method && path.test(call.path));

async function open(button: string, dialog: string) {
  openAdmin(server, card);
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: dialog }));
}

it('makes a bout with a fighter that was found, and one that is made of the typed name', async () => {
  server.on('post', '/api/v1/fighters', { status: 201, body: { id: newId }, headers: { Location: '/' } });
  server.on('post', boutsPath, { status: 201, body: { id: newId }, headers: { Location: '/' } });
  const form = await open('Add a bout to Main card', 'Add a bout');
  const red = form.getByRole<HTMLInputElement>('combobox', { name: 'Red corner' });
  await waitFor(() => expect(document.activeElement).toBe(red));
  expect(red.value).toBe('To be announced');
  await userEvent.type(red, 'noor');
  await waitFor(() => expect(server.calls('/api/v1/fighters').at(-1)?.query.get('q')).toBe('noor'));
  const noor = await form.findByRole('option', { name: /Noor Haddad.*Netherlands.*Kadeweg.*1 bout/ });
  await userEvent.click(noor);
  const blue = form.getByRole<HTMLInputElement>('combobox', { name: 'Blue corner' });
  await userEvent.type(blue, 'Ilse Brandão');
  await userEvent.click(await form.findByRole('option', { name: 'Add “Ilse Brandão” as a new fighter' }));
  await waitFor(() => expect(blue.value).toBe('Ilse Brandão'));
  expect(sent('post', /fighters$/).map(({ body }) => body)).toEqual([{ name: 'Ilse Brandão' }]);
  const limit = form.getByRole('textbox', { name: 'Limit in kg' });
  await userEvent.type(limit, '72,5');
  await userEvent.click(form.getByRole('button', { name: 'Add the bout' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('post', /bouts$/)[0]?.body).toMatchObject({
    redFighterId: exampleOf('getFighter').id,
    blueFighterId: newId,
    weightLimitKg: 72.5,
    // As the bout before it.
    rounds: 5,
    roundSeconds: 180,
    redWeighIn: null,
  });
});

it('says at the field why a fighter cannot be made', async () => {
  server.on('post', '/api/v1/fighters', {
    status: 503,
    body: problemBody({ status: 503, detail: 'Busy.' }) as never,
  });
  const form = await open('Add a bout to Main card', 'Add a bout');
  await userEvent.type(form.getByRole('combobox', { name: 'Red corner' }), 'Ilse');
  await userEvent.click(await form.findByRole('option', { name: 'Add “Ilse” as a new fighter' }));
  expect(await form.findByText('Busy.')).toBeDefined();
});

it('says what cannot be sent, at its field', async () => {
  const form = await open('Edit Noor Haddad v Jens Okafor', 'Edit Noor Haddad v Jens Okafor');
  const round = await form.findByRole('textbox', { name: 'Length of a round' });
  await userEvent.clear(round);
  await userEvent.type(round, 'three');
  await userEvent.click(form.getByRole('button', { name: 'Weigh-in, blue corner' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'Too heavy' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  const links = within(await form.findByRole('alert')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Length of a round: Write minutes and seconds, for example 3:00.',
    'Weight in kg: Write the weight, for example 69.9.',
  ]);
  expect(round.getAttribute('aria-invalid')).toBe('true');
  expect(sent('patch', /bouts/)).toHaveLength(0);
});

it('asks for the reason of a replacement, and takes a corner back to "to be announced"', async () => {
  server.on('patch', boutPath, { status: 204, headers: { ETag: '"4"' } });
  const form = await open('Edit Noor Haddad v Jens Okafor', 'Edit Noor Haddad v Jens Okafor');
  const blue = await form.findByRole('combobox', { name: 'Blue corner' });
  await userEvent.type(blue, 'tom');
  await userEvent.click(await form.findByRole('option', { name: /Tomás Varga/ }));
  expect(form.getByText('Viewers read that somebody takes the place of Jens Okafor.')).toBeDefined();
  await userEvent.type(form.getByRole('textbox', { name: 'Reason' }), 'A broken hand.');
  await userEvent.click(form.getByRole('button', { name: 'Red corner: to be announced' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [change] = sent('patch', /bouts/);
  expect(change?.body).toEqual({
    redFighterId: null,
    // It was that of the other fighter.
    redWeighIn: null,
    blueFighterId: '0199a3c4-0000-7000-8000-000000000f04',
    statusReason: 'A broken hand.',
  });
  expect(change?.headers.get('if-match')).toBe('"3"');
});
