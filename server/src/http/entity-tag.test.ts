import { describe, expect, it } from 'vitest';
import { assertMatch, entityTag, splitVersion } from './entity-tag.ts';

describe('assertMatch', () => {
  it.each([
    [undefined, true],
    ['*', true],
    ['"3"', true],
    ['"2", "3"', true],
    ['"2","3","4"', true],
    ['"2", , "3"', true],
    ['"2"', false],
    ['"33"', false],
    // Strong comparison.
    ['W/"3"', false],
    ['W/"3", "3"', true],
    // A comma is a character of a tag like any other.
    ['"2,3"', false],
    ['"a, "', false],
    ['""', false],
    // What is no tag at all never lets a change through.
    ['3', false],
    ['', false],
  ])('lets If-Match %j change the version 3: %s', (ifMatch, matches) => {
    const check = () => assertMatch({ headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } }, 3);
    if (matches) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'precondition-failed' }));
  });
});

describe('splitVersion', () => {
  it('takes the version out of the row', () => {
    expect(splitVersion({ id: 'a', version: 7 })).toEqual({ etag: entityTag(7), fields: { id: 'a' } });
  });
});
