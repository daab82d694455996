interface Location {
  name: string | null;
  cityName: string | null;
  countryName: string | null;
}

/** "Rotterdam Ahoy, Rotterdam": the venue and the city, or the country when there is no city. */
export function placeOf({ name, cityName, countryName }: Location) {
  return [name, cityName ?? countryName].filter(Boolean).join(', ');
}
