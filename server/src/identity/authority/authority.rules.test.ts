import { describe, expect, it } from 'vitest';
import {
  findForbiddenGrants,
  findUnknownCodes,
  type Grants,
  grantsMore,
  isBuiltIn,
  missingPermissions,
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
    ['known codes', { roleCodes: ['viewer'], permissionCodes: ['event:read'] }, []],
    ['an unknown role', { roleCodes: ['viewer', 'nobody'] }, ['/roleCodes/1']],
    [
      'unknown codes among known ones',
      { roleCodes: ['nobody'], permissionCodes: ['event:read', 'a:b', 'event:create', 'c:d'] },
      ['/roleCodes/0', '/permissionCodes/1', '/permissionCodes/3'],
    ],
    ['a name that every JavaScript object has', { roleCodes: ['constructor'] }, ['/roleCodes/0']],
  ])('returns pointers for %s', (_name, wanted, pointers) => {
    const issues = findUnknownCodes(wanted, { roles, permissions: ['event:read', 'event:create'] });
    expect(pointersOf(issues)).toEqual(pointers);
  });
});

describe('findForbiddenGrants', () => {
  it.each<[name: string, held: string[], wanted: Grants, current: Grants, pointers: string[]]>([
    ['nothing', [], {}, {}, []],
    ['a role without permissions', [], { roleCodes: ['viewer'] }, {}, []],
    ['a permission that is held', ['event:read'], { permissionCodes: ['event:read'] }, {}, []],
    [
      'a permission that is not held',
      ['event:read'],
      { permissionCodes: ['event:create'] },
      {},
      ['/permissionCodes/0'],
    ],
    [
      'a role whose permissions are all held',
      ['event:create', 'event:read'],
      { roleCodes: ['organiser'] },
      {},
      [],
    ],
    [
      'a role whose permissions are partly held',
      ['event:read'],
      { roleCodes: ['viewer', 'organiser'] },
      {},
      ['/roleCodes/1'],
    ],
    [
      'grants that exist already',
      [],
      { roleCodes: ['organiser'], permissionCodes: ['event:create'] },
      { roleCodes: ['organiser'], permissionCodes: ['event:create'] },
      [],
    ],
    [
      'a role whose permissions were granted one by one',
      [],
      { roleCodes: ['organiser'] },
      { roleCodes: [], permissionCodes: ['event:create', 'event:read'] },
      ['/roleCodes/0'],
    ],
    [
      'several roles and permissions',
      ['event:read'],
      { roleCodes: ['administrator'], permissionCodes: ['event:create', 'event:read', 'x:y'] },
      {},
      ['/roleCodes/0', '/permissionCodes/0', '/permissionCodes/2'],
    ],
  ])('returns pointers for %s', (_name, held, wanted, current, pointers) => {
    expect(pointersOf(findForbiddenGrants(wanted, { held, current, roles }))).toEqual(pointers);
  });

  it('names the permissions of a role that the caller lacks', () => {
    const [issue] = findForbiddenGrants(
      { roleCodes: ['administrator'] },
      { held: ['event:create'], current: {}, roles },
    );
    expect(issue?.detail).toBe(
      'You do not hold every permission of this role: event:read, identity.user:access_update.',
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

describe('grantsMore', () => {
  const current = { roleCodes: ['organiser'], permissionCodes: ['event:read'] };
  it.each<[wanted: Grants, expected: boolean]>([
    [{}, false],
    [current, false],
    [{ roleCodes: [], permissionCodes: [] }, false],
    [{ roleCodes: ['viewer'] }, true],
    [{ roleCodes: [], permissionCodes: ['event:read', 'event:create'] }, true],
  ])('%o: %s', (wanted, expected) => {
    expect(grantsMore(wanted, current)).toBe(expected);
  });
});

describe('missingPermissions', () => {
  it('returns the wanted codes that are not held', () => {
    expect(missingPermissions(['a:b', 'c:d'], ['c:d', 'e:f', 'g:h'])).toEqual(['e:f', 'g:h']);
    expect(missingPermissions(['a:b'], [])).toEqual([]);
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
