/** What a search has found, in words. Nothing here is a result. */
import type { components } from '@ringside/openapi/schema';
import { unknownFighter } from '@ringside/rules/bout-words';
import { paths } from '../../../paths.ts';
import { countryName } from '../../bouts/bout-words.ts';

export type Hits = components['schemas']['SearchHits'];
export type FoundFighter = Hits['fighters'][number];
export type FoundBout = Hits['bouts'][number];

export const countHits = ({ fighters, bouts, competitions }: Hits) =>
  fighters.length + bouts.length + competitions.length;

/** "“The Compass” · Netherlands" */
export function fighterFacts({ nickname, countryCode }: FoundFighter): string {
  return [nickname && `“${nickname}”`, countryCode && countryName(countryCode)].filter(Boolean).join(' · ');
}

export const boutHref = ({ id, competition }: FoundBout) =>
  `${paths.competition.href(competition.slug)}#bout-${id}`;

/** "Noor Haddad v Jens Okafor" */
export function boutTitle({ red, blue }: FoundBout): string {
  return [red, blue].map((fighter) => fighter?.name ?? unknownFighter).join(' v ');
}
