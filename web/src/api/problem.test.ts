import { expect, it } from 'vitest';
import { problemBody } from '../test/api-server.ts';
import { fieldOf, hasType, isProblem } from './problem.ts';

it('recognises a problem and its type', () => {
  const problem = problemBody({ status: 403, type: '/problems/device-limit' });
  expect(hasType(problem, 'device-limit')).toBe(true);
  expect(hasType(problem, 'access-required')).toBe(false);
  expect(isProblem(new Error('x'))).toBe(false);
  expect(isProblem(undefined)).toBe(false);
});

it.each([
  ['/email', 'email'],
  ['/location/cityName', 'location.cityName'],
  ['/blocks/0/a~1b~0c', 'blocks.0.a/b~c'],
])('names the field of %s', (pointer, field) => {
  expect(fieldOf({ pointer, detail: 'x', location: 'body' })).toBe(field);
});
