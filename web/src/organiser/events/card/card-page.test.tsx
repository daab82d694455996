import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { exampleOf } from '../../../test/contract-server.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { Bout } from './card.queries.ts';
import CardPage from './card-page.tsx';

const server = fakeApiServer();
const boutsPath = '/api/v1/events/{eventId}/bouts';
const boutPath = `${boutsPath}/{boutId}` as const;
const orderPath = `${boutsPath}/order` as const;
const blocks = (['Prelims', 'Main card'] as const).map((name) => {
  const [block] = exampleOf('listBlocks').data;
  if (!block) throw new Error('The contract has no example of a block');
  return { ...block, id: name.split(' ')[0] ?? '', name };
});
const [titleFight] = exampleOf('listBouts').data.slice(-1) as [Bout];

function bout(id: string, blockId: string, change: Partial<Bout> = {}): Bout {
  const red = { ...titleFight.red, fighter: { ...titleFight.red.fighter, name: `Red ${id}` } as never };
  return { ...titleFight, title: null, id, blockId, red, ...change };
}
const first = bout('1', 'Prelims');
const second = bout('2', 'Main');
const third = bout('3', 'Main', { title: 'Ringside title' });

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: ['event:read', 'event:create', 'event:update', 'event:delete'] });
});
afterEach(signOut);

async function open(
  bouts: Bout[] = [first, second, third],
  ofEvent = blocks,
  status: 'public' | 'draft' = 'public',
) {
  const body = { ...exampleOf('getEvent'), status };
  server.on('get', '/api/v1/events/{eventId}', { status: 200, body, headers: { ETag: '"1"' } });
  server.on('get', '/api/v1/events/{eventId}/blocks', {
    status: 200,
    body: { data: ofEvent, total: ofEvent.length },
  });
  server.on('get', boutsPath, { status: 200, body: { data: bouts, total: bouts.length } });
  renderRoutes([{ path: '/:eventId', element: <CardPage /> }], '/event-1');
  await screen.findByRole('heading', { name: 'Card' });
}

const rowOf = (name: RegExp | string) => {
  const row = screen.getByText(name).closest('li');
  if (!row) throw new Error('The name stands in no row');
  return within(row);
};
const orderOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => /Red (\d)/.exec(textContent ?? '')?.[1]);
const calls = (method: string) => server.calls().filter((call) => call.method === method);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the card', () => {
  it('shows who fights whom, for how long, at which weight, and the main event', async () => {
    await open();
    const row = rowOf('Red 3');
    for (const words of ['Bout 3 of 3', 'Jens Okafor', 'Ringside title', 'Lightweight, 70 kg', 'Main event'])
      expect(row.getByText(words)).toBeDefined();
    expect(row.getByText('5 × 3 min, K-1')).toBeDefined();
    expect(row.getByText('21 wins, 3 losses, 1 draw')).toBeDefined();
    expect(row.getByText('Netherlands')).toBeDefined();
    expect(screen.getAllByText('Main event')).toHaveLength(1);
  });

  it('says who is not announced, who was replaced, what is cancelled and why', async () => {
    await open([
      bout('1', 'Prelims', { blue: { fighter: null, weighIn: null } }),
      bout('2', 'Main', { status: 'cancelled', statusReason: 'Jens Okafor is injured.' }),
      bout('3', 'Main', {
        status: 'replaced',
        replacements: [{ corner: 'red', fighterId: 'f', name: 'Ilse Brandão' }],
      }),
    ]);
    expect(rowOf('Red 1').getByText('To be announced')).toBeDefined();
    expect(rowOf('Red 2').getByText('Jens Okafor is injured.')).toBeDefined();
    expect(rowOf('Red 3').getByText('Red corner: in place of Ilse Brandão.')).toBeDefined();
  });

  it('leads to the blocks while there is none', async () => {
    await open([], []);
    expect(screen.getByRole('heading', { name: 'A card needs a block' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add a block' }).getAttribute('href')).toMatch(/\/blocks$/);
  });

  it('says what a card is before the first bout', async () => {
    await open([]);
    expect(screen.getByRole('heading', { name: 'No bouts yet' })).toBeDefined();
    await press('Add the first bout');
    expect(await screen.findByRole('dialog', { name: 'Add a bout' })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers nothing to those who may only read', async () => {
    signIn({ permissions: ['event:read'] });
    await open();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['Print', 'CSV']);
  });
});

describe('the order', () => {
  it('changes by the keyboard, also into the next block, keeps the focus and is said', async () => {
    let stored = [first, second, third];
    server.on('put', orderPath, ({ body }) => {
      const wanted = (body as { blocks: { blockId: string; boutIds: string[] }[] }).blocks;
      stored = wanted.flatMap(({ blockId, boutIds }) => boutIds.map((id) => bout(id, blockId)));
      server.on('get', boutsPath, { status: 200, body: { data: stored, total: stored.length } });
      return { status: 204 };
    });
    await open(stored);
    const down = 'Move Red 1 v Jens Okafor down';
    screen.getByRole('button', { name: down }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(orderOf('Main card')).toEqual(['1', '2', '3']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: down }));
    expect(screen.getByText('Red 1 v Jens Okafor is now bout 1 of 3, in Main card')).toBeDefined();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(orderOf('Main card')).toEqual(['2', '1', '3']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: down }));
    await waitFor(() => expect(calls('put')).toHaveLength(2));
    expect(calls('put').map(({ body }) => body)).toEqual([
      { blocks: [{ blockId: 'Main', boutIds: ['1', '2', '3'] }] },
      { blocks: [{ blockId: 'Main', boutIds: ['2', '1', '3'] }] },
    ]);
    expect(screen.getByText('No bouts yet.')).toBeDefined();
  });

  it('has ends, where the buttons stay and do nothing', async () => {
    await open();
    const up = screen.getByRole('button', { name: 'Move Red 1 v Jens Okafor up' });
    expect(up.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(up);
    expect(calls('put')).toHaveLength(0);
  });

  it('is read again when the card has changed meanwhile', async () => {
    server.on('put', orderPath, () => {
      const data = [first, second, third, bout('4', 'Main')];
      server.on('get', boutsPath, { status: 200, body: { data, total: 4 } });
      return { status: 409, body: problemBody({ status: 409, type: '/problems/conflict' }) as never };
    });
    await open();
    await press('Move Red 3 v Jens Okafor up');
    expect(await screen.findByText('The card has changed')).toBeDefined();
    await waitFor(() => expect(orderOf('Main card')).toEqual(['2', '3', '4']));
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Move Red 3 v Jens Okafor up' }),
      ),
    );
  });
});

describe('a bout', () => {
  it('is cancelled with the reason that viewers read', async () => {
    server.on('patch', boutPath, { status: 204, headers: { ETag: '"2"' } });
    await open();
    await press('More for Red 2 v Jens Okafor');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel the bout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Red 2 v Jens Okafor?' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Jens Okafor is injured.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the bout' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls('patch').map(({ body }) => body)).toEqual([
      { status: 'cancelled', statusReason: 'Jens Okafor is injured.' },
    ]);
  });

  it('is announced again', async () => {
    server.on('patch', boutPath, { status: 204, headers: { ETag: '"2"' } });
    await open([bout('1', 'Prelims', { status: 'cancelled' })]);
    await press('More for Red 1 v Jens Okafor');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Announce again' }));
    expect(await screen.findByText('Red 1 v Jens Okafor is announced again')).toBeDefined();
    expect(calls('patch').map(({ body }) => body)).toEqual([{ status: 'announced', statusReason: null }]);
  });

  it('is deleted after a question that names the other way', async () => {
    server.on('delete', boutPath, { status: 204 });
    await open();
    await press('More for Red 2 v Jens Okafor');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Red 2 v Jens Okafor?' }));
    expect(dialog.getByText(/cancel it instead/)).toBeDefined();
    expect(calls('delete')).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(calls('delete')).toHaveLength(1));
  });
});

describe('what viewers are told', () => {
  const bannerPath = '/api/v1/events/{eventId}/banner';
  const openMenu = () => press('More for Red 2 v Jens Okafor');
  const findBanner = async () => within(await screen.findByRole('dialog', { name: 'Banner for viewers' }));

  it('is proposed after a cancellation, can be changed, and is sent by a press only', async () => {
    server.on('patch', boutPath, { status: 204, headers: { ETag: '"2"' } });
    server.on('put', bannerPath, { status: 204 });
    await open();
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel the bout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Red 2 v Jens Okafor?' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Injury');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the bout' }));
    await press('Tell viewers');
    const banner = await findBanner();
    const text = banner.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
    expect(text.value).toBe('Main card, fight 1: Red 2 v Jens Okafor is cancelled. Injury.');
    expect(calls('put')).toHaveLength(0);
    await userEvent.type(text, ' Sorry.');
    await userEvent.click(banner.getByRole('button', { name: 'Show to viewers' }));
    await waitFor(() =>
      expect(calls('put').map(({ body }) => body)).toEqual([
        { text: 'Main card, fight 1: Red 2 v Jens Okafor is cancelled. Injury. Sorry.' },
      ]),
    );
  });

  it('is proposed after a replacement', async () => {
    const replacement = { corner: 'red' as const, fighterId: 'f', name: 'Ilse Brandão' };
    const after = bout('2', 'Main', { status: 'replaced', replacements: [replacement], title: 'Final' });
    const other = { ...titleFight.red.fighter, id: 'f', name: 'Ilse Brandão' } as never;
    const before = { ...second, red: { ...second.red, fighter: other } };
    let stored: Bout = before;
    server.on('get', boutPath, () => ({ status: 200, body: stored, headers: { ETag: '"1"' } }) as never);
    server.on('patch', boutPath, () => {
      stored = after;
      return { status: 204, headers: { ETag: '"2"' } };
    });
    await open([first, before, third]);
    await press('Edit Ilse Brandão v Jens Okafor');
    const form = within(await screen.findByRole('dialog', { name: 'Edit Ilse Brandão v Jens Okafor' }));
    await userEvent.type(await form.findByRole('textbox', { name: 'Title' }), 'Final');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await press('Tell viewers');
    const text = (await findBanner()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
    expect(text.value).toBe('Main card, fight 1: Jens Okafor now meets Red 2. Ilse Brandão is out.');
  });

  it('is nothing while the event is a draft', async () => {
    await open(undefined, undefined, 'draft');
    await openMenu();
    await screen.findByRole('menuitem', { name: 'Cancel the bout' });
    expect(screen.queryByRole('menuitem', { name: 'Tell viewers' })).toBeNull();
  });
});
