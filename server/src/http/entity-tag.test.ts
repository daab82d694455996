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
    // A tag may contain commas.
    ['"2,3"', false],
    ['"a, "', false],
    ['""', false],
    // A value that is not a tag never matches.
    ['3', false],
    ['', false],
  ])('for If-Match %j allows a change of version 3: %s', (ifMatch, matches) => {
    const check = () => assertMatch({ headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } }, 3);
    if (matches) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'precondition-failed' }));
  });
});

describe('splitVersion', () => {
  it('separates the version from the row', () => {
    expect(splitVersion({ id: 'a', version: 7 })).toEqual({ etag: entityTag(7), fields: { id: 'a' } });
  });
});
