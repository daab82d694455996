/** docs/product.md, 16.11 */
import { expect, it } from 'vitest';
import { keyOf } from './key-of.ts';

const press = (key: string, code: string, init: KeyboardEventInit = {}) =>
  keyOf(new KeyboardEvent('keydown', { key, code, ...init }));

it.each([
  ['Russian', 'л', 'KeyK', 'k'],
  ['Russian with Shift', 'Л', 'KeyK', 'k'],
  ['Ukrainian, whose letter looks like a Latin i', 'і', 'KeyS', 's'],
  ['Greek', 'κ', 'KeyK', 'k'],
  ['Arabic', 'ن', 'KeyK', 'k'],
  ['Arabic, where one key types two letters', 'لا', 'KeyB', 'b'],
  ['Arabic, for the search', 'ظ', 'Slash', '/'],
  ['Hebrew', 'ל', 'KeyK', 'k'],
  ['Thai, whose vowel is a mark', '่', 'KeyJ', 'j'],
  ['Hindi', 'क', 'KeyK', 'k'],
  ['Korean', 'ㅏ', 'KeyK', 'k'],
  ['Arabic digits', '٧', 'Digit7', '7'],
  ['Persian digits on the number pad', '۷', 'Numpad7', '7'],
  ['Armenian, which has letters on the digits', 'է', 'Digit1', '1'],
])('goes by the place on a layout that is not Latin: %s', (_, key, code, expected) => {
  expect(press(key, code)).toBe(expected);
});

it.each([
  ['AZERTY', 'a', 'KeyQ'],
  ['AZERTY, whose M is beside L', 'm', 'Semicolon'],
  ['AZERTY, whose digits need Shift', 'é', 'Digit2'],
  ['AZERTY of a Mac', '§', 'Digit6'],
  ['Dvorak', 't', 'KeyK'],
  ['Dvorak, for the search', '/', 'BracketLeft'],
  ['QWERTZ', 'z', 'KeyY'],
  ['QWERTZ, for the list of keys', '?', 'Minus'],
  ['Hebrew, for the search', '/', 'KeyQ'],
  ['Russian, for the search', '/', 'Backslash'],
  ['a key without a letter', 'ArrowLeft', 'ArrowLeft'],
  ['a dead key', 'Dead', 'KeyK'],
  ['a keyboard on the screen, which has no places', 'л', ''],
])('goes by what the key types: %s', (_, key, code) => {
  expect(press(key, code)).toBe(key);
});

it('knows the question mark of Arabic', () => {
  expect(press('؟', 'Slash', { shiftKey: true })).toBe('?');
});

it.each([
  ['a composition', { isComposing: true }],
  ['its last key in Safari', { keyCode: 229 }],
])('is no key during %s', (_, init) => {
  expect(press('k', 'KeyK', init)).toBe('');
  expect(press('Enter', 'Enter', init)).toBe('');
});
