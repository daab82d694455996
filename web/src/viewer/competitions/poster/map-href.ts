import type { Competition } from '../competition-types.ts';

/** The place on OpenStreetMap, by its words; undefined where no place is known. A country alone is no place. Pure. */
export function mapHref({ name, address, cityName, countryName }: Competition['location']) {
  if (!(name || address || cityName)) return undefined;
  const words = [name, address, cityName, countryName].filter(Boolean).join(', ');
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: words })}`;
}
