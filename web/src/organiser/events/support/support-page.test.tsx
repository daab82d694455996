import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { noteServerTime } from '../../../clock.ts';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeBlockId, fakeEvent, fakeEventId } from '../../../test/fake-access.ts';
import { fakeUser } from '../../../test/fake-identity.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { createAdminRoutes } from '../../admin-routes.tsx';
import { likelyBlock } from './likely-block.ts';
import type { Entry, Explanation, Mend } from './support.queries.ts';

const server = fakeApiServer();
const path = '/api/v1/events/access/explanation';
const robin = fakeUser('Robin Vos');
const accessId = '0199a3c4-0007-7000-8000-0000000000a9';
const sessionId = '0199a3c4-0007-7000-8000-000000000053';
const at = '2090-11-21T20:30:00+00:00';
const full = `/admin/support?user=${robin.id}&event=${fakeEventId}&block=${fakeBlockId}`;

function explanation(change: Partial<Explanation> = {}): Explanation {
  return {
    at,
    user: { ...robin, invitedAt: null },
    email: robin.email,
    event: { ...fakeEvent, slug: 'x' },
    block: {
      id: fakeBlockId,
      name: 'Main card',
      slug: 'main-card',
      startDate: '2090-11-21T20:00:00+00:00',
      endDate: '2090-11-21T22:00:00+00:00',
      paymentRequired: true,
      activeStreams: 1,
      liveStreams: 2,
    },
    canWatch: false,
    rule: 'access-required',
    detail: 'They have no access to this block.',
    window: null,
    hints: [],
    mends: [],
    timeline: [],
    hasMore: false,
    ...change,
  };
}

const mend = (code: Mend['code'], targetId: string | null, detail = 'x.'): Mend => ({
  code,
  targetId,
  detail,
});
const entry = (change: Partial<Entry>): Entry => ({
  kind: 'access',
  id: null,
  orderId: null,
  at,
  until: null,
  state: 'done',
  detail: 'x',
  reason: null,
  deviceName: null,
  actorName: null,
  ...change,
});

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: ['event:read', 'event:create', 'event:update', 'identity.user:read'] });
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
  server.on('get', '/api/v1/identity/users/{userId}', { status: 200, body: robin });
});
afterEach(signOut);

function open(answer: Partial<Explanation> = {}, address = full) {
  server.on('get', path, { status: 200, body: explanation(answer) });
  return renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
}

const calls = (method: string) => server.calls().filter((call) => call.method === method);

it('asks about the running event at once, and holds the question in the address', async () => {
  server.on('get', '/api/v1/events', { status: 200, body: { data: [fakeEvent], total: 1 } });
  server.on('get', '/api/v1/identity/users', { status: 200, body: { data: [robin], total: 1 } });
  const router = open({}, '/admin/support');
  expect(await screen.findByRole('heading', { name: 'Choose the person' })).toBeDefined();
  await waitFor(() => expect(router.state.location.search).toContain(`block=${fakeBlockId}`));
  await userEvent.type(screen.getByRole('combobox', { name: 'Who is calling?' }), 'rob');
  await userEvent.click(await screen.findByRole('option', { name: /Robin Vos/ }));
  expect(await screen.findByRole('heading', { name: 'Robin Vos cannot watch now' })).toBeDefined();
  expect(screen.getByText('They have no access to this block.')).toBeDefined();
  expect(router.state.location.search).toContain(`user=${robin.id}`);
  expect(Object.fromEntries(server.calls(path).at(-1)?.query ?? [])).toEqual({
    eventId: fakeEventId,
    blockId: fakeBlockId,
    userId: robin.id,
  });
});

it('explains an address without an account, and invites it', async () => {
  signIn({ permissions: ['event:read', 'identity.user:read', 'identity.user:create'] });
  open(
    {
      user: null,
      email: 'noa@x.test',
      rule: 'account-unknown',
      mends: [mend('invite-user', null)],
    },
    `/admin/support?email=noa@x.test&event=${fakeEventId}&block=${fakeBlockId}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Invite this address' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite this person' });
  server.on('post', '/api/v1/identity/invitations', {
    status: 400,
    body: {
      ...problemBody({ status: 400, type: '/problems/validation-error' }),
      issues: ['firstName', 'lastName', 'email'].map((field) => ({
        detail: 'Must not be empty.',
        pointer: `/${field}`,
        location: 'body',
      })),
    } as never,
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
  await within(dialog).findByRole('alert');
  for (const name of ['First name', 'Last name', 'E-mail address'])
    expect(within(dialog).getByRole('textbox', { name }).getAttribute('aria-invalid')).toBe('true');
  server.on('post', '/api/v1/identity/invitations', { status: 201, body: { id: robin.id } });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'First name' }), 'Noa');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Last name' }), 'Bakker');
  const asked = server.calls(path).length;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
  await waitFor(() => expect(server.calls(path).length).toBeGreaterThan(asked));
  expect(calls('post').at(-1)?.body).toEqual({ firstName: 'Noa', lastName: 'Bakker', email: 'noa@x.test' });
});

it('grants in one click exactly what the button says, and asks again', async () => {
  open({ mends: [mend('grant-access', robin.id)] });
  const button = await screen.findByRole('button', {
    name: 'Grant “Main card” until Thu, 23 Nov 2090, 23:00 CET',
  });
  server.on('post', '/api/v1/events/access', { status: 201, body: { id: accessId }, headers: {} });
  server.on('get', path, {
    status: 200,
    body: explanation({ canWatch: true, rule: 'access-open', detail: 'Open.' }),
  });
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'Robin Vos can watch now' })).toBeDefined();
  expect(calls('post')[0]?.body).toMatchObject({
    eventId: fakeEventId,
    blockId: fakeBlockId,
    userId: robin.id,
    endDate: '2090-11-23T22:00:00+00:00',
  });
});

it('asks before a grant to an account that only claims its address', async () => {
  open({
    user: { ...robin, emailVerified: false, invitedAt: null },
    mends: [mend('grant-access', robin.id)],
  });
  server.on('post', '/api/v1/events/access', { status: 201, body: { id: accessId }, headers: {} });
  await userEvent.click(await screen.findByRole('button', { name: /^Grant “Main card”/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Grant to an account that is not confirmed?' });
  expect(calls('post')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(calls('post')).toHaveLength(1));
});

it.each<[string, Explanation['rule'], Mend, string, RegExp, string, unknown]>([
  [
    'extends an access that has ended',
    'access-ended',
    mend('extend-access', accessId),
    'patch',
    /^Extend the access until/,
    `/api/v1/events/access/${accessId}`,
    { endDate: '2090-11-23T22:00:00+00:00' },
  ],
  [
    'starts an access',
    'access-not-started',
    mend('extend-access', accessId),
    'patch',
    /^Start the access now/,
    `/api/v1/events/access/${accessId}`,
    { startDate: expect.any(String) },
  ],
  [
    'sends the mail again',
    'access-waiting',
    mend('resend-verification', robin.id),
    'post',
    /^Send the confirmation mail again/,
    `/api/v1/identity/users/${robin.id}/email-verification/mail`,
    undefined,
  ],
  [
    'sends the invitation again',
    'access-waiting',
    mend('resend-invitation', robin.id),
    'post',
    /^Send the invitation again/,
    `/api/v1/identity/users/${robin.id}/invitation`,
    undefined,
  ],
  [
    'stops a device',
    'access-open',
    mend('end-playback-session', sessionId, 'Stop watching on Safari on macOS.'),
    'delete',
    /^Stop watching on Safari on macOS$/,
    `/api/v1/identity/users/${robin.id}/playback-sessions/${sessionId}`,
    undefined,
  ],
])('%s', async (_words, rule, which, method, label, address, body) => {
  open({ rule, mends: [which] });
  server.on('patch', '/api/v1/events/access/{accessId}', { status: 204 });
  server.on('post', '/api/v1/identity/users/{userId}/email-verification/mail', { status: 204 });
  server.on('post', '/api/v1/identity/users/{userId}/invitation', { status: 204 });
  server.on('delete', '/api/v1/identity/users/{userId}/playback-sessions/{sessionId}', { status: 204 });
  await userEvent.click(await screen.findByRole('button', { name: label }));
  await waitFor(() => expect(server.calls(path)).toHaveLength(2));
  const [call] = calls(method);
  expect(call?.path).toBe(address);
  expect(call?.body).toEqual(body);
});

it.each<[Mend, string, string, unknown]>([
  [
    mend('activate-stream', sessionId, 'Activate "Ring 1".'),
    'Activate "Ring 1"',
    'patch',
    { status: 'active' },
  ],
  [mend('publish-event', fakeEventId), 'Publish the event', 'patch', { status: 'public' }],
  [mend('confirm-address', robin.id), 'Confirm the address yourself', 'post', undefined],
])('asks before %j', async (which, label, method, body) => {
  open({ mends: [which] });
  server.on('patch', '/api/v1/events/{eventId}', { status: 204 });
  server.on('patch', '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}', {
    status: 204,
  });
  server.on('post', '/api/v1/identity/users/{userId}/email-verification', { status: 204 });
  await userEvent.click(await screen.findByRole('button', { name: label }));
  const dialog = await screen.findByRole('dialog');
  expect(calls(method)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(calls(method)[0]?.body).toEqual(body));
});

it('says why something could not be mended, and asks again', async () => {
  open({ mends: [mend('grant-access', robin.id)] });
  server.on('post', '/api/v1/events/access', {
    status: 409,
    body: problemBody({
      status: 409,
      type: '/problems/conflict',
      title: 'Conflict',
      detail: 'The user has exactly this access already.',
    }) as never,
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Grant “Main card”/ }));
  expect(await screen.findByText('The user has exactly this access already.')).toBeDefined();
  await waitFor(() => expect(server.calls(path)).toHaveLength(2));
});

it('tells what happened in one timeline, and stops a device from there', async () => {
  open({
    canWatch: true,
    rule: 'access-open',
    mends: [mend('end-playback-session', sessionId, 'Stop watching on Safari.')],
    hints: [{ code: 'two-devices', detail: 'Two devices watch now.' }],
    timeline: [
      entry({ kind: 'playback-session', id: sessionId, state: 'live', deviceName: 'Safari on macOS' }),
      entry({ kind: 'playback-session', id: accessId, state: 'ended', until: at, reason: 'device-limit' }),
      entry({ kind: 'mail', state: 'given-up', detail: 'Confirm your address' }),
      entry({ kind: 'access-change', detail: 'Access granted', actorName: 'Olga Organiser' }),
      entry({ kind: 'access', state: 'current', detail: 'Access to "Main card"' }),
    ],
    hasMore: true,
  });
  const timeline = await screen.findByRole('region', { name: 'What happened' });
  expect(screen.getByText('Two devices watch now.')).toBeDefined();
  const items = within(timeline).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Active.*Safari on macOS.*Stop this device/),
    expect.stringContaining('Ended because a third device began to watch.'),
    expect.stringContaining('Could not be sent'),
    expect.stringContaining('By Olga Organiser'),
    expect.stringMatching(/Current.*for ever/),
  ]);
  expect(within(timeline).getByText('Older entries are left out.')).toBeDefined();
  server.on('delete', '/api/v1/identity/users/{userId}/playback-sessions/{sessionId}', { status: 204 });
  await userEvent.click(within(timeline).getByRole('button', { name: 'Stop this device' }));
  await waitFor(() => expect(calls('delete')).toHaveLength(1));
});

it('shows orders, and leads to those that may be read', async () => {
  open({
    timeline: [
      entry({
        kind: 'order',
        id: accessId,
        orderId: accessId,
        state: 'paid',
        detail: 'Order of "Gala", EUR 14.99',
      }),
      entry({ kind: 'refund', state: 'failed', detail: 'Refund for "Gala"', actorName: 'Olga Organiser' }),
      entry({ kind: 'dispute', state: 'open', detail: 'The bank disputes the payment for "Gala"' }),
    ],
  });
  const timeline = await screen.findByRole('region', { name: 'What happened' });
  const [order, refund, dispute] = within(timeline).getAllByRole('listitem') as HTMLElement[];
  expect(order?.textContent).toMatch(/EUR 14\.99.*Paid/);
  expect(refund?.textContent).toMatch(/Failed: no money went back.*By Olga Organiser/);
  expect(dispute?.textContent).toMatch(/disputes.*Open/);
  const links = within(timeline).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/admin/orders/${accessId}`]);
});

it('says when the account or the block is gone', async () => {
  server.on('get', path, {
    status: 404,
    body: problemBody({ status: 404, type: '/problems/not-found' }) as never,
  });
  renderRoutes(
    createAdminRoutes(() => full),
    full,
  );
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined();
});

it('names the permissions that it needs', async () => {
  signIn({ permissions: ['event:read'] });
  open();
  expect(await screen.findByText(/identity\.user:read/)).toBeDefined();
});

it('goes by the clock of the server for the block and the event that it proposes', async () => {
  const hoursAhead = 3;
  const inHours = (hours: number) => new Date(Date.now() + (hours - hoursAhead) * 3_600_000);
  const block = (id: string, from: number, to: number) => ({
    ...(fakeEvent.blocks?.[0] ?? expect.fail()),
    id,
    startDate: inHours(from).toISOString(),
    endDate: inHours(to).toISOString(),
  });
  const blocks = [block(fakeBlockId, -1, 1), block(fakeBlockId.replace(/^./, '9'), 2, 4)];
  server.on('get', '/api/v1/events/{eventId}', { status: 200, body: { ...fakeEvent, blocks } });
  server.on('get', '/api/v1/events', { status: 200, body: { data: [fakeEvent], total: 1 } });
  noteServerTime(new Headers({ Date: inHours(0).toUTCString() }));
  onTestFinished(() => noteServerTime(new Headers({ Date: new Date().toUTCString() })));
  const router = open({}, '/admin/support');
  await waitFor(() => expect(router.state.location.search).toContain('block='));
  expect(router.state.location.search).toContain(`block=${fakeBlockId}`);
  const [asked = ''] =
    /20\d\d-[-\d]+T[\d:.]+Z/.exec(`${server.calls('/api/v1/events')[0]?.query.get('filter')}`) ?? [];
  expect(Math.abs(Date.parse(asked) - inHours(-6).getTime())).toBeLessThan(60_000);
});

it('takes the block that runs, else the next one, else the last one', () => {
  const block = (id: string, day: number) => ({
    id,
    startDate: `2026-11-${day}T20:00:00Z`,
    endDate: `2026-11-${day}T23:00:00Z`,
  });
  const blocks = [block('b', 12), block('a', 11), block('c', 13)];
  const chosen = (now: string) => likelyBlock(blocks, Date.parse(now))?.id;
  expect(chosen('2026-11-01T00:00:00Z')).toBe('a');
  expect(chosen('2026-11-12T21:00:00Z')).toBe('b');
  expect(chosen('2026-12-01T00:00:00Z')).toBe('c');
});
