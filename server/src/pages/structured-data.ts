/** Events in the vocabulary of schema.org, for search engines. Pure. */
import type { PageContext } from './page.ts';
import { boutEvent, type ListedBout } from './structured-fighters.ts';

interface Place {
  name: string | null;
  address: string | null;
  cityName: string | null;
  countryName: string | null;
}

interface Listed {
  name: string;
  slug: string;
  description: string | null;
  startDate: string;
  endDate: string;
  location: Place;
  pictureId: string | null;
}

interface Block {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  startDate: string;
  endDate: string;
  location: Place;
  paymentRequired: boolean;
  liveStreams?: ReadonlyArray<{ status: string }>;
}

const context = 'https://schema.org';

export const competitionPath = (slug: string) => `/competitions/${encodeURIComponent(slug)}`;

/** A competition with its blocks, their broadcasts and their bouts. */
export function sportsEvent(
  competition: Listed & { blocks?: readonly Block[] },
  bouts: readonly ListedBout[],
  { origin, siteName }: PageContext,
): object {
  const { name, slug, description, startDate, endDate, location, pictureId, blocks = [] } = competition;
  const url = `${origin}${competitionPath(slug)}`;
  const image = pictureId ? `${origin}/media/pictures/${pictureId}/1280.jpg` : `${origin}/og.jpg`;
  return {
    '@context': context,
    '@type': 'SportsEvent',
    '@id': url,
    url,
    name,
    startDate,
    endDate,
    image,
    sport: 'Kickboxing',
    ...(description ? { description } : {}),
    eventStatus: `${context}/EventScheduled`,
    ...attendance(location, url),
    organizer: { '@type': 'Organization', name: siteName, url: `${origin}/` },
    ...(blocks.length > 0
      ? {
          subEvent: blocks.map((block) => blockEvent(block, bouts, { place: location, parent: url, origin })),
        }
      : {}),
  };
}

interface Whole {
  place: Place;
  /** The address of the competition. */
  parent: string;
  origin: string;
}

function blockEvent(block: Block, bouts: readonly ListedBout[], { place, parent, origin }: Whole): object {
  const { id, name, slug, description, startDate, endDate, paymentRequired, liveStreams = [] } = block;
  const url = `${parent}/${encodeURIComponent(slug)}`;
  const isBroadcast = liveStreams.some(({ status }) => status === 'active');
  const where = attendance(isNowhere(block.location) ? place : block.location, url);
  const broadcast = {
    '@type': 'BroadcastEvent',
    url,
    name,
    startDate,
    endDate,
    isLiveBroadcast: true,
    isAccessibleForFree: !paymentRequired,
    broadcastOfEvent: { '@id': url },
  };
  const fights = bouts
    .filter(({ blockId }) => blockId === id)
    .map((bout) =>
      boutEvent(bout, {
        parent,
        origin,
        shared: { startDate, endDate, superEvent: { '@id': url }, ...where },
      }),
    );
  const subEvent = [...(isBroadcast ? [broadcast] : []), ...fights];
  return {
    '@type': 'SportsEvent',
    '@id': url,
    url,
    name,
    startDate,
    endDate,
    ...(description ? { description } : {}),
    superEvent: { '@id': parent },
    ...where,
    ...(subEvent.length > 0 ? { subEvent } : {}),
  };
}

/** In the hall, where one is known, and online. */
function attendance(place: Place, url: string): object {
  const online = { '@type': 'VirtualLocation', url };
  if (isNowhere(place))
    return { eventAttendanceMode: `${context}/OnlineEventAttendanceMode`, location: online };
  const { name, address, cityName, countryName } = place;
  const hall = {
    '@type': 'Place',
    name: name ?? cityName ?? countryName ?? address,
    address: {
      '@type': 'PostalAddress',
      ...(address ? { streetAddress: address } : {}),
      ...(cityName ? { addressLocality: cityName } : {}),
      ...(countryName ? { addressCountry: countryName } : {}),
    },
  };
  return { eventAttendanceMode: `${context}/MixedEventAttendanceMode`, location: [hall, online] };
}

function isNowhere({ name, address, cityName, countryName }: Place): boolean {
  return !(name || address || cityName || countryName);
}

/** The site, and the competitions that its home page shows first. */
export function website(competitions: readonly Listed[], { origin, siteName }: PageContext): object[] {
  const items = competitions.map(({ name, slug }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: `${origin}${competitionPath(slug)}`,
  }));
  const site = { '@context': context, '@type': 'WebSite', name: siteName, url: `${origin}/` };
  return items.length === 0
    ? [site]
    : [site, { '@context': context, '@type': 'ItemList', itemListElement: items }];
}
