import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { eventFrame, fakeEventServer } from '../../../test/event-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import type { StoredBell } from './bell.queries.ts';

const server = fakeApiServer();
const ringPath = '/api/v1/events/{eventId}/bouts/{boutId}/bells';
const opener = fakeBout('Ada', 'Bo', { id: 'opener' });
const title = fakeBout('Noor', 'Jens', { id: 'title', position: 2, rounds: 5 });

let events: ReturnType<typeof fakeEventServer>;
let bells: StoredBell[] = [];
let isAway = false;
const rung: Array<{ bout: string; bell: string }> = [];

beforeEach(() => {
  [bells, isAway] = [[], false];
  rung.length = 0;
  localStorage.clear();
});

const boardNow = () => ({
  at: bells.at(-1)?.at ?? null,
  eventName: 'Gala',
  bouts: [opener, title],
  bells,
});

function open() {
  server.on('get', '/api/v1/events/{eventId}/bell-board', () => ({
    status: 200,
    body: boardNow(),
  }));
  events = fakeEventServer();
  server.onStream('/api/v1/events/{eventId}/bell-board/events', events.connect);
  server.on('post', ringPath, ({ path, body }) => {
    if (isAway) return { status: 503, body: problemBody({ status: 503 }) };
    const { id, kind, round, at } = body as Pick<StoredBell, 'id' | 'kind' | 'round' | 'at'>;
    const bell = {
      id,
      kind,
      round,
      at,
      boutId: path.split('/').at(-2) ?? '',
      userName: 'Sam',
      undoneAt: null,
    };
    rung.push({ bout: bell.boutId, bell: [kind, round].join(' ') });
    bells = [...bells, bell];
    return { status: 200, body: bell };
  });
  server.on('delete', `${ringPath}/{bellId}`, ({ path }) => {
    const id = path.split('/').at(-1);
    bells = bells.map((bell) => (bell.id === id ? { ...bell, undoneAt: bell.at } : bell));
    return { status: 204 };
  });
  return openAdmin(server, '/admin/bell/event-1', ['event:bell']);
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('is always the next step, of the bout that is on', async () => {
  open();
  expect(await screen.findByText('Fight 1 of 2')).toBeDefined();
  for (const name of ['Walkout', 'Bell: round 1', 'End of round 1', 'Bell: round 2', 'End of round 2'])
    await press(name);
  await press('Bell: round 3');
  await press('End of round 3');
  await press('Over');
  expect(await screen.findByText('Fight 2 of 2')).toBeDefined();
  await press('Walkout');
  await waitFor(() =>
    expect(rung.map(({ bout, bell }) => `${bout} ${bell.trim()}`)).toEqual([
      'opener walkout',
      'opener round-start 1',
      'opener round-end 1',
      'opener round-start 2',
      'opener round-end 2',
      'opener round-start 3',
      'opener round-end 3',
      'opener over',
      'title walkout',
    ]),
  );
});

it('keeps taps while the server is away, over a reload too, and sends them in their order', async () => {
  isAway = true;
  open();
  await press('Walkout');
  await press('Bell: round 1');
  expect(await screen.findByText(/2 taps not sent yet/)).toBeDefined();
  cleanup();
  isAway = false;
  open();
  await waitFor(() => expect(rung.map(({ bell }) => bell.trim())).toEqual(['walkout', 'round-start 1']));
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBe(null));
  expect(await screen.findByRole('button', { name: 'End of round 1' })).toBeDefined();
});

it('stops only when the button is held', async () => {
  open();
  await press('Walkout');
  await press('Bell: round 1');
  const stop = await screen.findByRole('button', { name: 'Hold: Stopped' });
  fireEvent.pointerDown(stop);
  fireEvent.pointerUp(stop);
  expect(screen.queryByText('Stopped in round 1')).toBe(null);
  fireEvent.pointerDown(stop);
  expect(await screen.findByText('Stopped in round 1')).toBeDefined();
});

it('takes the last bell of the card back, also one that ended the bout', async () => {
  const at = new Date().toISOString();
  const ended = { boutId: 'opener', userName: null, undoneAt: null, round: null };
  bells = [
    { ...ended, id: 'one', kind: 'walkout', at: new Date(Date.now() - 60_000).toISOString() },
    { ...ended, id: 'two', kind: 'over', at },
  ];
  open();
  expect(await screen.findByText('Fight 2 of 2')).toBeDefined();
  await press('Undo “Over” of Ada v Bo');
  expect(await screen.findByText('Fight 1 of 2')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Bell: round 1' })).toBeDefined();
});

const walkout: StoredBell = {
  id: 'x',
  boutId: 'opener',
  kind: 'walkout',
  round: null,
  at: new Date().toISOString(),
  userName: null,
  undoneAt: null,
};
const sendCard = () => events.last().send(eventFrame('card', boardNow()));

it('has the tap of the other timekeeper from the stream, and asks for nothing while it is open', async () => {
  open();
  await screen.findByRole('button', { name: 'Walkout' });
  sendCard();
  const asked = () => server.calls('/api/v1/events/{eventId}/bell-board').length;
  await waitFor(() => expect(events.connections).toHaveLength(1));
  const before = asked();
  bells = [walkout];
  sendCard();
  expect(await screen.findByRole('button', { name: 'Bell: round 1' })).toBeDefined();
  expect(asked()).toBe(before);
});

it('does not jump back when a state that was read before the own tap arrives after it', async () => {
  open();
  await press('Walkout');
  await waitFor(() => expect(bells).toHaveLength(1));
  const own = bells;
  bells = [];
  sendCard();
  bells = own;
  await press('Bell: round 1');
  await waitFor(() => expect(rung.map(({ bell }) => bell.trim())).toEqual(['walkout', 'round-start 1']));
});

it('asks each second while the stream is refused', async () => {
  open();
  await screen.findByRole('button', { name: 'Walkout' });
  events.refuse(() => new Response(null, { status: 503 }));
  events.last().end();
  bells = [walkout];
  expect(await screen.findByRole('button', { name: 'Bell: round 1' }, { timeout: 5_000 })).toBeDefined();
});

it('is deaf for a moment when the other timekeeper has rung what the finger is about to ring', async () => {
  open();
  const large = await screen.findByRole('button', { name: 'Walkout' });
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  bells = [walkout];
  sendCard();
  await waitFor(() => expect(large.textContent).toBe('Bell: round 1'));
  await userEvent.click(large);
  expect(rung).toEqual([]);
  now.mockReturnValue(11_001);
  await userEvent.click(large);
  await waitFor(() => expect(rung).toHaveLength(1));
  now.mockRestore();
});
