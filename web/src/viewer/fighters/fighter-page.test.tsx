import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageFault } from '../../app/faults/page-fault.tsx';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signOut } from '../../test/session-cookies.ts';
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
    ).toBe('/competitions/night-b/main-card');
    expect(screen.getByRole('link', { name: 'Watch of Night c, Main card' })).toBeDefined();
  });

  it('says why a bout was cancelled, and offers nothing to watch', async () => {
    open({ bouts: [fakeFight('a', -100, { status: 'cancelled', statusReason: 'Flu.' })] });
    expect(await screen.findByText('Cancelled: Flu.')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Watch/ })).toBeNull();
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
