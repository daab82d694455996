/**
 * The data of the demo: a fight night that is live now, upcoming and past ones, one draft and one hidden. Dates
 * are relative to the start of the server, so that one event is always live.
 */
import type { NewAccessRow, NewBlockRow, NewEventRow, NewLiveStreamRow } from '../events/events.tables.ts';

export const demoPassword = 'Ringside-demo-1!';
/** The event that is live while the demo runs. */
export const liveDemoSlug = 'rotterdam-rumble-7';

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
  const at = (offset: number) => new Date(anchor + offset).toISOString();
  const evening = (days: number, clock: number) => {
    const midnight = Math.floor(anchor / day) * day;
    return new Date(midnight + days * day + clock * hour).toISOString();
  };

  return [
    compose(
      1,
      'fight-night',
      {
        name: 'Rotterdam Rumble 7',
        slug: liveDemoSlug,
        description: 'Eight fights, one title, and a hall that does not sit down.',
        content: [
          '## Tonight',
          'The **lightweight title** is on the line: Noor Haddad defends against Jens Okafor over five rounds.',
          '',
          '- Undercard: four bouts under K-1 rules',
          '- Main card: three bouts and the title fight',
          '',
          'Doors open an hour before the first bell.',
        ].join('\n'),
        startDate: at(-3 * hour),
        endDate: at(12 * hour),
        timezone: 'Europe/Amsterdam',
        location: place('Havenhal', 'Rotterdam', 'Netherlands'),
        status: 'public',
      },
      [
        {
          name: 'Undercard',
          slug: 'undercard',
          description: 'Four bouts, three rounds each.',
          startDate: at(-3 * hour),
          endDate: at(-hour),
          streams: ['Main camera'],
        },
        {
          name: 'Main card',
          slug: 'main-card',
          description: 'Three bouts and the title fight.',
          startDate: at(-hour),
          endDate: at(10 * hour),
          streams: ['Main camera', 'Corner camera'],
        },
        {
          name: 'After the bell',
          slug: 'after-the-bell',
          description: 'The press room and the corners, for access holders.',
          startDate: at(10 * hour),
          endDate: at(12 * hour),
          paymentRequired: true,
          streams: ['Press room'],
        },
      ],
    ),
    compose(
      2,
      'championship',
      {
        name: 'Northern Crown',
        slug: 'northern-crown',
        description: 'Sixteen fighters, one evening, one crown.',
        content: 'An eight-man tournament in two weight classes, from the quarter-finals to the crown.',
        startDate: evening(2, 18),
        endDate: evening(2, 22),
        timezone: 'Europe/Oslo',
        location: place('Fjordarena', 'Bergen', 'Norway'),
        status: 'public',
      },
      [
        {
          name: 'Quarter-finals',
          slug: 'quarter-finals',
          description: 'Eight fights, eight go home.',
          startDate: evening(2, 18),
          endDate: evening(2, 20),
          streams: ['Main camera'],
        },
        {
          name: 'Finals night',
          slug: 'finals-night',
          description: 'Semi-finals and the crown.',
          startDate: evening(2, 20),
          endDate: evening(2, 22),
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
        startDate: evening(16, 19),
        endDate: evening(16, 23),
        timezone: 'Europe/Brussels',
        location: place('Oude Dokken', 'Antwerp', 'Belgium'),
        status: 'public',
      },
      [
        {
          name: 'Gala night',
          slug: 'gala-night',
          description: 'All five title fights.',
          startDate: evening(16, 19),
          endDate: evening(16, 23),
          streams: ['Main camera'],
        },
      ],
    ),
    compose(
      4,
      'open-ring',
      {
        name: 'Open Ring Ghent',
        slug: 'open-ring-ghent',
        description: 'Amateurs and first-time pros. Watch it again.',
        content: 'Twelve bouts of the open class, in full.',
        startDate: evening(-12, 13),
        endDate: evening(-12, 21),
        timezone: 'Europe/Brussels',
        location: place('Sporthal Noord', 'Ghent', 'Belgium'),
        status: 'public',
      },
      [
        {
          name: 'Afternoon session',
          slug: 'afternoon',
          description: 'Bouts one to seven.',
          startDate: evening(-12, 13),
          endDate: evening(-12, 17),
          streams: ['Main camera'],
        },
        {
          name: 'Evening session',
          slug: 'evening',
          description: 'Bouts eight to twelve.',
          startDate: evening(-12, 18),
          endDate: evening(-12, 21),
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
        startDate: evening(40, 17),
        endDate: evening(40, 20),
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
        description: 'Invitation only: whoever has the address is in.',
        content: 'No crowd, one camera, full contact.',
        startDate: evening(-3, 20),
        endDate: evening(-3, 22),
        timezone: 'Europe/Berlin',
        location: place('Kellerhalle', 'Berlin', 'Germany'),
        status: 'hidden',
      },
      [
        {
          name: 'The session',
          slug: 'session',
          description: 'Six rounds without an audience.',
          startDate: evening(-3, 20),
          endDate: evening(-3, 22),
          streams: ['Single camera'],
        },
      ],
    ),
  ];
}

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
    event: { ...event, id: id('0001'), pictureId: id('0009'), stripePriceId: null },
    picture,
    blocks: blocks.map(({ streams, ...block }, index) => ({
      block: {
        ...block,
        id: id('0002', index + 1),
        eventId: id('0001'),
        location: event.location,
        stripePriceId: null,
      },
      streams: streams.map((name, sub) => ({
        id: id('0003', index + 1, sub + 1),
        blockId: id('0002', index + 1),
        videoId: 'demo',
        name,
        description: null,
        status: 'active',
        weight: sub + 1,
      })),
    })),
  };
}

function place(name: string, cityName: string, countryName: string) {
  return { name, address: null, cityName, countryName };
}
