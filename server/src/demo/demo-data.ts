/**
 * The data of the demo: a fight night that is live now, upcoming and past ones, one draft and one hidden. Dates
 * are relative to the start of the server, so that one event is always live, and in the evening at their venue (30.45).
 */
import type { NewAccessRow, NewBlockRow, NewEventRow, NewLiveStreamRow } from '../events/events.tables.ts';
import { atVenue, lastAtVenue, nextAtVenue } from './demo-hours.ts';
import { demoPriceId } from './demo-prices.ts';

export const demoPassword = 'Ringside-demo-1!';
/** The event that is live while the demo runs. */
export const liveDemoSlug = 'rotterdam-rumble-7';
/** The event with replays, chapters and results. */
export const pastDemoSlug = 'open-ring-ghent';
export const liveDemoId = '5f0a7c10-0001-4000-8000-000000010000';

export const demoAccounts = [
  {
    id: '5f0a7c10-0000-4000-8000-000000000001',
    email: 'admin@ringside.test',
    password: demoPassword,
    firstName: 'Demo',
    lastName: 'Administrator',
    roles: ['administrator'],
  },
  {
    id: '5f0a7c10-0000-4000-8000-000000000002',
    email: 'viewer@ringside.test',
    password: demoPassword,
    firstName: 'Demo',
    lastName: 'Viewer',
    roles: ['viewer'],
  },
  {
    id: '5f0a7c10-0000-4000-8000-000000000003',
    email: 'timekeeper@ringside.test',
    password: demoPassword,
    firstName: 'Demo',
    lastName: 'Timekeeper',
    roles: ['viewer', 'timekeeper'],
  },
  {
    // The second of the two who make a result official.
    id: '5f0a7c10-0000-4000-8000-000000000004',
    email: 'supervisor@ringside.test',
    password: demoPassword,
    firstName: 'Demo',
    lastName: 'Supervisor',
    roles: ['viewer', 'organiser'],
  },
] as const;

/** A later start changes only the dates. */
interface DemoBlock {
  block: NewBlockRow & { id: string };
  streams: Array<NewLiveStreamRow & { id: string }>;
}

export interface DemoEvent {
  event: NewEventRow & { id: string; pictureId: string };
  /** Folder of the picture in the demo assets. */
  picture: string;
  blocks: DemoBlock[];
}

const hour = 3_600_000;
const day = 24 * hour;

export function demoEvents(startedAt: Date): DemoEvent[] {
  const quarter = hour / 4;
  const anchor = Math.floor(startedAt.getTime() / quarter) * quarter;
  const inZone = (zone: string) => (days: number, clock: number) => iso(atVenue(zone, anchor, days, clock));
  const [amsterdam, brussels] = [inZone('Europe/Amsterdam'), inZone('Europe/Brussels')];
  const [oslo, berlin] = [inZone('Europe/Oslo'), inZone('Europe/Berlin')];
  return [
    liveNight(anchor),
    compose(
      2,
      'championship',
      {
        name: 'Northern Crown',
        slug: 'northern-crown',
        description: 'Sixteen fighters, one evening, one crown.',
        content: 'An eight-man tournament in two weight classes, from the quarter-finals to the crown.',
        startDate: oslo(2, 18),
        endDate: oslo(2, 22),
        timezone: 'Europe/Oslo',
        location: place('Fjordarena', 'Bergen', 'Norway'),
        status: 'public',
      },
      [
        {
          name: 'Quarter-finals',
          slug: 'quarter-finals',
          description: 'Eight fights, eight go home.',
          startDate: oslo(2, 18),
          endDate: oslo(2, 20),
          streams: ['Main camera'],
        },
        {
          name: 'Finals night',
          slug: 'finals-night',
          description: 'Semi-finals and the crown.',
          startDate: oslo(2, 20),
          endDate: oslo(2, 22),
          paymentRequired: true,
          streams: ['Main camera', 'Ringside camera'],
        },
      ],
    ),
    compose(
      3,
      'gala',
      {
        name: 'Grand Gala Antwerp',
        slug: 'grand-gala-antwerp',
        description: 'The old port, black tie and five title fights.',
        content: 'Five belts in one night. Every fight is free to watch.',
        startDate: brussels(16, 19),
        endDate: brussels(16, 23),
        timezone: 'Europe/Brussels',
        location: place('Oude Dokken', 'Antwerp', 'Belgium'),
        status: 'public',
      },
      [
        {
          name: 'Gala night',
          slug: 'gala-night',
          description: 'All five title fights.',
          startDate: brussels(16, 19),
          endDate: brussels(16, 23),
          streams: ['Main camera'],
        },
      ],
    ),
    compose(
      4,
      'open-ring',
      {
        name: 'Open Ring Ghent',
        slug: pastDemoSlug,
        description: 'Six fights of the open class. Watch them again.',
        content: 'Two sessions of three bouts, in full. Each fight is a chapter of its replay.',
        startDate: brussels(-12, 13),
        endDate: brussels(-12, 21),
        timezone: 'Europe/Brussels',
        location: place('Sporthal Noord', 'Ghent', 'Belgium'),
        status: 'public',
      },
      [
        {
          name: 'Afternoon session',
          slug: 'afternoon',
          description: 'Bouts one to three.',
          startDate: brussels(-12, 13),
          endDate: brussels(-12, 17),
          streams: ['Main camera'],
        },
        {
          name: 'Evening session',
          slug: 'evening',
          description: 'Bouts four to six.',
          startDate: brussels(-12, 18),
          endDate: brussels(-12, 21),
          paymentRequired: true,
          streams: ['Main camera'],
        },
      ],
    ),
    compose(
      5,
      'academy',
      {
        name: 'Academy Night',
        slug: 'academy-night',
        description: 'The next generation; still being planned.',
        content: null,
        startDate: amsterdam(40, 17),
        endDate: amsterdam(40, 20),
        timezone: 'Europe/Amsterdam',
        location: place('De Zaal', 'Utrecht', 'Netherlands'),
        status: 'draft',
      },
      [],
    ),
    compose(
      6,
      'underground',
      {
        name: 'Underground Sessions',
        slug: 'underground-sessions',
        description: 'Invitation only: the address of this page is the ticket.',
        content: 'No crowd, one camera, full contact.',
        startDate: berlin(-3, 20),
        endDate: berlin(-3, 22),
        timezone: 'Europe/Berlin',
        location: place('Kellerhalle', 'Berlin', 'Germany'),
        status: 'hidden',
      },
      [
        {
          name: 'The session',
          slug: 'session',
          description: 'Six rounds without an audience.',
          startDate: berlin(-3, 20),
          endDate: berlin(-3, 22),
          streams: ['Single camera'],
        },
      ],
    ),
  ];
}

function liveNight(anchor: number): DemoEvent {
  // The main card began when it last was 20:00 there, and goes on for three hours at least, but never over a second evening.
  const rotterdam = 'Europe/Amsterdam';
  const mainCardStart = lastAtVenue(rotterdam, anchor, 20);
  const mainCardEnd = nextAtVenue(rotterdam, anchor + 3 * hour, 23);
  const doors = atVenue(rotterdam, mainCardStart, 0, 18);
  const nightEnd = atVenue(rotterdam, mainCardEnd, 1, 1);
  return compose(
    1,
    'fight-night',
    {
      name: 'Rotterdam Rumble 7',
      slug: liveDemoSlug,
      description: 'Nine fights, one title, and a hall that does not sit down.',
      content: [
        '## Tonight',
        'The **lightweight title** is on the line: Noor Haddad defends against Jens Okafor over five rounds.',
        '',
        '- Undercard: four bouts under K-1 rules',
        '- Main card: four bouts and the title fight',
        '',
        'Doors open at six, the title fight is last.',
      ].join('\n'),
      startDate: iso(doors),
      endDate: iso(nightEnd),
      timezone: rotterdam,
      location: place('Havenhal', 'Rotterdam', 'Netherlands'),
      status: 'public',
    },
    [
      {
        name: 'Undercard',
        slug: 'undercard',
        description: 'Four bouts, three rounds each.',
        startDate: iso(doors),
        endDate: iso(mainCardStart),
        streams: ['Main camera'],
      },
      {
        name: 'Main card',
        slug: 'main-card',
        description: 'Four bouts and the title fight.',
        startDate: iso(mainCardStart),
        endDate: iso(mainCardEnd),
        streams: ['Main camera', 'Corner camera'],
      },
      {
        name: 'After the bell',
        slug: 'after-the-bell',
        description: 'The press room and the corners, for access holders.',
        startDate: iso(mainCardEnd),
        endDate: iso(nightEnd),
        paymentRequired: true,
        streams: ['Press room'],
      },
    ],
  );
}

const iso = (instant: number) => new Date(instant).toISOString();

/** The viewer's account has access to the whole upcoming tournament. */
export function demoAccesses(startedAt: Date): Array<NewAccessRow & { id: string }> {
  const [, crown] = demoEvents(startedAt);
  if (crown === undefined) return [];
  return [
    {
      id: '5f0a7c10-0000-4000-8000-000000000101',
      eventId: crown.event.id,
      blockId: null,
      userId: demoAccounts[1].id,
      startDate: new Date(startedAt.getTime() - day).toISOString(),
      endDate: null,
    },
  ];
}

type BlockDraft = Pick<
  NewBlockRow,
  'name' | 'slug' | 'description' | 'startDate' | 'endDate' | 'paymentRequired'
> & {
  streams: string[];
};

function compose(
  number: number,
  picture: string,
  event: Omit<NewEventRow, 'id' | 'pictureId' | 'stripePriceId'>,
  blocks: BlockDraft[],
): DemoEvent {
  const id = (kind: string, index = 0, sub = 0) =>
    `5f0a7c10-${kind}-4000-8000-${String(number * 10_000 + index * 100 + sub).padStart(12, '0')}`;
  return {
    event: { ...event, id: id('0001'), pictureId: id('0009'), stripePriceId: demoPriceId(event.slug) },
    picture,
    blocks: blocks.map(({ streams, ...block }, index) => ({
      block: {
        ...block,
        id: id('0002', index + 1),
        eventId: id('0001'),
        location: event.location,
        stripePriceId: demoPriceId(`${event.slug}/${block.slug}`),
      },
      streams: streams.map((name, sub) => ({
        id: id('0003', index + 1, sub + 1),
        blockId: id('0002', index + 1),
        videoId: 'demo',
        name,
        description: null,
        status: 'active',
        weight: sub + 1,
        // Each picture is stamped with the moment at which it plays.
        venueDelayMs: 0,
      })),
    })),
  };
}

function place(name: string, cityName: string, countryName: string) {
  return { name, address: null, cityName, countryName };
}
