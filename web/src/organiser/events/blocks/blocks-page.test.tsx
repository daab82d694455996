import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { Block, LiveStream } from './blocks.queries.ts';
import BlocksPage from './blocks-page.tsx';

const server = fakeApiServer();
const eventId = 'event-1';
const blocksPath = '/api/v1/events/{eventId}/blocks';
const blockPath = `${blocksPath}/{blockId}` as const;
const streamsPath = `${blockPath}/live-streams` as const;
const streamPath = `${streamsPath}/{liveStreamId}` as const;
const nowhere = { name: null, address: null, cityName: null, countryName: null };
const everything = ['event:read', 'event:create', 'event:update', 'event:delete'];

function stream(name: string, weight: number, change: Partial<LiveStream> = {}): LiveStream {
  const id = name.toLowerCase().replace(' ', '-');
  return { id, blockId: 'b', videoId: 'demo', name, description: null, status: 'active', weight, ...change };
}

function block(name: string, from: string, to: string, change: Partial<Block> = {}): Block {
  const slug = name.toLowerCase().replace(' ', '-');
  return {
    id: slug,
    eventId,
    name,
    slug,
    description: null,
    startDate: `2030-01-19T${from}:00+00:00`,
    endDate: `2030-01-19T${to}:00+00:00`,
    location: nowhere,
    paymentRequired: false,
    stripePriceId: null,
    saleStartDate: null,
    saleEndDate: null,
    liveStreams: [],
    ...change,
  };
}

const prelims = block('Prelims', '18:00', '19:30');
const main = block('Main card', '20:00', '22:30', {
  paymentRequired: true,
  liveStreams: [stream('Ring camera', 1), stream('Corner camera', 2, { status: 'inactive' })],
});

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: everything });
});
afterEach(async () => {
  // The stack of dialogs outlives a test.
  while (screen.queryAllByRole('dialog').length > 0) {
    await userEvent.keyboard('{Escape}');
    const question = screen.queryByRole('dialog', { name: 'Leave without saving?' });
    if (question) await userEvent.click(within(question).getByRole('button', { name: 'Continue' }));
  }
  signOut();
});

async function open(blocks: Block[] = [prelims, main]) {
  server.on('get', '/api/v1/events/{eventId}', {
    status: 200,
    body: {
      id: eventId,
      name: 'Gala',
      slug: 'gala',
      description: null,
      content: null,
      startDate: '2030-01-19T18:00:00+00:00',
      endDate: '2030-01-19T23:00:00+00:00',
      timezone: 'America/New_York',
      location: nowhere,
      pictureId: null,
      status: 'public',
      stripePriceId: null,
      saleStartDate: null,
      saleEndDate: null,
    },
    headers: { ETag: '"1"' },
  });
  server.on('get', blocksPath, { status: 200, body: { data: blocks, total: blocks.length } });
  renderRoutes(
    [{ path: '/admin/events/:eventId/blocks', element: <BlocksPage /> }],
    '/admin/events/event-1/blocks',
  );
  await screen.findByRole('heading', { name: 'Blocks' });
}

const calls = (method: string) => server.calls().filter((call) => call.method === method);
const noContent = { status: 204 as const, headers: { ETag: '"4"' } };

describe('the page of blocks', () => {
  it('shows the blocks on the clocks of the venue, their breaks and their streams', async () => {
    await open();
    const [first, second] = screen.getAllByRole('article');
    expect(within(first as HTMLElement).getByText('13:00 to 14:30')).toBeDefined();
    expect(within(second as HTMLElement).getByText('15:00 to 17:30')).toBeDefined();
    expect(screen.getByText('Break of 30 min')).toBeDefined();
    const streams = screen.getByRole('region', { name: 'Live streams of Main card' });
    expect(within(streams).getByText('Inactive')).toBeDefined();
    expect(screen.getByText('Without an active live stream nobody can watch this block.')).toBeDefined();
  });

  it('says when blocks overlap, or leave the event', async () => {
    await open([block('Prelims', '17:00', '20:30'), main]);
    expect(screen.getByText('Prelims is still on: they overlap by 30 min')).toBeDefined();
    expect(screen.getByText('A part of this block is outside the times of the event.')).toBeDefined();
    const later = screen.getByRole('button', { name: 'Move Prelims later' });
    expect(later.getAttribute('aria-disabled')).toBe('true');
  });

  it('is empty before the first block', async () => {
    await open([]);
    expect(screen.getByRole('heading', { name: 'No blocks yet' })).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Add a block' })).toHaveLength(2);
  });

  it('offers a retry when it cannot be loaded', async () => {
    server.on('get', '/api/v1/events/{eventId}', {
      status: 503,
      body: problemBody({ status: 503 }) as never,
    });
    server.on('get', blocksPath, { status: 503, body: problemBody({ status: 503 }) as never });
    renderRoutes([{ path: '/:eventId', element: <BlocksPage /> }], '/event-1');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('shows only what the user may do', async () => {
    signIn({ permissions: ['event:read'] });
    await open();
    expect(screen.queryByRole('button', { name: /Add|Edit|Move|More/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Test Ring camera' })).toBeDefined();
  });
});

describe('a move', () => {
  beforeEach(() => {
    for (const [each, etag] of [
      [prelims, '"2"'],
      [main, '"3"'],
    ] as const) {
      server.on('get', blockPath, ({ path }) => ({
        status: 200,
        body: path.endsWith('prelims') ? prelims : each,
        headers: { ETag: path.endsWith('prelims') ? '"2"' : etag },
      }));
    }
  });

  async function moveMainEarlier() {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Move Main card earlier' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Main card earlier' });
    return { dialog, go: within(dialog).getByRole('button', { name: 'Change both times' }) };
  }

  it('says what changes, and stores both with their versions', async () => {
    server.on('patch', blockPath, noContent);
    const { dialog, go } = await moveMainEarlier();
    const row = within(dialog).getByRole('row', { name: /^Main card/ });
    expect(row.textContent).toContain('15:00 to 17:30');
    expect(row.textContent).toContain('13:00 to 15:30');
    await userEvent.click(go);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      calls('patch').map(({ path, body, headers }) => [
        path.split('/').at(-1),
        body,
        headers.get('if-match'),
      ]),
    ).toEqual([
      ['prelims', { startDate: '2030-01-19T21:00:00.000Z', endDate: '2030-01-19T22:30:00.000Z' }, '"2"'],
      ['main-card', { startDate: '2030-01-19T18:00:00.000Z', endDate: '2030-01-19T20:30:00.000Z' }, '"3"'],
    ]);
    expect(await screen.findByText('Main card now starts at 13:00')).toBeDefined();
  });

  it('undoes the first change when the second one fails, and says why', async () => {
    server.on('patch', blockPath, ({ path }) =>
      path.endsWith('main-card')
        ? {
            status: 412,
            body: problemBody({
              status: 412,
              type: '/problems/precondition-failed',
              detail: 'It has changed.',
            }) as never,
          }
        : noContent,
    );
    const { dialog, go } = await moveMainEarlier();
    await userEvent.click(go);
    expect((await within(dialog).findByRole('alert')).textContent).toContain('It has changed.');
    const undo = calls('patch').at(-1);
    expect(undo?.path).toMatch(/prelims$/);
    expect(undo?.body).toEqual({ startDate: prelims.startDate, endDate: prelims.endDate });
    expect(undo?.headers.get('if-match')).toBe('"4"');
  });

  it('changes nothing when somebody has moved a block meanwhile', async () => {
    server.on('get', blockPath, ({ path }) => ({
      status: 200,
      body: path.endsWith('prelims') ? block('Prelims', '17:00', '18:00') : main,
      headers: { ETag: '"9"' },
    }));
    const { dialog, go } = await moveMainEarlier();
    await userEvent.click(go);
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'Somebody has changed these times',
    );
    expect(calls('patch')).toHaveLength(0);
  });
});

describe('a block', () => {
  it('is duplicated after the last one, with its streams inactive', async () => {
    server.on('post', blocksPath, {
      status: 201,
      body: { id: 'new' },
      headers: { Location: `/api/v1/events/${eventId}/blocks/new` },
    });
    server.on('post', streamsPath, { status: 201, body: { id: 's' }, headers: { Location: '/s' } });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'More for Main card' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Duplicate Main card' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Add the copy' }));
    await waitFor(() => expect(calls('post')).toHaveLength(3));
    const [copy, ring, corner] = calls('post').map(({ body }) => body);
    expect(copy).toMatchObject({
      name: 'Main card 2',
      slug: 'main-card-2',
      paymentRequired: true,
      startDate: '2030-01-19T22:30:00.000Z',
      endDate: '2030-01-20T01:00:00.000Z',
      location: nowhere,
    });
    expect(ring).toEqual({
      name: 'Ring camera',
      description: null,
      videoId: 'demo',
      weight: 1,
      status: 'inactive',
    });
    expect(corner).toMatchObject({ name: 'Corner camera', status: 'inactive' });
  });

  it('shows the issues of the server at its fields', async () => {
    server.on('get', blockPath, { status: 200, body: main, headers: { ETag: '"3"' } });
    const issues = [
      '/name',
      '/slug',
      '/startDate',
      '/endDate',
      '/location/cityName',
      '/stripePriceId',
      '/description',
    ].map((pointer) => ({ pointer, detail: `Wrong ${pointer}`, location: 'body' as const }));
    server.on('patch', blockPath, {
      status: 400,
      body: { ...problemBody({ status: 400, type: '/problems/validation-error' }), issues } as never,
    });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Edit Main card' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Main card' });
    const name = await within(dialog).findByRole('textbox', { name: 'Name' });
    await userEvent.type(name, '!');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    const summary = await within(dialog).findByRole('alert');
    for (const { detail } of issues) {
      expect(within(dialog).getAllByText(detail)).not.toHaveLength(0);
    }
    for (const link of within(summary).getAllByRole('link')) {
      const id = link.getAttribute('href')?.slice(1) ?? '';
      expect(document.getElementById(id), link.textContent ?? '').not.toBeNull();
    }
    expect(within(summary).getAllByRole('link')).toHaveLength(issues.length);
  });

  it('is deleted only after the numbers of what goes with it', async () => {
    const numbers = {
      blocks: 0,
      liveStreams: 2,
      accesses: 1,
      paidAccesses: 0,
      pendingPayments: 0,
      keptBouts: 0,
      isRefused: false,
    };
    server.on('delete', blockPath, ({ query }) =>
      query.get('dryRun') === 'true' ? { status: 200, body: numbers } : { status: 204 },
    );
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'More for Main card' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Main card?' });
    expect(dialog.textContent).toContain('With it go 2 live streams and 1 access.');
    expect(calls('delete')).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(calls('delete')).toHaveLength(2));
    expect(calls('delete')[1]?.query.get('dryRun')).toBeNull();
  });

  it.each([
    [
      { paidAccesses: 7, pendingPayments: 0, keptBouts: 0 },
      /7 viewers have paid for an access to this block/,
    ],
    [
      { paidAccesses: 0, pendingPayments: 1, keptBouts: 0 },
      /1 payment for it is on the way\. Take its price away/,
    ],
  ])('stays with %o', async (kept, words) => {
    const numbers = { blocks: 0, liveStreams: 2, accesses: 9, ...kept, isRefused: true };
    server.on('delete', blockPath, { status: 200, body: numbers });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'More for Main card' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the streams of a block', () => {
  it('change their order by the keyboard, and keep the focus', async () => {
    server.on('patch', streamPath, noContent);
    await open();
    const down = screen.getByRole('button', { name: 'Move Ring camera down' });
    down.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(calls('patch')).toHaveLength(2));
    expect(calls('patch').map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['corner-camera', { weight: 1 }],
      ['ring-camera', { weight: 2 }],
    ]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Ring camera down');
    expect(screen.getByText('Ring camera is now 2 of 2')).toBeDefined();
  });

  it('have their old order again when one of the changes is refused', async () => {
    server.on('patch', streamPath, ({ path }) =>
      path.endsWith('ring-camera')
        ? { status: 503, body: problemBody({ status: 503, detail: 'Too much to do.' }) as never }
        : noContent,
    );
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Move Ring camera down' }));
    expect(await screen.findByText('The order is not stored')).toBeDefined();
    expect(calls('patch').map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['corner-camera', { weight: 1 }],
      ['ring-camera', { weight: 2 }],
      ['corner-camera', { weight: 2 }],
    ]);
  });

  it('says when only a part of an order is stored', async () => {
    let count = 0;
    server.on('patch', streamPath, () => {
      count += 1;
      return count === 1 ? noContent : { status: 503, body: problemBody({ status: 503 }) as never };
    });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Move Ring camera down' }));
    expect(await screen.findByText('Only a part of the new order is stored')).toBeDefined();
  });

  it('can be moved and moved back without waiting', async () => {
    const stored = new Map([
      ['ring-camera', 10],
      ['corner-camera', 20],
    ]);
    const now = () => ({
      ...main,
      liveStreams: (main.liveStreams ?? [])
        .map((each) => ({ ...each, weight: stored.get(each.id) ?? 0 }))
        .sort((a, b) => a.weight - b.weight),
    });
    await open([now()]);
    server.on('get', blocksPath, () => ({ status: 200, body: { data: [now()] } as never }));
    server.on('patch', streamPath, async ({ path, body }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      stored.set(path.split('/').at(-1) ?? '', (body as { weight: number }).weight);
      return noContent;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Move Ring camera down' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move Ring camera up' }));
    await waitFor(() => expect(calls('patch')).toHaveLength(4));
    await waitFor(() =>
      expect([...stored]).toEqual([
        ['ring-camera', 10],
        ['corner-camera', 20],
      ]),
    );
  });

  it('gets a new one after the others, inactive unless wanted', async () => {
    server.on('post', streamsPath, { status: 201, body: { id: 's' }, headers: { Location: '/s' } });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Add a live stream to Main card' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Roof');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Video id' }), 'demo');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add the live stream' }));
    await waitFor(() => expect(calls('post')).toHaveLength(1));
    expect(calls('post')[0]?.body).toEqual({
      name: 'Roof',
      videoId: 'demo',
      description: null,
      status: 'inactive',
      weight: 3,
    });
  });
});
