import { describe, expect, it } from 'vitest';
import { findUnstorableText } from './issues.ts';

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce((inner) => ({ a: inner }), {});

describe('findUnstorableText', () => {
  it.each([
    ['plain text', 'fight', []],
    ['an emoji', '🥊', []],
    ['a number', 5, []],
    ['null', null, []],
    ['a NUL', 'a\0', ['']],
    ['half an emoji', '\ud83e', ['']],
    ['a nested NUL', { list: [{ name: 'a\0' }] }, ['/list/0/name']],
    ['a name with a slash', { 'a/b': '\0' }, ['/a~1b']],
    ['a NUL in a name', { 'a\0': 1 }, ['']],
    ['nesting within the limit', nested(49), []],
    ['nesting beyond the limit', nested(100_000), ['/a'.repeat(50)]],
    ['several', { a: '\0', b: 'fine', c: '\udc00' }, ['/a', '/c']],
  ])('returns the pointers for %s', (_name, value, pointers) => {
    expect(findUnstorableText(value, 'body').map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
