import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Person } from '../../../api/people.ts';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeUser } from '../../../test/fake-identity.ts';
import { renderPage } from '../../../test/render.tsx';
import { PersonPicker } from './person-picker.tsx';

const server = fakeApiServer();
const path = '/api/v1/identity/users';
const people = [fakeUser('Mia Jansen'), fakeUser('Noa Bakker')];

function answer(total = people.length) {
  server.on('get', path, ({ query }) => {
    const q = query.get('q')?.toLowerCase() ?? '';
    const data = people.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(q));
    return { status: 200, body: { data, total: data.length === people.length ? total : data.length } };
  });
}

function Field({ onPick, except }: { onPick?: (person: Person | null) => void; except?: string[] }) {
  const [value, setValue] = useState<Person | null>(null);
  return (
    <PersonPicker
      label="Person"
      value={value}
      {...(except ? { except } : {})}
      onChange={(person) => {
        setValue(person);
        onPick?.(person);
      }}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });

it('finds people by a part of the name when the typing pauses, and picks one by keyboard', async () => {
  answer();
  const onPick = vi.fn();
  renderPage(<Field onPick={onPick} />);
  await userEvent.type(field(), 'bak');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(server.calls(path).map(({ query }) => query.get('q'))).not.toContain('ba');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ name: 'Noa Bakker' }));
  expect(field().value).toBe('Noa Bakker (noa.bakker@ringside.test)');
  expect(screen.queryByRole('option')).toBeNull();
});

it('can be cleared, and drops a text that picks nobody', async () => {
  answer();
  const onPick = vi.fn();
  renderPage(<Field onPick={onPick} />);
  await userEvent.click(field());
  await userEvent.click(await screen.findByRole('option', { name: /Mia Jansen/ }));
  await userEvent.click(field());
  await userEvent.keyboard('zzz');
  expect(await screen.findByText('Nobody fits.')).toBeDefined();
  await userEvent.tab();
  expect(field().value).toMatch(/^Mia Jansen/);
  await userEvent.click(screen.getByRole('button', { name: 'Clear Person' }));
  expect(onPick).toHaveBeenLastCalledWith(null);
  expect(field().value).toBe('');
});

it('says how many fit when it shows only the first ones, and leaves out who is picked already', async () => {
  answer(1234);
  renderPage(<Field except={[people[0]?.id as string]} />);
  await userEvent.click(field());
  expect(await screen.findByText(/1,234 people fit/)).toBeDefined();
  expect(screen.getAllByRole('option')).toHaveLength(1);
});

it('says that the people could not be loaded', async () => {
  server.on('get', path, {
    status: 403,
    body: problemBody({ status: 403, type: '/problems/forbidden' }) as never,
  });
  renderPage(<Field />);
  await userEvent.click(field());
  expect(await screen.findByText('The people could not be loaded.')).toBeDefined();
});

it('offers an address that no account has, where one may be used, and takes it by Enter', async () => {
  answer();
  const onAddress = vi.fn();
  renderPage(<PersonPicker label="Person" value={null} onChange={() => {}} onAddress={onAddress} />);
  await userEvent.type(field(), 'New@Ringside.test');
  expect(await screen.findByRole('option', { name: /new@ringside\.test/ })).toBeDefined();
  await userEvent.keyboard('{Enter}');
  expect(onAddress).toHaveBeenCalledWith('new@ringside.test');
  expect(field().value).toBe('');
});
