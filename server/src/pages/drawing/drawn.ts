/** What a drawing needs of a competition. */
export interface Drawn {
  name: string;
  description: string | null;
  pictureId: string | null;
  startDate: string;
  endDate: string;
  location: Place;
}

interface Place {
  name: string | null;
  cityName: string | null;
  countryName: string | null;
}

/** As `phaseOf` of the client; the end is exclusive. */
export function phaseOf({ startDate, endDate }: Pick<Drawn, 'startDate' | 'endDate'>, now: Date) {
  if (now.getTime() < Date.parse(startDate)) return 'upcoming';
  return now.getTime() < Date.parse(endDate) ? 'live' : 'past';
}

/** As `placeOf` of the client. */
export function placeOf({ name, cityName, countryName }: Place): string {
  return [name, cityName ?? countryName].filter(Boolean).join(', ');
}
