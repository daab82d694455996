import { expect, it } from 'vitest';
import { namesOfAddress } from './names-of-address.ts';

it.each([
  ['robin.de-vries@ringside.test', 'Robin', 'De Vries', 'Robin De Vries'],
  ['mia@ringside.test', 'Mia', '-', 'Mia'],
  ['  mia+fights@ringside.test', 'Mia', '-', 'Mia'],
  ['øyvind_åse@ringside.test', 'Øyvind', 'Åse', 'Øyvind Åse'],
  ['1234@ringside.test', '1234', '-', '1234'],
  ['...@ringside.test', 'Viewer', '-', 'Viewer'],
  ['@', 'Viewer', '-', 'Viewer'],
])('%s is %s %s', (email, firstName, lastName, name) => {
  expect(namesOfAddress(email)).toEqual({ firstName, lastName, name });
});

it('fits the contract, however long the address is', () => {
  const { name, firstName, lastName } = namesOfAddress(`${'a'.repeat(400)}.${'b.'.repeat(400)}@x.test`);
  for (const one of [name, firstName, lastName]) expect(one.length).toBeLessThanOrEqual(255);
});
