import contract from '@ringside/openapi/openapi.json';
import type { components } from '@ringside/openapi/schema';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeBlockId, fakeEvent, fakeEventId } from '../../../test/fake-access.ts';
import { catchDownloads } from '../../../test/fake-downloads.ts';
import { fakeUser } from '../../../test/fake-identity.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { createAdminRoutes } from '../../admin-routes.tsx';
import { readCsv } from '../../ui/csv/csv.ts';

type Result = components['schemas']['AccessImportResult'];

const server = fakeApiServer();
const path = '/api/v1/events/access/import';
const all = ['event:read', 'event:create', 'identity.user:read'];
const ofEvent = `/admin/access/new?event=${fakeEventId}`;
const lastCall = () => server.calls(path).at(-1);
const sentRows = () => readCsv(String(lastCall()?.body));

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: all });
  server.on('get', '/api/v1/identity/profile/second-factor', {
    status: 200,
    body: {
      authenticator: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isRequired: false,
      isProved: false,
    } as never,
  });
  server.on('get', '/api/v1/events/{eventId}', { status: 200, body: fakeEvent });
  server.on('post', path, ({ body, query }) => ({
    status: 200,
    body: judge(String(body), query.get('dryRun') === 'true'),
  }));
});
afterEach(signOut);

/** As the server: `taken@` has the access already, `new@` has no account. */
function judge(csv: string, dryRun: boolean): Result {
  const [header = [], ...lines] = readCsv(csv);
  const rows = lines.map((cells, index) => {
    const email = cells[header.indexOf('email')] ?? '';
    const isRefused = email.startsWith('taken@');
    const issues = isRefused ? [{ column: null, detail: 'The user has exactly this access already.' }] : [];
    return {
      row: index + 1,
      email,
      result: isRefused ? ('refused' as const) : ('ok' as const),
      waiting: email.startsWith('new@'),
      detail: issues[0]?.detail ?? null,
      issues,
    };
  });
  const waiting = rows.filter((row) => row.waiting).length;
  return { dryRun, imported: rows.length, waiting, rows };
}

function open(address = ofEvent) {
  return renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
}

async function paste(text: string) {
  await userEvent.click(await screen.findByRole('tab', { name: 'Paste a list' }));
  await userEvent.click(await screen.findByRole('textbox', { name: 'E-mail addresses' }));
  await userEvent.paste(text);
}

async function choose(name: string, content: BlobPart) {
  await userEvent.click(await screen.findByRole('tab', { name: 'CSV file' }));
  await userEvent.upload(await screen.findByLabelText('File with addresses'), new File([content], name));
}

const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('grants a pasted list after a dry run, and reports who waits', async () => {
  open();
  await paste('robin@x.test; Robin <ROBIN@x.test>\nnew@x.test, nonsense');
  expect(await screen.findByText('2 addresses')).toBeDefined();
  expect(screen.getByText(/1 duplicate left out/)).toBeDefined();
  expect(screen.getByText(/Not an address: nonsense/)).toBeDefined();
  await click('Check 2 accesses');
  const report = await screen.findByRole('region', { name: 'This is what will happen' });
  expect(document.activeElement).toBe(within(report).getByRole('heading'));
  expect(within(report).getByText(/Waiting: check the spelling \(1\)/)).toBeDefined();
  expect(lastCall()?.query.get('dryRun')).toBe('true');
  await click('Grant 2 accesses');
  expect(await screen.findByRole('heading', { name: '2 accesses granted' })).toBeDefined();
  expect(screen.getByText(/1 access as soon as the person has an account/)).toBeDefined();
  expect(lastCall()?.query.get('dryRun')).toBe('false');
  expect(sentRows().map((cells) => cells.slice(0, 4))).toEqual([
    ['email', 'userId', 'eventId', 'blockId'],
    ['robin@x.test', '', fakeEventId, ''],
    ['new@x.test', '', fakeEventId, ''],
  ]);
  expect(sentRows()[1]?.[5]).toBe('2090-11-23T22:30:00+00:00');
});

it('shows the account that a link names, whatever name and address the link has', async () => {
  const mia = fakeUser('Mia Jansen');
  server.on('get', '/api/v1/identity/users/{userId}', { status: 200, body: mia });
  open(`${ofEvent}&user=${mia.id}&name=Press%20Office&email=press@x.test`);
  const people = within(await screen.findByRole('list', { name: 'People' }));
  expect(people.getByText('Mia Jansen')).toBeDefined();
  expect(people.getByText(mia.email)).toBeDefined();
  expect(screen.queryByText('Press Office')).toBeNull();
});

it('takes only the address from a link that names no account', async () => {
  open(`${ofEvent}&name=Press%20Office&email=PRESS@x.test`);
  const people = within(await screen.findByRole('list', { name: 'People' }));
  expect(people.getByText('press@x.test')).toBeDefined();
  expect(screen.queryByText('Press Office')).toBeNull();
});

it('grants a picked account by its id, for a block and a preset', async () => {
  const noa = fakeUser('Noa Bakker', { emailVerified: false });
  server.on('get', '/api/v1/identity/users', { status: 200, body: { data: [noa], total: 1 } });
  open(`${ofEvent}&block=${fakeBlockId}`);
  await userEvent.type(await screen.findByRole('combobox', { name: 'Add a person' }), 'noa');
  await userEvent.click(await screen.findByRole('option', { name: /Noa Bakker/ }));
  expect(within(screen.getByRole('list', { name: 'People' })).getByText('Noa Bakker')).toBeDefined();
  await userEvent.click(await screen.findByRole('radio', { name: /For ever/ }));
  await click('Check 1 access');
  await screen.findByRole('region', { name: 'This is what will happen' });
  const [, row] = sentRows();
  expect(row?.slice(0, 4)).toEqual(['', noa.id, fakeEventId, fakeBlockId]);
  expect(row?.[5]).toBe('');
});

it('asks for whole addresses where accounts may not be searched', async () => {
  signIn({ permissions: ['event:read', 'event:create'] });
  open();
  const input = await screen.findByRole('textbox', { name: 'Add an e-mail address' });
  await userEvent.type(input, 'nobody{Enter}');
  expect(screen.getByText('This is not an e-mail address.')).toBeDefined();
  await userEvent.clear(input);
  await userEvent.type(input, 'Noa@x.test{Enter}');
  expect(screen.getByRole('button', { name: 'Remove noa@x.test' })).toBeDefined();
  expect(server.calls('/api/v1/identity/users')).toEqual([]);
});

describe('a CSV file', () => {
  it('of a ticket shop: semicolons, a byte order mark, a formula, an address twice', async () => {
    open();
    const rows = ['Order;E-mail', "1;'=robin@x.test", '2;robin@x.test', '3;ROBIN@x.test', '4;'];
    await choose('shop.csv', `\uFEFF${rows.join('\r\n')}`);
    expect(await screen.findByText('2 addresses')).toBeDefined();
    await click('Check 2 accesses');
    await screen.findByRole('region', { name: 'This is what will happen' });
    expect(sentRows().map(([email]) => email)).toEqual(['email', "'=robin@x.test", 'robin@x.test']);
  });

  it('as the export writes it needs neither event nor window', async () => {
    open('/admin/access/new');
    const rows = ['email,eventId,startDate,waiting', `new@x.test,${fakeEventId},2026-11-20T08:00:00Z,yes`];
    await choose('accesses.csv', rows.join('\n'));
    expect(await screen.findByText(/Each row names its event/)).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Event' })).toBeNull();
    await click('Check 1 access');
    expect(await screen.findByText(/Waiting: check the spelling \(1\)/)).toBeDefined();
    expect(sentRows()[1]).toEqual(['new@x.test', fakeEventId, '2026-11-20T08:00:00Z', 'yes']);
  });

  it('with 10,000 rows is read and checked; one more is refused before it is sent', async () => {
    open();
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => `v${index}@x.test`).join('\n');
    await choose('many.csv', `email\n${rows(10_000)}`);
    expect(await screen.findByText('10,000 addresses')).toBeDefined();
    await click('Check 10,000 accesses');
    await screen.findByRole('region', { name: 'This is what will happen' });
    expect(sentRows()).toHaveLength(10_001);
    await choose('more.csv', `email\n${rows(10_001)}`);
    expect(await screen.findByText(/At most 10,000 addresses at once/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Check/ }).disabled).toBe(true);
  });

  it('is at most as large as the import takes, and says so', async () => {
    const { requestBody } = contract.paths[path].post;
    const limit = requestBody.content['text/csv']['x-max-bytes'];
    open();
    const line = `${'x'.repeat(248)}@x.test\n`;
    await choose('large.csv', `email\n${line.repeat(Math.ceil(limit / line.length))}`);
    expect((await screen.findByRole('alert')).textContent).toContain('at most 4 MB');
    expect(screen.getByText(/at most 4 MB and 10,000 rows/)).toBeDefined();
    expect(4 * 1024 * 1024).toBe(limit);
    await choose('small.csv', `email\n${'a@x.test,'.padEnd(limit - 7, 'x')}`);
    expect(await screen.findByText('small.csv')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that is a workbook or has no addresses is explained', async () => {
    open();
    await choose('list.csv', 'PK\u0003\u0004');
    expect((await screen.findByRole('alert')).textContent).toContain('Save as');
    await choose('names.csv', 'name\nAda');
    expect(await screen.findByText('No column of this file has e-mail addresses.')).toBeDefined();
  });
});

it('leaves refused rows out on demand, and offers the report as a file', async () => {
  const files = catchDownloads();
  open();
  await paste('robin@x.test taken@x.test');
  await click('Check 2 accesses');
  expect(await screen.findByText('The user has exactly this access already.')).toBeDefined();
  await click('Download report');
  expect(files[0]?.name).toBe('access-dry-run.csv');
  expect(readCsv(String(await files[0]?.content.text()))).toContainEqual([
    '2',
    'taken@x.test',
    'refused',
    '',
    'The user has exactly this access already.',
  ]);
  await click('Leave 1 out and grant 1 access');
  await screen.findByRole('heading', { name: '1 access granted' });
  expect(sentRows().map(([email]) => email)).toEqual(['email', 'robin@x.test']);
});

it('never takes an end that is not chosen yet for none', async () => {
  open();
  await paste('robin@x.test');
  await userEvent.click(await screen.findByRole('radio', { name: /Own times/ }));
  const until = await screen.findByRole('textbox', { name: 'Until, day' });
  await waitFor(() => expect((until as HTMLInputElement).disabled).toBe(false));
  await userEvent.clear(until);
  await userEvent.tab();
  expect(await screen.findByText('Choose start and end.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check' }).disabled).toBe(true);
});

it('shows a fault that all rows share at its field', async () => {
  server.on('post', path, {
    status: 200,
    body: {
      dryRun: true,
      imported: 0,
      waiting: 0,
      rows: [
        {
          row: 1,
          email: 'robin@x.test',
          result: 'refused',
          waiting: false,
          detail: 'x',
          issues: [{ column: 'endDate', detail: 'Must not be before the start.' }],
        },
      ],
    },
  });
  open();
  await paste('robin@x.test');
  await click('Check 1 access');
  const until = await screen.findByLabelText(/^Until, day/);
  expect(until.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('button', { name: /^Grant/ })).toBeNull();
});

it('says that a file is too long, which is why it cannot be checked', async () => {
  open();
  const row = `a@x.test,${fakeEventId},2090-11-20T00:00:00Z\n`;
  await choose('export.csv', `email,eventId,startDate\n${row.repeat(10_001)}`);
  expect(await screen.findByText('At most 10,000 rows at once. Divide the file.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Check/ }).disabled).toBe(true);
});

it('checks again when somebody was faster, and says that nothing was granted', async () => {
  open();
  await paste('robin@x.test');
  await click('Check 1 access');
  await screen.findByRole('button', { name: 'Grant 1 access' });
  server.on('post', path, ({ body, query }) =>
    query.get('dryRun') === 'true'
      ? { status: 200, body: judge(String(body).replace('robin@', 'taken@'), true) }
      : {
          status: 400,
          body: problemBody({ status: 400, type: '/problems/validation-error' }) as never,
          headers: {},
        },
  );
  await click('Grant 1 access');
  expect(await screen.findByRole('region', { name: /nothing was granted/ })).toBeDefined();
});

it('shows why the file as a whole was refused', async () => {
  open();
  await paste('robin@x.test');
  server.on('post', path, {
    status: 413,
    body: problemBody({ status: 413, type: '/problems/payload-too-large', detail: 'At most 4 MB.' }) as never,
  });
  await click('Check 1 access');
  expect((await screen.findByRole('alert')).textContent).toContain('At most 4 MB.');
});

it('throws the report away when something is changed, and asks before the page is left', async () => {
  const router = open();
  await paste('robin@x.test');
  await click('Check 1 access');
  await screen.findByRole('button', { name: 'Grant 1 access' });
  await userEvent.click(screen.getByRole('radio', { name: /For ever/ }));
  expect(screen.queryByRole('button', { name: 'Grant 1 access' })).toBeNull();
  void router.navigate('/admin');
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});
