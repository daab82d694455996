import { expect, it } from 'vitest';
import { brokenPasswordRules } from './password-rules.ts';

it.each([
  ['Ringside-1!', []],
  ['Rs-1!ab', ['Must be at least 8 characters long.']],
  ['ringside-1!', ['Must contain at least one uppercase letter.']],
  ['RINGSIDE-1!', ['Must contain at least one lowercase letter.']],
  ['Ringside-!', ['Must contain at least one number.']],
  ['Ringside1', ['Must contain at least one special character.']],
  // In the contract, a space is not a special character either.
  ['Ringside 1', ['Must contain at least one special character.']],
  [
    '',
    [
      'Must be at least 8 characters long.',
      'Must contain at least one uppercase letter.',
      'Must contain at least one lowercase letter.',
      'Must contain at least one number.',
      'Must contain at least one special character.',
    ],
  ],
])('"%s" breaks %j', (password, messages) => {
  expect(brokenPasswordRules(password)).toEqual(messages);
});
