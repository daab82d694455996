import { describe, expect, it } from 'vitest';
import { assertMatch, contentTag, entityTag, hasMatch, splitVersion } from './entity-tag.ts';

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
    // As proxies that compress write it.
    ['W/"3"', true],
    ['"3-gzip"', true],
    ['"3--gzip"', true],
    ['"3;br"', true],
    ['W/"3-zstd"', true],
    ['W/"2", "3-br"', true],
    ['W/"2"', false],
    ['"2-gzip"', false],
    ['"3-gzip-br"', true],
    ['"3-gzip-gzip"', true],
    ['"3-x-gzip"', true],
    ['"3-GZIP"', true],
    ['"3-dcb"', true],
    ['"3-else"', false],
    ['"-gzip"', false],
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

it('knows a tag of content in each of its forms', () => {
  const etag = contentTag({ of: 'content' });
  const forms = [etag, `W/${etag}`, etag.replace(/"$/, '-gzip"'), `W/${etag.replace(/"$/, ';br"')}`];
  for (const form of forms) {
    assertMatch({ headers: { 'if-match': form } }, etag);
    expect(hasMatch({ headers: { 'if-none-match': `"other", ${form}` } }, etag)).toBe(true);
  }
  expect(hasMatch({ headers: { 'if-none-match': '"other-gzip"' } }, etag)).toBe(false);
});

describe('splitVersion', () => {
  it('separates the version from the row', () => {
    expect(splitVersion({ id: 'a', version: 7 })).toEqual({ etag: entityTag(7), fields: { id: 'a' } });
  });
});
