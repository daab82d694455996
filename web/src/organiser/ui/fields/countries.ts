import { type CountryCode, countryCodes } from '@ringside/rules/countries';
import { locales } from '../../../ui/locales.ts';

export type { CountryCode };

const names = new Intl.DisplayNames(locales, { type: 'region' });

/** "Netherlands" for `NL`. */
export function countryName(code: string) {
  return names.of(code) ?? code;
}

/** All countries by their names. */
export function countryOptions() {
  return countryCodes
    .map((value) => ({ value: value as string, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
