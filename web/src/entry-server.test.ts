/** The public pages as the server renders them, without a browser (docs/product.md, 39.5 to 39.8). */
import { foundLists, homeLists, splitInstant } from '@ringside/rules/home-lists';
import { describe, expect, it } from 'vitest';
import type { Answer } from './api/page-data.ts';
import { renderPage } from './entry-server.tsx';

const at = Date.parse('2026-11-26T20:00:00Z');
const hour = (hours: number) => new Date(at + hours * 3_600_000).toISOString();
const listPath = '/api/v1/kickboxing/competitions';
const detailPath = `${listPath}/{competitionId}`;

const live = { startDate: hour(-1), endDate: hour(3) };
const next = { startDate: hour(30), endDate: hour(35) };
const over = { startDate: hour(-30), endDate: hour(-26) };
const place = { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: 'Netherlands' };

function competition(name: string, change: object = {}) {
  return {
    id: name,
    name,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    description: 'Eight fights.',
    pictureId: null,
    timezone: 'Europe/Amsterdam',
    location: place,
    status: 'public',
    stripePriceId: null,
    contentHtml: null,
    banner: { text: null, since: null },
    featuredStreamId: null,
    blocks: [],
    ...live,
    ...change,
  };
}

const block = (name: string, change: object = {}) => ({
  id: name,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  description: null,
  location: place,
  paymentRequired: false,
  stripePriceId: null,
  liveStreams: [],
  ...live,
  ...change,
});
const camera = {
  id: 'camera',
  name: 'Main camera',
  status: 'active',
  weight: 1,
  broadcast: null,
  type: 'live',
};

const render = async (url: string, answers: Answer[]) =>
  (await renderPage({ url, at, siteName: 'Fight & Night', answers })).html;
const listOf = (data: object[]) => ({ data, total: data.length });

function home(current: object[], past: object[] = []) {
  const lists = homeLists(splitInstant(at));
  return render('/', [
    { path: listPath, params: { query: lists.current }, body: listOf(current) },
    { path: listPath, params: { query: lists.past }, body: listOf(past) },
  ]);
}

const detail = (url: string, body: ReturnType<typeof competition>) =>
  render(url, [{ path: detailPath, params: { path: { competitionId: body.slug } }, body }]);

describe('home', () => {
  it('has the live event, else the next one, else the latest replay, with working links', async () => {
    const now = await home([competition('Right now'), competition('To come', next)]);
    expect(now).toMatch(
      /Live<\/span>.*<h1[^>]*>Right now<\/h1>.*href="\/competitions\/right-now\/live".*Watch live/s,
    );
    expect(now).toMatch(/<h2[^>]*>.*Upcoming.*To come/s);
    const soon = await home([competition('To come', next)]);
    expect(soon).toMatch(/Next up.*<h1[^>]*>To come<\/h1>.*role="timer".*href="\/competitions\/to-come"/s);
    expect(soon).not.toContain('Watch live');
    expect(await home([], [competition('Long ago', over)])).toMatch(/Latest replay.*Long ago/s);
    expect(await home([])).toContain('No fight nights yet');
  });

  it('has the times of the hall in the words of the site, and the name of the site', async () => {
    const tokyo = competition('Gala Tokyo', { ...next, timezone: 'Asia/Tokyo' });
    const html = await home([tokyo]);
    // 2:00 UTC of the 28th.
    expect(html).toContain('Sat, 28 Nov 2026, 11:00');
    expect(html).not.toContain('at the venue');
    expect(html).toMatch(/Fight &amp; Night(<!-- -->)?: kickboxing, live and on demand\./);
  });

  it('begins with the page: title and preload links stand in the head of the server', async () => {
    expect(await home([competition('Right now', { pictureId: '5f0a7c10' })])).toMatch(/^<div/);
  });
});

describe('a fighter', () => {
  it('is whole without a script, in the words of the site', async () => {
    const bout = {
      id: 'b1',
      corner: 'red',
      opponent: { slug: 'jens-okafor', name: 'Jens Okafor', pictureId: null },
      rounds: 3,
      roundSeconds: 180,
      status: 'announced',
      competition: { slug: 'gala-tokyo', name: 'Gala Tokyo', timezone: 'Asia/Tokyo' },
      block: { slug: 'main', name: 'Main card', ...next },
    };
    const birthDate = '1999-11-27';
    const record = { wins: 2, losses: 1, draws: 0, noContests: 0, knockouts: 1, countedUntil: '2026-08-31' };
    const html = await render('/fighters/noor-haddad', [
      {
        path: '/api/v1/kickboxing/fighters/{fighterId}',
        params: { path: { fighterId: 'noor-haddad' } },
        body: { name: 'Noor Haddad', slug: 'noor-haddad', birthDate, record, bouts: [bout] },
      },
    ]);
    expect(html).toMatch(
      /<h1[^>]*>Noor Haddad<\/h1>.*until Mon, 31 Aug 2026.*<dd[^>]*>26<\/dd>.*Next fight/s,
    );
    // 2:00 UTC of the 28th.
    expect(html).toMatch(
      /href="\/fighters\/jens-okafor".*Sat, 28 Nov 2026.*href="\/competitions\/gala-tokyo#bout-b1"/s,
    );
    expect(html).not.toContain('Past fights');
  });
});

describe('lists', () => {
  it('have each event on the day and the clock of its hall', async () => {
    const { whole, list } = foundLists(splitInstant(at)).schedule;
    const items = [competition('Now'), competition('Gala Tokyo', { ...next, timezone: 'Asia/Tokyo' })];
    const html = await render('/schedule', [
      { path: listPath, params: { query: list }, body: listOf(items) },
      {
        path: '/api/v1/kickboxing/competition-facets',
        params: { query: { filter: whole } },
        body: { years: [], cities: [], prices: { free: 2, paid: 0 } },
      },
    ]);
    expect(html).toMatch(
      /Times are on the clock of each hall.*Live now.*20:00.*Now.*Tomorrow.*28 Nov.*11:00.*Gala Tokyo/s,
    );
  });
});

describe('a competition', () => {
  it('has its poster, its banner and its card', async () => {
    const html = await detail(
      '/competitions/rumble-7',
      competition('Rumble 7', {
        banner: { text: 'Doors at six', since: hour(-2) },
        blocks: [block('Undercard', { liveStreams: [camera] }), block('Main card', next)],
      }),
    );
    expect(html).toMatch(/Doors at six.*<h1[^>]*>Rumble 7<\/h1>.*Eight fights\..*Undercard.*Main card/s);
    expect(html).toContain('href="/competitions/rumble-7/undercard"');
  });

  it('cannot be left by hostile text of any length', async () => {
    const hostile = `</h1></div><script>alert(1)</script><img src=x onerror=alert(1)>" onload="x &lt;`.repeat(
      60,
    );
    const html = await detail(
      '/competitions/hostile',
      competition('Hostile', {
        name: hostile,
        slug: 'hostile',
        description: hostile,
        banner: { text: hostile, since: hour(-1) },
        location: { name: hostile, address: hostile, cityName: hostile, countryName: hostile },
        blocks: [block('Main card', { name: hostile, description: hostile })],
      }),
    );
    expect(html.length).toBeGreaterThan(20_000);
    expect(html).not.toMatch(/<script|<img src=x|" onload=/);
    expect(html.match(/<div/g)?.length).toBe(html.match(/<\/div/g)?.length);
  });
});

describe('a watch page', () => {
  const night = (change: object) =>
    competition('Rumble 7', { blocks: [block('Main card', { liveStreams: [camera], ...change })] });

  it('is a way in, with the card, and no video', async () => {
    for (const url of ['/competitions/rumble-7/live', '/competitions/rumble-7/main-card']) {
      const html = await detail(url, night({}));
      expect(html).toMatch(
        /Watch free.*e-mail address and a password.*I have an account.*<h1[^>]*>Main card<\/h1>.*The card/s,
      );
      expect(html).not.toContain('<video');
    }
  });

  it('before its block counts down, on the clock of the hall', async () => {
    const html = await detail('/competitions/rumble-7/main-card', night({ ...next, liveStreams: [] }));
    expect(html).toContain('Sat, 28 Nov 2026, 03:00');
    expect(html).toContain('Starts in');
  });

  it('tells no more of a replay than that there is one', async () => {
    const html = await detail('/competitions/rumble-7/main-card', night(over));
    expect(html).toContain('Replay');
    expect(html).not.toMatch(/\d+ min|duration/i);
  });
});

it('fails for a page that is not there, so that nobody gets the rendering of an error', async () => {
  await expect(render('/no/such/page', [])).rejects.toThrow('Page Not Found');
});

it('leaves nothing behind: one visitor finds nothing of another', async () => {
  await home([competition('Only this once')]);
  expect(await home([])).not.toContain('Only this once');
});
