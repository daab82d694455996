/** Countries, as people write them and as they are stored. */
import type { components } from '@ringside/openapi/schema';

export type CountryCode = NonNullable<components['schemas']['CountryCode']>;

/** The countries of the contract. */
export const countryCodes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
  'BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ' +
  'ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT ' +
  'HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI ' +
  'NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
  'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ') as CountryCode[];

const englishNames = new Intl.DisplayNames('en', { type: 'region' });
/** What is written more often than the official name. */
const otherNames: Record<string, CountryCode> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  holland: 'NL',
  'the netherlands': 'NL',
  turkey: 'TR',
  'czech republic': 'CZ',
};

const byName = new Map<string, CountryCode>([
  ...countryCodes.map((code) => [fold(englishNames.of(code) ?? code), code] as const),
  ...countryCodes.map((code) => [code.toLowerCase(), code] as const),
  ...Object.entries(otherNames),
]);

/** @param text two letters of ISO 3166-1, or the English name. @returns undefined for what is neither. */
export function countryCodeOf(text: string): CountryCode | undefined {
  return byName.get(fold(text));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
