/** Fighters and bouts in the vocabulary of schema.org, for search engines. Nothing here tells a result. Pure. */
import type { PageContext } from './page.ts';

interface Named {
  name: string;
  slug: string;
}

interface Fighter extends Named {
  nickname: string | null;
  countryCode: string | null;
  birthDate: string | null;
  heightCm: number | null;
  gym: string | null;
  pictureId: string | null;
}

export interface ListedBout {
  id: string;
  blockId: string;
  title: string | null;
  status: 'announced' | 'cancelled' | 'replaced';
  red: { fighter: Named | null };
  blue: { fighter: Named | null };
}

const context = 'https://schema.org';
const countries = new Intl.DisplayNames('en', { type: 'region' });

export const fighterPath = (slug: string) => `/fighters/${encodeURIComponent(slug)}`;
export const countryName = (code: string) => countries.of(code) ?? code;

export function person(fighter: Fighter, { origin }: PageContext): object {
  const { name, slug, nickname, countryCode, birthDate, heightCm, gym, pictureId } = fighter;
  const url = `${origin}${fighterPath(slug)}`;
  return {
    '@context': context,
    '@type': 'Person',
    '@id': url,
    url,
    name,
    jobTitle: 'Kickboxer',
    ...(nickname ? { alternateName: nickname } : {}),
    ...(pictureId ? { image: `${origin}/media/pictures/${pictureId}/960.jpg` } : {}),
    ...(countryCode ? { nationality: { '@type': 'Country', name: countryName(countryCode) } } : {}),
    ...(birthDate ? { birthDate } : {}),
    ...(heightCm ? { height: { '@type': 'QuantitativeValue', value: heightCm, unitCode: 'CMT' } } : {}),
    ...(gym ? { affiliation: { '@type': 'SportsOrganization', name: gym } } : {}),
  };
}

interface Part {
  /** Of the competition, and the origin of its fighters. */
  parent: string;
  origin: string;
  /** What a bout shares with its block: dates and place. */
  shared: object;
}

/** A bout of a block, with those of its fighters who are known. */
export function boutEvent(bout: ListedBout, { parent, origin, shared }: Part): object {
  const url = `${parent}#bout-${bout.id}`;
  const fighters = [bout.red.fighter, bout.blue.fighter].filter((fighter) => fighter !== null);
  const names = [bout.red, bout.blue].map(({ fighter }) => fighter?.name ?? 'To be announced');
  const competitor = fighters.map(({ name, slug }) => {
    const page = `${origin}${fighterPath(slug)}`;
    return { '@type': 'Person', '@id': page, url: page, name };
  });
  return {
    '@type': 'SportsEvent',
    '@id': url,
    url,
    name: names.join(' v '),
    sport: 'Kickboxing',
    ...shared,
    ...(bout.title ? { description: bout.title } : {}),
    eventStatus: `${context}/${bout.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    ...(competitor.length > 0 ? { competitor } : {}),
  };
}
