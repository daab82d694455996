import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDuplicateField } from './duplicate-fields.ts';

it('finds nothing in JSON without duplicates, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', '\r\n'.slice(1)), (value, space) => {
      expect(findDuplicateField(JSON.stringify(value, null, space))).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

it('finds a field that is written twice at any place', () => {
  const name = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), name, fc.array(name), (first, second, field, way) => {
      const key = JSON.stringify(field);
      const twice = `{${key}:${JSON.stringify(first)},${key} :${JSON.stringify(second)}}`;
      const text = way.reduce((inner, part) => `[7,{${JSON.stringify(part)}:${inner}}]`, twice);
      expect(findDuplicateField(text)?.split('/')).toHaveLength(2 * Math.min(way.length, 99) + 2);
    }),
    { numRuns: 300 },
  );
});

it('does not repeat the levels of a body that nests for ever', () => {
  const deep = 20_000;
  const text = `${'{"a":'.repeat(deep)}{"b":1,"b":2}${'}'.repeat(deep)}`;
  expect(findDuplicateField(text)?.length).toBeLessThan(200);
});
