/** What is said of an event in the same way wherever it stands: by the client, and by the server that draws its first screen. */

export type Phase = 'upcoming' | 'live' | 'past';

/** The phase of an event or a block; the end is exclusive. */
export function phaseOf(dates: { startDate: string; endDate: string }, now: number): Phase {
  if (now < Date.parse(dates.startDate)) return 'upcoming';
  return now < Date.parse(dates.endDate) ? 'live' : 'past';
}

interface Location {
  name: string | null;
  cityName: string | null;
  countryName: string | null;
}

/** "Rotterdam Ahoy, Rotterdam": the venue and the city, or the country when there is no city. */
export function placeOf({ name, cityName, countryName }: Location) {
  return [name, cityName ?? countryName].filter(Boolean).join(', ');
}

/** A name of more than three lines in the size of the stage. */
export const isLongName = (name: string) => name.length > 48;
