/** Test data of competitions; times are relative to now. */
import type { Block, Competition, LiveStream } from '../viewer/competitions/competition-types.ts';
import type { CompetitionItem } from '../viewer/finding/finding.queries.ts';

const hourMs = 3_600_000;
const emptyLocation = { name: null, address: null, cityName: null, countryName: null };

export function fakeStream(change: Partial<LiveStream> = {}): LiveStream {
  return {
    id: 'stream-1',
    name: 'Main camera',
    description: null,
    status: 'active',
    weight: 1,
    broadcast: null,
    hasReplay: true,
    ...change,
  };
}

interface BlockHours {
  from: number;
  to: number;
}

/** A block that begins and ends this many hours from now. */
export function fakeBlock(name: string, { from, to }: BlockHours, change: Partial<Block> = {}): Block {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    id: `${slug}-id`,
    name,
    slug,
    description: null,
    startDate: at(from),
    endDate: at(to),
    location: emptyLocation,
    paymentRequired: false,
    stripePriceId: null,
    liveStreams: [fakeStream({ id: `${slug}-stream` })],
    ...change,
  };
}

export function fakeCompetition(blocks: Block[], change: Partial<Competition> = {}): Competition {
  return {
    id: 'rumble-id',
    name: 'Rotterdam Rumble 7',
    slug: 'rotterdam-rumble-7',
    description: null,
    content: null,
    contentHtml: null,
    startDate: blocks[0]?.startDate ?? new Date().toISOString(),
    endDate: blocks.at(-1)?.endDate ?? new Date().toISOString(),
    timezone: 'Europe/Amsterdam',
    location: { ...emptyLocation, name: 'Havenhal', cityName: 'Rotterdam' },
    pictureId: null,
    status: 'public',
    stripePriceId: null,
    banner: { text: null, since: null },
    featuredStreamId: null,
    blocks,
    ...change,
  };
}

/** A competition of a list, four hours long. */
export function fakeItem(
  name: string,
  startsInHours: number,
  change: Partial<CompetitionItem> = {},
): CompetitionItem {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    id: `${slug}-id`,
    name,
    slug,
    description: `${name} in words`,
    startDate: at(startsInHours),
    endDate: at(startsInHours + 4),
    timezone: 'Europe/Amsterdam',
    location: { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null },
    pictureId: null,
    ...change,
  };
}
