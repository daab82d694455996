import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemBody } from '../../test/api-server.ts';
import { exampleOf, fakeContractServer } from '../../test/contract-server.ts';
import { catchDownloads } from '../../test/fake-downloads.ts';
import { openAdmin } from '../../test/open-admin.ts';
import { signOut } from '../../test/session-cookies.ts';

const server = fakeContractServer();
const listPath = '/api/v1/fighters';
const fighterPath = '/api/v1/fighters/{fighterId}';
const noor = exampleOf('getFighter');
const page = `/admin/fighters/${noor.id}`;
const lastQuery = () => server.calls(listPath).at(-1)?.query;
const sent = (method: string) => server.calls().filter((call) => call.method === method);

beforeEach(() => window.localStorage.clear());
afterEach(signOut);

describe('the fighters', () => {
  it('are listed with country, gym, record and bouts, each with a link', async () => {
    openAdmin(server, '/admin/fighters');
    const row = within(await screen.findByRole('row', { name: /Noor Haddad/ }));
    expect(row.getByRole('link', { name: 'Noor Haddad' }).getAttribute('href')).toBe(page);
    for (const words of ['Netherlands', 'Kadeweg Kickboxing', '21 wins, 3 losses, 1 draw', '1'])
      expect(row.getByText(words)).toBeDefined();
    expect(lastQuery()?.get('order')).toBe('name');
  });

  it('are found by a part of a name, and by country', async () => {
    openAdmin(server, '/admin/fighters?q=hadad&countryCode=NL&order=-gym');
    await screen.findByRole('row', { name: /Noor Haddad/ });
    expect(lastQuery()?.get('q')).toBe('hadad');
    expect(JSON.parse(lastQuery()?.get('filter') ?? '')).toEqual({ countryCode: { eq: 'NL' } });
    expect(lastQuery()?.get('order')).toBe('-gym');
    const country = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' });
    expect(country.selectedOptions[0]?.textContent).toBe('Netherlands');
  });

  it('are saved as CSV, as they are filtered', async () => {
    const files = catchDownloads();
    server.on('get', `${listPath}/export`, { status: 200, body: 'id\r\n' });
    openAdmin(server, '/admin/fighters?q=hadad&countryCode=NL', ['event:read']);
    await userEvent.click(await screen.findByRole('button', { name: 'Export 3 fighters as CSV' }));
    await waitFor(() => expect(files[0]?.name).toBe('fighters.csv'));
    const query = server.calls(`${listPath}/export`)[0]?.query;
    expect([query?.get('q'), query?.get('filter')]).toEqual(['hadad', '{"countryCode":{"eq":"NL"}}']);
  });

  it('can only be looked at by those who may not change events', async () => {
    openAdmin(server, '/admin/fighters', ['event:read']);
    const row = within(await screen.findByRole('row', { name: /Noor Haddad/ }));
    expect(row.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button', { name: 'New fighter' })).toBeNull();
  });

  it('begin with a name; the page of the new one opens', async () => {
    server.on('get', listPath, { status: 200, body: { data: [], total: 0 } });
    server.on('post', listPath, {
      status: 201,
      body: { id: noor.id },
      headers: { Location: `/api/v1/fighters/${noor.id}` },
    });
    const router = openAdmin(server, '/admin/fighters');
    expect(await screen.findByRole('heading', { name: 'No fighters yet' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'New fighter' }));
    const form = within(await screen.findByRole('dialog', { name: 'New fighter' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Ilse Brandão');
    await userEvent.type(form.getByRole('combobox', { name: 'Country' }), 'portug');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(form.getByRole('button', { name: 'Create the fighter' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(page));
    expect(sent('post')[0]?.body).toEqual({
      name: 'Ilse Brandão',
      nickname: null,
      countryCode: 'PT',
      gym: null,
    });
  });
});

describe('a fighter', () => {
  it('is changed field by field; an emptied record is not known', async () => {
    server.on('patch', fighterPath, { status: 204, headers: { ETag: '"4"' } });
    openAdmin(server, page);
    const reach = await screen.findByRole('textbox', { name: 'Reach in cm' });
    await userEvent.clear(reach);
    for (const name of ['Wins', 'Losses', 'Draws', 'No contests', 'Wins by knockout'])
      await userEvent.clear(screen.getByRole('textbox', { name }));
    await userEvent.clear(screen.getByLabelText('Counted until'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Stance' }), 'Switch');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeDefined();
    expect(sent('patch')[0]?.body).toEqual({ reachCm: null, record: null, stance: 'switch' });
    expect(sent('patch')[0]?.headers.get('if-match')).toBe('"3"');
  });

  it('has whole numbers', async () => {
    openAdmin(server, page);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Height in cm' }), 'm');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: 'Height in cm: Write a whole number.' })).toBeDefined();
    expect(sent('patch')).toHaveLength(0);
  });

  it('on a card is not offered to be deleted, and says why', async () => {
    openAdmin(server, page);
    expect(await screen.findByText(/Noor Haddad is on a card and cannot be deleted/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Delete the fighter' })).toBeNull();
  });

  it('who was put on a card meanwhile is not deleted, and the page says why', async () => {
    server.on('get', fighterPath, { status: 200, body: { ...noor, bouts: 0 }, headers: { ETag: '"3"' } });
    server.on('delete', fighterPath, {
      status: 409,
      body: problemBody({ status: 409, type: '/problems/conflict' }) as never,
    });
    openAdmin(server, page);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete the fighter' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Noor Haddad?' }));
    await userEvent.click(question.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('alert')).textContent).toContain('is on a card and cannot be deleted');
  });

  it('who is deleted is gone from the list', async () => {
    server.on('get', fighterPath, { status: 200, body: { ...noor, bouts: 0 }, headers: { ETag: '"3"' } });
    server.on('delete', fighterPath, { status: 204 });
    const router = openAdmin(server, page);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete the fighter' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Noor Haddad?' }));
    await userEvent.click(question.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/fighters'));
  });
});
