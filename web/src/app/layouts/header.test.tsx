import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer } from '../../test/api-server.ts';
import { fakeItem } from '../../test/fake-competition.ts';
import { renderPage } from '../../test/render.tsx';
import type { CompetitionItem } from '../../viewer/finding/finding.queries.ts';
import type { Hits } from '../../viewer/finding/hits/hit-words.ts';
import { Header } from './header.tsx';

const server = fakeApiServer();
const list = '/api/v1/kickboxing/competitions';
const page = (
  <>
    <Header />
    <label>
      Name
      <input />
    </label>
  </>
);

let items: CompetitionItem[] = [];
let more: Partial<Hits> = {};
const hits = '/api/v1/kickboxing/search';

beforeEach(() => {
  items = [];
  more = {};
  server.on('get', hits, ({ query }) => {
    const words = query.get('q')?.toLowerCase() ?? '';
    const competitions = items.filter(({ name }) => name.toLowerCase().includes(words));
    return { status: 200, body: { fighters: [], bouts: [], competitions, ...more } };
  });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  server.on('get', list, ({ query }) => {
    const words = query.get('q')?.toLowerCase() ?? '';
    const data = items.filter(({ name }) => name.toLowerCase().includes(words));
    return { status: 200, body: { data: data.slice(0, Number(query.get('limit'))), total: data.length } };
  });
});

it('has no "Live now" while nothing is live (31.5)', async () => {
  items = [fakeItem('Crown', 50)];
  renderPage(page);
  await waitFor(() => expect(server.calls(list).length).toBe(1));
  expect(screen.queryByRole('link', { name: 'Live now' })).toBeNull();
});

it('leads to what is live (31.5)', async () => {
  items = [fakeItem('Rumble', -1), fakeItem('Crown', 50)];
  renderPage(page);
  const link = await screen.findByRole('link', { name: 'Live now' });
  expect(link.getAttribute('href')).toBe('/competitions/rumble/live');
});

it('leads to the list when several are live (31.5)', async () => {
  items = [fakeItem('Rumble', -1), fakeItem('Gala', -2)];
  renderPage(page);
  expect((await screen.findByRole('link', { name: 'Live now' })).getAttribute('href')).toBe('/#live');
});

it('marks the page that is open', () => {
  renderPage(page, '/replays');
  expect(screen.getByRole('link', { name: 'Replays' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Schedule' }).hasAttribute('aria-current')).toBe(false);
  expect(screen.getByRole('link', { name: 'Ringside, home' }).hasAttribute('aria-current')).toBe(false);
});

it('has no search beside that of the search page (31.4)', async () => {
  renderPage(<Header />, '/search');
  expect(await screen.findByRole('link', { name: 'Schedule' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Search/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Search' })).toBeNull();
});

const openSearch = async () => {
  await userEvent.keyboard('/');
  return screen.findByRole('combobox', { name: 'Search' });
};

it('opens the search with the key /, but not while somebody types (31.4)', async () => {
  renderPage(page);
  await userEvent.type(screen.getByLabelText('Name'), 'a/b');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('a/b');
  expect(screen.queryByRole('combobox')).toBeNull();
  screen.getByLabelText('Name').blur();
  const field = await openSearch();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect((field as HTMLInputElement).value).toBe('');
});

it('opens the search with Ctrl+K or Cmd+K, also while somebody types, and closes it again', async () => {
  renderPage(page);
  const press = (init: object) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', code: 'KeyK', ...init });
  await userEvent.type(screen.getByLabelText('Name'), 'a');
  for (const init of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }])
    expect(press(init)).toBe(true);
  expect(press({ ctrlKey: true })).toBe(false);
  const field = await screen.findByRole('combobox', { name: 'Search' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(press({ metaKey: true, key: 'л' })).toBe(false);
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Search/ }));
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  expect(press({ ctrlKey: true })).toBe(true);
  dialog.remove();
});

it('opens the search with the key / of an Arabic keyboard, and leaves Enter to a composition', async () => {
  const router = renderPage(page);
  fireEvent.keyDown(document.body, { key: 'ظ', code: 'Slash' });
  const field = await screen.findByRole('combobox', { name: 'Search' });
  await userEvent.type(field, 'むえ');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect((field as HTMLInputElement).value).toBe('むえ');
  expect(router.state.location.pathname).toBe('/');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
});

it('suggests as one types, and follows the arrow keys and Enter', async () => {
  items = [fakeItem('Rumble 7', -1), fakeItem('Rumble 6', -300), fakeItem('Gala', 9)];
  renderPage(page);
  const field = await openSearch();
  await userEvent.type(field, 'rumb');
  await screen.findByRole('option', { name: 'See all results' });
  await screen.findByRole('option', { name: /Rumble 6/ });
  const options = screen.getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Rumble 7'),
    expect.stringMatching(/Rumble 6.*· Replay$/),
    'See all results',
  ]);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('2 results')).toBeDefined();
  // Asked once, for the whole word.
  expect(server.calls(hits).flatMap(({ query }) => query.get('q') ?? [])).toEqual(['', 'rumb']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  expect(options[1]?.getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(field.getAttribute('aria-activedescendant')).toBe(options[2]?.id);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(await screen.findByText('another page')).toBeDefined();
});

it('groups fighters, fights and nights, in the order of the keys', async () => {
  const fighter = (name: string) => ({
    id: name,
    slug: name.toLowerCase(),
    name,
    nickname: 'The Compass',
    countryCode: 'NL',
    pictureId: null,
  });
  const night = fakeItem('Gala', 9);
  more = {
    fighters: [fighter('Noor')],
    bouts: [
      {
        id: 'b1',
        red: fighter('Noor'),
        blue: null,
        title: null,
        weightClass: null,
        status: 'cancelled',
        competition: night,
        block: night,
      },
    ],
  };
  items = [night];
  const { state } = renderPage(page);
  const field = await openSearch();
  // Three suggestions, before a letter is typed.
  expect(await screen.findByText('You might look for')).toBeDefined();
  expect(screen.getAllByRole('option')).toHaveLength(3);
  await userEvent.type(field, 'gala');
  await screen.findByRole('option', { name: 'See all results' });
  expect(screen.queryByText('You might look for')).toBeNull();
  const groups = screen
    .getAllByRole('group')
    .map((group) => [within(group).getByRole('option').getAttribute('href'), group.textContent]);
  expect(groups).toEqual([
    ['/fighters/noor', expect.stringMatching(/^FightersNoor“The Compass” · Netherlands$/)],
    ['/competitions/gala#bout-b1', expect.stringMatching(/^FightsNoor v To be announced.*Gala · Cancelled$/)],
    ['/competitions/gala', expect.stringMatching(/^NightsGala/)],
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'))).toEqual([
    'false',
    'true',
    'false',
    'false',
  ]);
  expect(state.location.pathname).toBe('/');
});

it('goes to the search page with Enter, and away with Escape', async () => {
  renderPage(page);
  const field = await openSearch();
  await userEvent.type(field, 'nothing at all');
  expect(await screen.findByText('Nothing found for “nothing at all”')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  expect((field as HTMLInputElement).value).toBe('');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Search/ }));
});
