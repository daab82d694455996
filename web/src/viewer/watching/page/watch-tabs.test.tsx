/** What belongs to the picture of a phone: the strip below it, and the tabs (docs/product.md, 43.73 to 43.75). */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signOut } from '../../../test/session-cookies.ts';
import { receiveState } from '../../bouts/night/card-memory.ts';
import BlockPage from './block-page.tsx';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const bouts = [fakeBout('Noor Haddad', 'Jens Okafor'), fakeBout('Hana Kurosaki', 'Fleur Dumontrieux')];
const ids = bouts.map(({ id }) => id) as [string, string];

let turn = (_isNarrow: boolean) => {};
let slug = '';
let nights = 0;
beforeEach(() => {
  signOut();
  nights += 1;
  slug = `phone-night-${nights}`;
  const changed = new EventTarget();
  let isNarrow = true;
  turn = (next) => {
    isNarrow = next;
    act(() => void changed.dispatchEvent(new Event('change')));
  };
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.startsWith('(max-width: 63.99em)')
      ? (Object.defineProperty(changed, 'matches', {
          configurable: true,
          get: () => isNarrow,
        }) as MediaQueryList)
      : matchMedia(query),
  );
});
afterEach(() => vi.restoreAllMocks());

function open(change: { paymentRequired?: boolean } = {}) {
  const block = { ...fakeBlock('Main card', { from: -1, to: 2 }), ...change };
  const sold = { ...fakeBlock('Finals', { from: 3, to: 4 }), paymentRequired: true };
  server.on('get', api, { status: 200, body: { ...fakeCompetition([block, sold]), slug } });
  server.on('get', `${api}/bouts`, { status: 200, body: { data: bouts, total: bouts.length } });
  renderRoutes(
    [{ path: '/competitions/:competitionSlug/:blockSlug', element: <BlockPage /> }],
    `/competitions/${slug}/main-card`,
  );
}

const tab = (name: string) => screen.findByRole('tab', { name });
const chosen = async () => {
  const names = (await screen.findAllByRole('tab', { selected: true })).map((each) => each.textContent);
  const panel = document.querySelector('[role=tabpanel][data-chosen]');
  return [...names, panel?.getAttribute('aria-labelledby')];
};

it('are gone to with the arrow keys, and stay chosen while the phone is turned', async () => {
  open();
  await userEvent.click(await tab('Card'));
  await userEvent.keyboard('{ArrowRight}');
  expect(await chosen()).toEqual(['Tickets', 'tab-tickets']);
  expect(document.activeElement).toBe(await tab('Tickets'));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(await chosen()).toEqual(['Card', 'tab-card']);
  await userEvent.keyboard('{ArrowLeft}');
  expect(await chosen()).toEqual(['About', 'tab-about']);
  await userEvent.keyboard('{Home}{End}');
  expect(await chosen()).toEqual(['About', 'tab-about']);
  turn(false);
  expect([screen.queryAllByRole('tab'), screen.queryAllByRole('tabpanel')]).toEqual([[], []]);
  turn(true);
  expect(await chosen()).toEqual(['About', 'tab-about']);
  expect(document.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1);
});

it('begin with the tickets for a viewer who needs one, and their link leads back to them', async () => {
  open({ paymentRequired: true });
  await tab('Card');
  await waitFor(async () => expect(await chosen()).toEqual(['Tickets', 'tab-tickets']));
  await userEvent.click(await tab('Card'));
  const link = document.createElement('a');
  link.href = '#tickets';
  document.querySelector('[data-picture]')?.append(link);
  await userEvent.click(link);
  expect(await chosen()).toEqual(['Tickets', 'tab-tickets']);
});

it('says below the picture who fights now, and next, and leads to the card', async () => {
  open();
  const state = {
    cardTag: 'tag',
    overBoutIds: [],
    venueDelays: [{ liveStreamId: 'ring', milliseconds: 2_000 }],
  };
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const expected = { boutId: ids[1], at: at(25), earliest: at(20), latest: at(35), isPlan: false };
  await userEvent.click(await tab('About'));
  await act(async () => {
    receiveState(slug, { ...state, at: at(-9), on: [], expected: [expected] });
  });
  const strip = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 4_000 });
  expect(
    within(await strip(/^Next, Hana Kurosaki.*, in about 25 minutes, open the card$/)).getByText(/^About/),
  ).toBeDefined();
  await act(async () => {
    receiveState(slug, {
      ...state,
      at: at(-1),
      on: [{ boutId: ids[0], phase: 'round', round: 2 }],
      expected: [],
    });
  });
  // Without a picture no round is told.
  await userEvent.click(await strip(/^Now, Noor Haddad, .*Jens Okafor, blue corner, open the card$/));
  expect(await chosen()).toEqual(['Card', 'tab-card']);
  expect(document.activeElement).toBe(await tab('Card'));
});
