import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import type { Result, ResultBoard } from './results.queries.ts';

const server = fakeApiServer();
const opener = fakeBout('Ada', 'Bo', { id: 'opener' });
const title = fakeBout('Noor', 'Jens', { id: 'title', position: 2, rounds: 5 });
const open2 = fakeBout('Kim', '', { id: 'open' });
const resultsPath = '/api/v1/events/{eventId}/bouts/{boutId}/results';
const boardPath = '/api/v1/events/{eventId}/result-board';

let bells: ResultBoard['bells'] = [];
let results: Result[] = [];
beforeEach(() => {
  [bells, results] = [[], []];
});

const fighter = (name: string) => ({ id: name, slug: name.toLowerCase(), name });
const signed = (change: Partial<Result> = {}): Result => ({
  boutId: 'title',
  version: 1,
  state: 'provisional',
  mayConfirm: true,
  reason: null,
  signedBy: 'Robin',
  signedAt: '2026-11-21T20:29:30Z',
  confirmedBy: null,
  officialAt: null,
  red: fighter('Noor'),
  blue: fighter('Jens'),
  winner: 'red',
  method: 'ko',
  round: 2,
  seconds: 94,
  scorecards: [],
  note: null,
  ...change,
});
const rung = (boutId: string, ...list: [number, ResultBoard['bells'][number]['kind'], number | null][]) =>
  list.map(([second, kind, round]) => ({
    id: `${boutId}-${second}`,
    boutId,
    kind,
    round,
    at: new Date(1_795_000_000_000 + second * 1_000).toISOString(),
    userName: null,
    undoneAt: null,
  }));

function open(permissions = ['event:result']) {
  server.on('get', boardPath, () => ({
    status: 200,
    body: { eventName: 'Gala', needsConfirmation: true, bouts: [opener, title, open2], bells, results },
  }));
  server.on('post', resultsPath, ({ body }) => {
    const { after, reason = null, ...given } = body as { after: number; reason?: string };
    const result = signed({ ...given, reason, version: after + 1, mayConfirm: false, boutId: 'opener' });
    results = [...results, result];
    return { status: 201, body: result };
  });
  server.on('put', `${resultsPath}/{resultVersion}/confirmation`, () => {
    results = results.map((result) => ({
      ...result,
      state: 'official',
      mayConfirm: false,
      confirmedBy: 'Sam',
      officialAt: '2026-11-21T20:31:00Z',
    }));
    return { status: 204 };
  });
  return openAdmin(server, '/admin/results/event-1', permissions);
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (method: string) => server.calls().findLast((call) => call.method === method);

it('fills round and time from the bells, and signs', async () => {
  bells = rung('opener', [0, 'round-start', 1], [154, 'stopped', 1], [170, 'over', null]);
  open();
  expect(await screen.findByText('Over, no result yet')).toBeDefined();
  await press('Enter the result of Ada v Bo');
  const form = within(await screen.findByRole('dialog', { name: 'Result of Ada v Bo' }));
  await userEvent.selectOptions(await form.findByRole('combobox', { name: 'How it ended' }), 'TKO');
  await userEvent.click(form.getByRole('radio', { name: 'Bo' }));
  expect(form.queryByRole('radio', { name: 'Draw' })).toBe(null);
  expect(form.queryByRole('textbox', { name: /Reason/ })).toBe(null);
  await userEvent.click(form.getByRole('button', { name: 'Sign the result' }));
  await waitFor(() =>
    expect(sent('post')?.body).toEqual({
      after: 0,
      redFighterId: expect.any(String),
      blueFighterId: expect.any(String),
      winner: 'blue',
      method: 'tko',
      round: 1,
      seconds: 154,
      scorecards: [],
      note: null,
      reason: null,
    }),
  );
  expect(await screen.findByText('Provisional')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBe(null);
});

it('shows what somebody else has signed by itself, and confirms it', async () => {
  open();
  expect(
    await screen.findByText('A second person confirms each result. Until then viewers do not see it.'),
  ).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Your signature is asked for' })).toBe(null);
  results = [signed()];
  const section = within(
    await screen.findByRole('region', { name: 'Your signature is asked for' }, { timeout: 10_000 }),
  );
  expect(section.getByText('Noor won: KO, round 2, 1:34')).toBeDefined();
  expect(section.getByText('Signed by Robin')).toBeDefined();
  await userEvent.click(section.getByRole('button', { name: 'Confirm the result of Noor v Jens' }));
  expect(await screen.findByText('Official')).toBeDefined();
  expect(sent('put')?.path).toBe('/api/v1/events/event-1/bouts/title/results/1/confirmation');
  expect(screen.queryByRole('region', { name: 'Your signature is asked for' })).toBe(null);
});

it('corrects with a reason, tells what viewers see meanwhile, and lists every version', async () => {
  results = [
    signed({ state: 'official', mayConfirm: false, officialAt: '2026-11-21T20:31:00Z', confirmedBy: 'Sam' }),
    signed({
      version: 2,
      winner: 'none',
      method: 'no-contest',
      reason: 'Doping',
      note: 'He was late.',
      mayConfirm: false,
    }),
  ];
  open();
  expect(await screen.findByText('Viewers still see: Noor won: KO, round 2, 1:34')).toBeDefined();
  expect(screen.getByText('Version 2: No contest, round 2, 1:34')).toBeDefined();
  expect(screen.getByText(/^Doping\. Signed by Robin, .+\. Not confirmed$/)).toBeDefined();
  await press('Correct the result of Noor v Jens');
  const form = within(await screen.findByRole('dialog', { name: 'Correct Noor v Jens' }));
  await userEvent.selectOptions(await form.findByRole('combobox', { name: 'How it ended' }), 'Walkover');
  // A correction begins with what it corrects.
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('He was late.');
  const winner = form.getByRole<HTMLInputElement>('radio', { name: 'Nobody' });
  expect(winner.checked).toBe(true);
  expect(form.queryByRole('textbox', { name: 'Round' })).toBe(null);
  await userEvent.type(form.getByRole('textbox', { name: 'Reason of the correction' }), 'Nobody came.');
  const detail = 'Somebody else has signed a result of this bout. Load it again.';
  server.on('post', resultsPath, {
    status: 409,
    body: problemBody({ status: 409, type: '/problems/conflict', detail }),
  });
  await userEvent.click(form.getByRole('button', { name: 'Sign the correction' }));
  expect(await form.findByText(detail)).toBeDefined();
  expect(sent('post')?.body).toMatchObject({
    after: 2,
    method: 'walkover',
    winner: 'none',
    reason: 'Nobody came.',
  });
});

it('has no way to sign while a corner is to be announced', async () => {
  open();
  expect(await screen.findByText('A corner is to be announced.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Kim/ })).toBe(null);
});

it('shows who may read the event how good the expected times were', async () => {
  const at = '2026-11-21T20:18:00Z';
  const mainEvent = { expectedAt: '2026-11-21T20:26:00Z', startedAt: '2026-11-21T20:31:00Z' };
  const ends = [{ boutId: 'opener', at, count: 2, withinSpan: 1, medianErrorSeconds: 130, mainEvent }];
  server.on('get', '/api/v1/events/{eventId}/estimate-review', { status: 200, body: { ends } });
  open(['event:result', 'event:read']);
  await userEvent.click(await screen.findByText('How good the expected times were'));
  const row = screen.getByRole('row', { name: /^Ada v Bo/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['2 min', '1 of 2', '5 min later']);
});
