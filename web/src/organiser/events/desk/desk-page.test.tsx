import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { eventFrame, fakeEventServer } from '../../../test/event-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { installFakePlayback } from '../../../test/fake-media.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { Bout } from '../bell/bell.queries.ts';
import type { Desk, DeskStream } from './desk.queries.ts';
import DeskPage from './desk-page.tsx';

vi.mock('../../../media/engine/open-engine.ts', async () => ({
  openEngine: (await import('../../../test/fake-media.ts')).createFakeEngines().openEngine,
}));

const server = fakeApiServer();
const deskPath = '/api/v1/events/{eventId}/desk';
const streamPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}';

function stream(name: string, change: Partial<DeskStream> = {}): DeskStream {
  const id = name.toLowerCase().replace(' ', '-');
  return {
    id,
    name,
    status: 'active',
    weight: 1,
    viewers: 0,
    peakViewers: 0,
    refusals: [],
    changedAt: null,
    changedBy: null,
    venueDelayMs: 2_000,
    ingest: null,
    ...change,
  };
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

function desk(change: Partial<Desk> = {}, ring: Partial<DeskStream> = {}): Desk {
  return {
    event: {
      id: 'event-1',
      name: 'Gala',
      slug: 'gala',
      status: 'public',
      startDate: at(-1),
      endDate: at(2),
      timezone: 'Europe/Amsterdam',
    },
    banner: { text: null, since: null },
    featuredStreamId: null,
    viewers: 1252,
    blocks: [
      {
        id: 'main',
        name: 'Main card',
        slug: 'main',
        startDate: at(-1),
        endDate: at(2),
        paymentRequired: true,
        liveStreams: [
          stream('Ring camera', {
            viewers: 1252,
            peakViewers: 1340,
            refusals: [
              { reason: 'access-required', count: 41 },
              { reason: 'device-limit', count: 3 },
            ],
            changedBy: 'Sam Jansen',
            changedAt: at(-30),
            ...ring,
          }),
          stream('Corner camera', { status: 'inactive' }),
        ],
      },
    ],
    ...change,
  };
}

let events: ReturnType<typeof fakeEventServer>;

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  installFakePlayback();
  signIn({ permissions: ['event:read', 'event:update'] });
  events = fakeEventServer();
  server.onStream(`${deskPath}/events`, events.connect);
  server.on('get', `${streamPath}/preview`, {
    status: 200,
    body: { url: '/media/hls/s/1/preview-1/stream/demo/live.m3u8', expiresAt: at(1), mode: 'live' },
  });
});
afterEach(signOut);

async function open(shown = desk()) {
  server.on('get', deskPath, { status: 200, body: shown });
  renderRoutes(
    [{ path: '/admin/events/:eventId/live', element: <DeskPage /> }],
    '/admin/events/event-1/live',
  );
  await screen.findByRole('heading', { name: 'Live desk' });
}
const card = (name: string) => screen.getByRole('article', { name });
const send = (event: string, data: unknown) => act(async () => events.last().send(eventFrame(event, data)));
const writes = () => server.calls().filter(({ method }) => method !== 'get');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the desk', () => {
  it('shows for each stream who watches, who was refused and who changed it', async () => {
    await open();
    const ring = within(card('Ring camera'));
    expect(ring.getByText('1,252')).toBeDefined();
    expect(ring.getByText('1,340')).toBeDefined();
    expect(ring.getByText('Refused in the last 5 minutes: 44')).toBeDefined();
    expect(ring.getByText('41 without an access')).toBeDefined();
    expect(ring.getByText(/^Changed at .* by Sam Jansen$/)).toBeDefined();
    expect(ring.getByRole('region', { name: 'Preview: Ring camera' })).toBeDefined();
  });

  it('previews without a playback session', async () => {
    await open();
    await waitFor(() => expect(document.querySelectorAll('video')).toHaveLength(2));
    expect(server.calls('/api/v1/playback/sessions')).toHaveLength(0);
    expect([...document.querySelectorAll('video')].every(({ muted }) => muted)).toBe(true);
  });

  it('follows what changes, and says how the changes arrive', async () => {
    await open();
    expect(screen.getByText('Connecting')).toBeDefined();
    await send('desk', desk({ viewers: 1300 }, { viewers: 1300 }));
    expect(await screen.findByText('Connected: changes appear by themselves')).toBeDefined();
    expect(within(card('Ring camera')).getByText('1,300')).toBeDefined();
    await act(async () => events.last().break());
    expect(await screen.findByText(/^Reconnecting\. Numbers of \d\d:\d\d$/)).toBeDefined();
  });

  it('has no switches without event:update', async () => {
    signIn({ permissions: ['event:read'] });
    await open(desk({ banner: { text: 'Soon', since: at(0) } }));
    expect(screen.queryByRole('button', { name: /Set|Show|banner|Take/ })).toBeNull();
    expect(screen.getByText('Soon')).toBeDefined();
  });

  it('leads to the blocks while there is no stream', async () => {
    await open(desk({ blocks: [] }));
    expect(screen.getByRole('link', { name: 'Go to the blocks' })).toBeDefined();
  });

  it('offers a retry when it cannot be loaded', async () => {
    server.on('get', deskPath, { status: 503, body: problemBody({ status: 503 }) as never });
    renderRoutes([{ path: '/:eventId', element: <DeskPage /> }], '/event-1');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('the switches', () => {
  it('ask with the number of viewers before a picture goes dark, and change nothing on Cancel', async () => {
    await open();
    await press('Set inactive: Ring camera');
    const dialog = await screen.findByRole('dialog', { name: 'Set Ring camera inactive?' });
    expect(dialog.textContent).toContain('1,252 viewers lose the picture');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(writes()).toHaveLength(0);
    await press('Set inactive: Ring camera');
    server.on('patch', streamPath, { status: 204, headers: { ETag: '"2"' } });
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }),
    );
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.body).toEqual({ status: 'inactive' });
  });

  it('do not ask when nobody is there, and show nothing before the server has said it', async () => {
    await open();
    let answer = () => {};
    server.on(
      'patch',
      streamPath,
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 204, headers: { ETag: '"2"' } });
        }),
    );
    await press('Set active: Corner camera');
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(within(card('Corner camera')).getByText('Inactive')).toBeDefined();
    const after = desk();
    after.blocks[0]?.liveStreams.splice(1, 1, stream('Corner camera'));
    server.on('get', deskPath, { status: 200, body: after });
    await act(async () => answer());
    expect(await within(card('Corner camera')).findByText('Active')).toBeDefined();
  });

  it('say that a change has failed, and leave what is stored', async () => {
    await open();
    server.on('patch', streamPath, { status: 503, body: problemBody({ status: 503 }) as never });
    await press('Set active: Corner camera');
    expect(await screen.findByText('Corner camera could not be changed')).toBeDefined();
    expect(within(card('Corner camera')).getByText('Inactive')).toBeDefined();
  });

  it('choose what is shown first, asking with the viewers of the event', async () => {
    await open();
    server.on('put', '/api/v1/events/{eventId}/featured-stream', { status: 204 });
    await press('Show first: Corner camera');
    const dialog = await screen.findByRole('dialog', { name: 'Show Corner camera first?' });
    expect(dialog.textContent).toContain('1,252 viewers of the event');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(writes().map(({ body }) => body)).toEqual([{ liveStreamId: 'corner-camera' }]),
    );
    await send('desk', desk({ featuredStreamId: 'corner-camera' }));
    expect(await within(card('Corner camera')).findByText('Shown first')).toBeDefined();
  });
});

describe('the banner', () => {
  it('is sent as one line, and the issue of the server stands at the field', async () => {
    await open();
    await press('Send a banner');
    const dialog = within(await screen.findByRole('dialog', { name: 'Banner for viewers' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'Ten{enter}minutes');
    const detail = 'Must be at most 140 characters long.';
    server.on('put', '/api/v1/events/{eventId}/banner', {
      status: 400,
      body: {
        ...problemBody({ status: 400, type: '/problems/validation-error' }),
        issues: [{ detail, pointer: '/text', location: 'body' }],
      } as never,
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Show to viewers' }));
    expect(await dialog.findByText(detail)).toBeDefined();
    server.on('put', '/api/v1/events/{eventId}/banner', { status: 204 });
    server.on('get', deskPath, {
      status: 200,
      body: desk({ banner: { text: 'Ten minutes', since: at(0) } }),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Show to viewers' }));
    expect(await screen.findByRole('region', { name: 'Banner that viewers see' })).toBeDefined();
    expect(writes().at(-1)?.body).toEqual({ text: 'Ten minutes' });
  });

  it('has a line for each bout that has changed and is to come', async () => {
    await open();
    const on = (id: string, change: Partial<Bout>) => fakeBout('Ada', id, { id, blockId: 'main', ...change });
    const bouts = [
      on('Bo', { status: 'cancelled', statusReason: 'Fever' }),
      on('Cy', {}),
      on('Di', { status: 'replaced', replacements: [{ corner: 'blue', fighterId: 'x', name: 'Ed' }] }),
      on('Flo', { status: 'replaced', replacements: [{ corner: 'blue', fighterId: 'x', name: 'Gil' }] }),
    ];
    const over = {
      id: 'o',
      boutId: 'Flo',
      kind: 'over',
      round: null,
      at: at(0),
      userName: null,
      undoneAt: null,
    };
    await send('card', { at: at(0), eventName: 'Gala', bouts, bells: [over] });
    await press('Send a banner');
    const dialog = within(await screen.findByRole('dialog', { name: 'Banner for viewers' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Fight 3: Ada now meets Di. Ed is out.' }));
    const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
    expect(text.value).toBe('Fight 3: Ada now meets Di. Ed is out.');
    expect(dialog.getByRole('button', { name: 'Fight 1: Ada v Bo is cancelled. Fever.' })).toBeDefined();
    expect(dialog.queryByRole('button', { name: /Gil/ })).toBeNull();
  });

  it('is taken back', async () => {
    await open(desk({ banner: { text: 'Soon', since: at(0) } }));
    server.on('delete', '/api/v1/events/{eventId}/banner', { status: 204 });
    server.on('get', deskPath, { status: 200, body: desk() });
    await press('Take it back');
    await waitFor(() => expect(screen.queryByText('Soon')).toBeNull());
    expect(writes()).toHaveLength(1);
  });
});

describe('the quick filter', () => {
  const many = (change: Partial<DeskStream> = {}) => {
    const shown = desk();
    const more = [3, 4, 5, 6, 7].map((number) => stream(`Camera ${number}`, number === 3 ? change : {}));
    shown.blocks[0]?.liveStreams.push(...more);
    return shown;
  };
  const cards = () =>
    screen.getAllByRole('article').map((each) => within(each).getByRole('heading').textContent);

  it('is there for many streams only', async () => {
    await open();
    expect(screen.queryByRole('radio', { name: /Active/ })).toBeNull();
  });

  it('leaves the active streams, and counts all of them', async () => {
    await open(many());
    await userEvent.click(screen.getByRole('radio', { name: 'Active 6' }));
    expect(cards()).not.toContain('Corner camera');
    expect(cards()).toHaveLength(6);
    expect(screen.getByText('6 of 7 active')).toBeDefined();
  });

  it('keeps the card of a stream that was just set inactive where it is', async () => {
    await open(many());
    await userEvent.click(screen.getByRole('radio', { name: 'Active 6' }));
    const before = cards();
    await send('desk', many({ status: 'inactive' }));
    expect(await within(card('Camera 3')).findByText('Inactive')).toBeDefined();
    expect(cards()).toEqual(before);
    await userEvent.click(screen.getByRole('radio', { name: 'All 7' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Active 5' }));
    expect(cards()).not.toContain('Camera 3');
  });
});
