import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageFault } from '../../app/faults/page-fault.tsx';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signOut } from '../../test/session-cookies.ts';
import { choose } from '../bouts/results/results-choice.ts';
import FighterPage from './fighter-page.tsx';
import type { Fighter, FighterBout } from './fighters.queries.ts';

const server = fakeApiServer();
const api = '/api/v1/kickboxing/fighters/{fighterId}';
beforeEach(signOut);

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

function fakeFight(id: string, from: number, change: Partial<FighterBout> = {}): FighterBout {
  return {
    id,
    corner: 'red',
    opponent: {
      id,
      slug: 'jens-okafor',
      name: `Jens ${id}`,
      nickname: null,
      countryCode: 'DE',
      pictureId: null,
    },
    weightClass: 'Lightweight',
    weightLimitKg: 70,
    isCatchweight: false,
    rounds: 3,
    roundSeconds: 180,
    title: null,
    status: 'announced',
    statusReason: null,
    competition: { id, slug: `night-${id}`, name: `Night ${id}`, timezone: 'Europe/Amsterdam' },
    block: { id, slug: 'main-card', name: 'Main card', startDate: hours(from), endDate: hours(from + 2) },
    ...change,
  };
}

function open(change: Partial<Fighter> = {}) {
  const body: Fighter = {
    id: 'noor',
    slug: 'noor-haddad',
    name: 'Noor Haddad',
    nickname: null,
    countryCode: null,
    pictureId: null,
    birthDate: null,
    heightCm: null,
    reachCm: null,
    stance: null,
    gym: null,
    record: null,
    bouts: [],
    ...change,
  };
  server.on('get', api, { status: 200, body });
  show();
}

const show = () =>
  renderRoutes(
    [{ path: '/fighters/:fighterSlug', element: <FighterPage />, ErrorBoundary: PageFault }],
    '/fighters/noor-haddad',
  );

const namesIn = async (region: string) =>
  within(await screen.findByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

describe('the page of a fighter', () => {
  it('has what is known, and the record as that before Ringside', async () => {
    open({
      nickname: 'The Compass',
      countryCode: 'NL',
      heightCm: 181,
      stance: 'southpaw',
      birthDate: '1999-03-14',
      record: { wins: 21, losses: 3, draws: 1, noContests: 0, knockouts: 1, countedUntil: '2026-08-31' },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Noor Haddad' })).toBeDefined();
    expect(screen.getByText('“The Compass”')).toBeDefined();
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['Record before Ringside', 'Country', 'Age', 'Height', 'Stance']);
    const [record, country, age, ...rest] = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(record).toMatch(/^21-3-11 win by knockout, until .*31/);
    expect([country, ...rest]).toEqual(['Netherlands', '181 cm', 'Southpaw']);
    expect(Number(age)).toBeGreaterThan(26);
    expect(screen.getByText('No fight of Noor Haddad is announced.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Past fights' })).toBeNull();
  });

  it('begins with the soonest fight to come, and with the latest that is over', async () => {
    open({
      bouts: [
        fakeFight('d', 500),
        fakeFight('c', -1),
        fakeFight('b', -100),
        fakeFight('a', -900, { opponent: null }),
      ],
    });
    expect(await namesIn('Next fights')).toEqual(['v Jens c', 'v Jens d']);
    expect(await namesIn('Past fights')).toEqual(['v Jens b', 'v To be announced']);
    expect(screen.getByText('Live')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Night b' }).getAttribute('href')).toBe(
      '/competitions/night-b#bout-b',
    );
    expect(screen.getByRole('link', { name: 'Jens b' }).getAttribute('href')).toBe('/fighters/jens-okafor');
    expect(
      screen.getByRole('link', { name: 'Watch the replay of Night b, Main card' }).getAttribute('href'),
    ).toBe('/competitions/night-b/main-card#bout-b');
    expect(screen.getByRole('link', { name: 'Watch of Night c, Main card' })).toBeDefined();
  });

  it('says why a bout was cancelled, and offers nothing to watch', async () => {
    open({ bouts: [fakeFight('a', -100, { status: 'cancelled', statusReason: 'Flu.' })] });
    expect(await screen.findByText('Cancelled: Flu.')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Watch/ })).toBeNull();
  });

  describe('how fights ended', () => {
    const results = '/api/v1/kickboxing/competitions/{competitionId}/results';
    const fought = (id: string, name: string) => ({ id, slug: id, name });
    const result = (boutId: string, change: object = {}) => ({
      boutId,
      blockId: boutId,
      version: 1,
      updatedAt: hours(-90),
      red: fought('noor', 'Noor Haddad'),
      blue: fought('jens', 'Jens Okafor'),
      winner: 'red' as const,
      method: 'ko' as const,
      round: 2,
      seconds: 94,
      scorecards: [],
      note: null,
      ...change,
    });
    const asked = () => server.calls().filter(({ path }) => /results$|record$/.test(path));
    const answer = () => {
      server.on('get', results, ({ path }) => {
        const boutId = path.split('/').at(-2)?.replace('night-', '') ?? '';
        return { status: 200, body: { data: [result(boutId)], total: 1 } };
      });
      server.on('get', `${api}/record`, {
        status: 200,
        body: {
          ...fought('noor', 'Noor Haddad'),
          fighterId: 'noor',
          before: null,
          record: { wins: 22, losses: 3, draws: 1, noContests: 0, knockouts: 2, countedUntil: null },
        },
      });
    };

    it('is hidden, and a press shows one', async () => {
      answer();
      open({
        bouts: [
          fakeFight('one', -100),
          fakeFight('two', -200),
          fakeFight('flu', -300, { status: 'cancelled' }),
        ],
      });
      const [first] = await screen.findAllByRole('button', { name: /^Show this result/ });
      expect(screen.getAllByRole('button', { name: /^Show this result/ })).toHaveLength(2);
      expect(asked()).toEqual([]);
      await userEvent.click(first as HTMLElement);
      const words = await screen.findByText('Won: KO, round 2, 1:34');
      expect(document.activeElement).toBe(words);
      expect(asked().map(({ path }) => path.split('/').at(-2))).toEqual(['night-one']);
    });

    it('is shown for events whose results the viewer wants; the record when these are all', async () => {
      answer();
      choose('three', 'shown');
      open({ bouts: [fakeFight('three', -100, { corner: 'blue' }), fakeFight('four', -200)] });
      // Another fighter stood in the corner that is theirs on the card.
      expect(await screen.findByText('Noor Haddad won: KO, round 2, 1:34')).toBeDefined();
      expect(screen.getByRole('button', { name: 'Show the record with Ringside' })).toBeDefined();
      act(() => choose('four', 'shown'));
      expect(await screen.findByText('Won: KO, round 2, 1:34')).toBeDefined();
      expect(await screen.findByText('22-3-1')).toBeDefined();
    });

    it('is asked of ten events at once, and of others by a press', async () => {
      answer();
      const ids = Array.from({ length: 12 }, (_, index) => `many-${index}`);
      for (const id of ids) choose(id, 'shown');
      open({ bouts: ids.map((id, index) => fakeFight(id, -100 - index)) });
      await waitFor(() => expect(screen.getAllByText('Won: KO, round 2, 1:34')).toHaveLength(10));
      const [eleventh] = screen.getAllByRole('button', { name: /^Show this result/ });
      await userEvent.click(eleventh as HTMLElement);
      await waitFor(() => expect(screen.getAllByText('Won: KO, round 2, 1:34')).toHaveLength(11));
    });
  });

  it('is missing for a fighter who is on no card', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.on('get', api, {
      status: 404,
      body: problemBody({ status: 404, type: '/problems/not-found', title: 'Not Found' }),
    });
    show();
    expect(
      await screen.findByRole('heading', { name: 'Page Not Found: /fighters/noor-haddad' }),
    ).toBeDefined();
  });
});
