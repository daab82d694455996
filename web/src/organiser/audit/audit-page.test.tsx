import type { components } from '@ringside/openapi/schema';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { fakeUser } from '../../test/fake-identity.ts';
import { renderPage } from '../../test/render.tsx';
import AuditPage from './audit-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/identity/audit';
const sam = fakeUser('Sam Jansen');

function entry(
  change: Partial<components['schemas']['AuditEntry']> = {},
): components['schemas']['AuditEntry'] {
  return {
    id: 'e1',
    actorId: sam.id,
    actorName: sam.name,
    action: 'updateEvent',
    entityType: 'event',
    entityId: 'event-1',
    before: { status: 'draft', stripePriceId: null },
    after: { status: 'public', stripePriceId: 'price_7' },
    createdAt: '2026-11-02T09:15:00+00:00',
    ...change,
  };
}

const lastFilter = () => JSON.parse(server.calls(path).at(-1)?.query.get('filter') ?? 'null');
function answer(...data: components['schemas']['AuditEntry'][]) {
  server.on('get', path, { status: 200, body: { data, total: data.length } });
}

beforeEach(() => {
  server.on('get', '/api/v1/identity/users', { status: 200, body: { data: [sam], total: 1 } });
  server.on('get', '/api/v1/identity/users/{userId}', { status: 200, body: sam });
});

it('lists changes in words, and opens the fields before and after at an address of their own', async () => {
  answer(entry());
  const router = renderPage(<AuditPage />, '/admin/identity/audit?entityType=event');
  const row = await screen.findByRole('row', { name: /Changed an event/ });
  expect(within(row).getByText('Status; Price')).toBeDefined();
  await userEvent.click(within(row).getByRole('link'));
  const dialog = await screen.findByRole('dialog', { name: 'Changed an event' });
  expect(router.state.location.search).toBe('?entityType=event&entry=e1');
  expect(within(dialog).getByRole('row', { name: 'Price Not set price_7' })).toBeDefined();
  expect(within(dialog).getByRole('link', { name: 'Sam Jansen' }).getAttribute('href')).toBe(
    `/admin/identity/users/${sam.id}`,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toBe('?entityType=event'));
});

it('marks what a list has lost and gained, and shows one side of what was created', async () => {
  answer(
    entry({ before: { roleCodes: ['organiser', 'viewer'] }, after: { roleCodes: ['viewer', 'door-staff'] } }),
    entry({ id: 'e2', action: 'createUser', entityType: 'user', before: null, after: { name: 'Noa' } }),
  );
  const router = renderPage(<AuditPage />, '/admin/identity/audit?entry=e1');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('organiser').tagName).toBe('DEL');
  expect(within(dialog).getByText('door-staff').tagName).toBe('INS');
  expect(
    within(dialog)
      .getAllByText('viewer')
      .map(({ tagName }) => tagName),
  ).toEqual(['SPAN', 'SPAN']);
  await router.navigate('/admin/identity/audit?entry=e2');
  const created = await screen.findByRole('dialog', { name: 'Created a user' });
  expect(within(created).queryByRole('columnheader', { name: 'Before' })).toBeNull();
});

it('filters by actor with a picker, by action and kind in words, by id and by day', async () => {
  answer(entry());
  renderPage(<AuditPage />, `/admin/identity/audit?actorId=${sam.id}&createdAt=2026-11-01..`);
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'By' }).value).toMatch(/^Sam Jansen/),
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Change' }), 'Changed a role');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Id of what was changed' }), ' door-staff');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Role');
  await waitFor(() =>
    expect(lastFilter()).toEqual({
      actorId: { eq: sam.id },
      action: { eq: 'updateRole' },
      entityType: { eq: 'role' },
      entityId: { eq: 'door-staff' },
      createdAt: { gte: new Date(2026, 10, 1).toISOString() },
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear By' }));
  await waitFor(() => expect(lastFilter()).not.toHaveProperty('actorId'));
});

it('shows hostile text as text, and ignores what the address should not hold', async () => {
  const hostile = '<img src=x onerror=alert(1)>'.repeat(800);
  answer(entry({ before: { name: hostile }, after: { name: 'Gala' } }));
  renderPage(<AuditPage />, '/admin/identity/audit?actorId=1;drop&action=__proto__&entry=e1');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(hostile)).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
  expect(lastFilter()).toBeNull();
});

it('offers to load again when the log could not be read', async () => {
  server.on('get', path, { status: 503, body: problemBody({ status: 503 }) as never });
  renderPage(<AuditPage />, '/admin/identity/audit');
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeDefined();
});
