import contract from '@ringside/openapi/openapi.json';
import { countryCodes } from '@ringside/rules/countries';
import { expect, it } from 'vitest';
import { countryName, countryOptions } from './countries.ts';

it('knows the countries of the contract', () => {
  const codes = contract.components.schemas.CountryCode.enum.filter((code) => code !== null);
  expect(countryCodes).toEqual(codes);
});

it('names them, in the order of their names', () => {
  expect(countryName('NL')).toBe('Netherlands');
  const labels = countryOptions().map(({ label }) => label);
  expect(labels.indexOf('Åland Islands')).toBeLessThan(labels.indexOf('Zambia'));
});
