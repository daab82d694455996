import { describe, expect, it } from 'vitest';
import {
  findForbiddenGrants,
  findUnknownCodes,
  type Grants,
  isBuiltIn,
  lackingOf,
  takesAway,
} from './authority.rules.ts';

const roles = new Map([
  ['administrator', ['event:read', 'event:create', 'identity.user:access_update']],
  ['organiser', ['event:read', 'event:create']],
  ['viewer', []],
]);
const pointersOf = (issues: Array<{ pointer: string }>) => issues.map(({ pointer }) => pointer);

describe('findUnknownCodes', () => {
  it.each<[name: string, wanted: Grants, pointers: string[]]>([
    ['nothing', {}, []],
    ['what exists', { roleCodes: ['viewer'], permissionCodes: ['event:read'] }, []],
    ['an unknown role', { roleCodes: ['viewer', 'nobody'] }, ['/roleCodes/1']],
    [
      'unknown ones among known ones',
      { roleCodes: ['nobody'], permissionCodes: ['event:read', 'a:b', 'event:create', 'c:d'] },
      ['/roleCodes/0', '/permissionCodes/1', '/permissionCodes/3'],
    ],
    ['a name that every object has', { roleCodes: ['constructor'] }, ['/roleCodes/0']],
  ])('points at %s', (_name, wanted, pointers) => {
    const issues = findUnknownCodes(wanted, { roles, permissions: ['event:read', 'event:create'] });
    expect(pointersOf(issues)).toEqual(pointers);
  });
});

describe('findForbiddenGrants', () => {
  it.each<[name: string, held: string[], wanted: Grants, current: Grants, pointers: string[]]>([
    ['nothing', [], {}, {}, []],
    ['a role that gives nothing', [], { roleCodes: ['viewer'] }, {}, []],
    ['what is held', ['event:read'], { permissionCodes: ['event:read'] }, {}, []],
    ['what is not held', ['event:read'], { permissionCodes: ['event:create'] }, {}, ['/permissionCodes/0']],
    ['a role of which all is held', ['event:create', 'event:read'], { roleCodes: ['organiser'] }, {}, []],
    [
      'a role of which a part is held',
      ['event:read'],
      { roleCodes: ['viewer', 'organiser'] },
      {},
      ['/roleCodes/1'],
    ],
    [
      'what is there already',
      [],
      { roleCodes: ['organiser'], permissionCodes: ['event:create'] },
      { roleCodes: ['organiser'], permissionCodes: ['event:create'] },
      [],
    ],
    [
      'a role whose permissions are there already by themselves',
      [],
      { roleCodes: ['organiser'] },
      { roleCodes: [], permissionCodes: ['event:create', 'event:read'] },
      ['/roleCodes/0'],
    ],
    [
      'several of both',
      ['event:read'],
      { roleCodes: ['administrator'], permissionCodes: ['event:create', 'event:read', 'x:y'] },
      {},
      ['/roleCodes/0', '/permissionCodes/0', '/permissionCodes/2'],
    ],
  ])('judges %s', (_name, held, wanted, current, pointers) => {
    expect(pointersOf(findForbiddenGrants(wanted, { held, current, roles }))).toEqual(pointers);
  });

  it('names what a role gives too much', () => {
    const [issue] = findForbiddenGrants(
      { roleCodes: ['administrator'] },
      { held: ['event:create'], current: {}, roles },
    );
    expect(issue?.detail).toBe(
      'You do not hold all that this role gives: event:read, identity.user:access_update.',
    );
  });
});

describe('takesAway', () => {
  const current = { roleCodes: ['organiser'], permissionCodes: ['event:read'] };
  it.each<[wanted: Grants, expected: boolean]>([
    [{}, false],
    [current, false],
    [{ roleCodes: ['viewer', 'organiser'] }, false],
    [{ roleCodes: ['viewer'] }, true],
    [{ roleCodes: [] }, true],
    [{ roleCodes: ['organiser'], permissionCodes: [] }, true],
    [{ permissionCodes: ['event:create', 'event:read'] }, false],
  ])('%o: %s', (wanted, expected) => {
    expect(takesAway(wanted, current)).toBe(expected);
  });
});

describe('lackingOf', () => {
  it('is what is wanted and not held', () => {
    expect(lackingOf(['a:b', 'c:d'], ['c:d', 'e:f', 'g:h'])).toEqual(['e:f', 'g:h']);
    expect(lackingOf(['a:b'], [])).toEqual([]);
  });
});

describe('isBuiltIn', () => {
  it.each([
    ['administrator', true],
    ['organiser', true],
    ['viewer', true],
    ['door-staff', false],
  ])('%s: %s', (code, expected) => {
    expect(isBuiltIn(code)).toBe(expected);
  });
});
