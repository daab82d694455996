import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { eventId, fakeEvent, fakeEventBlock } from '../../../test/fake-event.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';
import type { AffectedPerson, Compensation, Outage, Preview } from './compensation.queries.ts';

const server = fakeApiServer();
const outagesPath = '/api/v1/shop/outages';
const outagePath = '/api/v1/shop/outages/{outageId}';
const peoplePath = '/api/v1/shop/outages/{outageId}/people';
const previewPath = '/api/v1/shop/outages/{outageId}/compensations/preview';
const givePath = '/api/v1/shop/outages/{outageId}/compensations';
const retryPath = '/api/v1/shop/compensations/{compensationId}/retry';
const held = ['event:read', 'order:read', 'order:refund'];
afterEach(signOut);

const fakeOutage = (change: Partial<Outage> = {}): Outage => ({
  id: 'outage-id',
  eventId,
  blockId: 'block-id',
  blockName: 'Main card',
  cause: 'stream',
  startDate: '2026-11-21T20:10:00+00:00',
  endDate: '2026-11-21T20:22:30+00:00',
  seconds: 750,
  people: 2,
  open: 2,
  paid: [{ currency: 'eur', people: 2, amount: 2_998 }],
  compensations: [],
  ...change,
});
const fakePerson = (change: Partial<AffectedPerson> = {}): AffectedPerson => ({
  orderId: 'order-id',
  name: 'Robin de Vries',
  email: 'robin@ringside.test',
  pseudonym: null,
  startDate: '2026-11-21T20:12:00+00:00',
  seconds: 630,
  amount: 1_499,
  refundedAmount: 0,
  currency: 'eur',
  compensation: null,
  ...change,
});
const fakeGiven = (change: Partial<Compensation> = {}): Compensation => ({
  id: 'compensation-id',
  terms: { remedy: 'refund', percent: 25 },
  createdAt: '2026-11-21T21:00:00+00:00',
  actorName: 'Sam Jansen',
  people: 2,
  pending: 0,
  done: 1,
  failed: 1,
  sums: [{ currency: 'eur', people: 2, amount: 748 }],
  ...change,
});
const fakePreview = (change: Partial<Preview> = {}): Preview => ({
  tag: 'tag-1',
  people: 2,
  leftOut: [],
  canWatchAnyway: 0,
  sums: [{ currency: 'eur', people: 2, amount: 748, least: 374, most: 374 }],
  ...change,
});

function open(
  outage: Outage,
  { search = '?outage=outage-id', permissions = held, people = [fakePerson()] } = {},
) {
  const body = fakeEvent({ blocks: [fakeEventBlock('Main')], timezone: 'Europe/Amsterdam' });
  server.on('get', '/api/v1/events/{eventId}', { status: 200, body, headers: { ETag: '"1"' } });
  server.on('get', outagesPath, { status: 200, body: { data: [outage], total: 1 } });
  server.on('get', outagePath, { status: 200, body: outage });
  server.on('get', peoplePath, { status: 200, body: { data: people, total: people.length } });
  server.on('get', previewPath, { status: 200, body: fakePreview() });
  server.on('post', givePath, { status: 201, body: { id: 'compensation-id' } });
  return openAdmin(server, `/admin/events/${eventId}/outages${search}`, permissions);
}
const callsOf = (end: string) => server.calls().filter(({ path }) => path.endsWith(end));
const lastTerms = () => JSON.parse(callsOf('/preview').at(-1)?.query.get('terms') ?? 'null');
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the list', () => {
  it('says when, how long and whom, in the zone of the event, and leads to each', async () => {
    open(fakeOutage(), { search: '' });
    const link = await screen.findByRole('link', { name: 'Main card' });
    expect(link.getAttribute('href')).toBe(`/admin/events/${eventId}/outages?outage=outage-id`);
    const row = within(link.closest('tr') as HTMLElement);
    expect(row.getByText(/21:10 – 21:22/)).toBeDefined();
    for (const text of ['12 min', '2', '€29.98', '2 without a remedy'])
      expect(row.getByText(text)).toBeDefined();
    expect(server.calls(outagesPath)[0]?.query.get('leastSeconds')).toBe('300');
  });

  it('keeps the span that the organiser chooses in the address', async () => {
    const router = open(fakeOutage(), { search: '?least=10' });
    const field = await screen.findByRole('combobox', { name: 'Show outages from' });
    expect(server.calls(outagesPath)[0]?.query.get('leastSeconds')).toBe('600');
    await userEvent.selectOptions(field, '1 minute');
    await waitFor(() => expect(server.calls(outagesPath).at(-1)?.query.get('leastSeconds')).toBe('60'));
    expect(router.state.location.search).toBe('?least=1');
  });

  it('says that nothing happened', async () => {
    open(fakeOutage(), { search: '' });
    server.on('get', outagesPath, { status: 200, body: { data: [], total: 0 } });
    expect(await screen.findByRole('heading', { name: 'No outage' })).toBeDefined();
  });
});

describe('a remedy', () => {
  it('is previewed, asked for with number and sum, and sent as it was previewed', async () => {
    open(fakeOutage());
    expect(await screen.findByText('2 people: €3.74 each, €7.48 together')).toBeDefined();
    expect(screen.getByText('Everybody keeps the access.')).toBeDefined();
    expect(lastTerms()).toEqual({ remedy: 'refund', percent: 25 });
    await userEvent.click(await button('Compensate 2 people'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Give €7.48 back to 2 people?' }));
    expect(callsOf('/compensations')).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(callsOf('/compensations')).toHaveLength(1));
    expect(callsOf('/compensations')[0]?.body).toEqual({
      key: expect.any(String),
      tag: 'tag-1',
      terms: { remedy: 'refund', percent: 25 },
    });
  });

  it('of another kind or amount is counted anew', async () => {
    open(fakeOutage());
    await userEvent.click(await screen.findByRole('radio', { name: 'A code for the next purchase' }));
    await userEvent.click(screen.getByRole('radio', { name: 'The same amount for all' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Amount in EUR' }), '5,00');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Valid for' }), '90 days');
    await waitFor(() =>
      expect(lastTerms()).toMatchObject({ remedy: 'credit', amounts: [{ currency: 'eur', amount: 500 }] }),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Access to the replay' }));
    await userEvent.click(screen.getByRole('radio', { name: 'The whole event' }));
    await waitFor(() => expect(lastTerms()).toMatchObject({ remedy: 'replay', scope: 'event' }));
    const days = (Date.parse(lastTerms().endDate) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  it('that makes no sense is not sent, and its field has the focus', async () => {
    open(fakeOutage());
    const field = await screen.findByRole('textbox', { name: 'Percent' });
    await userEvent.clear(field);
    await userEvent.type(field, '120');
    expect(await screen.findByText('Enter a whole number from 1 to 100.')).toBeDefined();
    await userEvent.click(await button('Compensate'));
    expect([document.activeElement, callsOf('/compensations').length]).toEqual([field, 0]);
  });

  it('says who gets nothing, and cannot be given to nobody', async () => {
    open(fakeOutage());
    const leftOut: Preview['leftOut'] = [{ reason: 'nothing-left', people: 2 }];
    server.on('get', previewPath, { status: 200, body: fakePreview({ people: 0, sums: [], leftOut }) });
    expect(await screen.findByText(/^2 people have nothing left to refund/)).toBeDefined();
    expect(await button('Compensate 0 people')).toHaveProperty('disabled', true);
  });

  it('that somebody else has given meanwhile is explained, and counted anew', async () => {
    open(fakeOutage());
    const detail = 'What would be given has changed meanwhile. Look at the preview again.';
    server.on('post', givePath, {
      status: 409,
      body: {
        type: '/problems/conflict',
        status: 409,
        title: 'Conflict',
        detail,
        issues: [{ detail, pointer: '/tag', location: 'body' }],
      },
    });
    await userEvent.click(await button('Compensate 2 people'));
    const before = callsOf('/preview').length;
    await userEvent.click(await button('Continue'));
    expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0);
    await waitFor(() => expect(callsOf('/preview').length).toBeGreaterThan(before));
  });

  it.each([
    ['without order:refund', fakeOutage(), ['event:read', 'order:read']],
    ['while it goes on', fakeOutage({ endDate: null }), held],
    ['when everybody has something', fakeOutage({ open: 0, paid: [] }), held],
  ])('is not offered %s', async (_when, outage, permissions) => {
    open(outage, { permissions });
    expect(await screen.findByText('Robin de Vries')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Compensate/ })).toBeNull();
  });
});

describe('what was given', () => {
  it('shows how far it is and each result, and tries what has failed again', async () => {
    const outage = fakeOutage({ open: 0, paid: [], compensations: [fakeGiven()] });
    const done = { remedy: 'refund', status: 'done', amount: 374, currency: 'eur', failure: null } as const;
    const settledAt = '2026-11-21T21:00:05+00:00';
    open(outage, {
      people: [
        fakePerson({ compensation: { ...done, status: 'failed', failure: 'charge_disputed', settledAt } }),
        fakePerson({
          orderId: 'other',
          name: null,
          email: null,
          pseudonym: 'Deleted buyer 1',
          compensation: { ...done, settledAt },
        }),
      ],
    });
    server.on('post', retryPath, { status: 204 });
    expect(await screen.findByText('1 of 2 have it, 1 failed')).toBeDefined();
    expect(screen.getByText('25 % back')).toBeDefined();
    expect(await screen.findByText('The payment is disputed.')).toBeDefined();
    expect(screen.getByText('Failed €3.74')).toBeDefined();
    expect(screen.getByText('Given €3.74')).toBeDefined();
    await userEvent.click(await button('Try the failed one again'));
    await waitFor(() => expect(callsOf('/retry')).toHaveLength(1));
  });
});
