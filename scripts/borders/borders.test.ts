import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Borders } from './borders.ts';
import { checkDrawing } from './drawing.ts';
import { findFaults } from './find-faults.ts';
import { roles } from './roles.ts';

const borders: Borders = {
  'server/src: ground': { '*.tables.ts': '', db: '*.tables.ts' },
  'server/src: areas': { audit: 'db', events: 'audit db', 'events/accesses': 'events' },
};
const sound = {
  'db/database.ts': "import type { Events } from '../events/events.tables.ts';\nexport type Db = Events;",
  'audit/record.ts': "export type { Db } from '../db/database.ts';",
  'events/events.tables.ts': 'export type Events = 1;',
  'events/event.ts':
    "import type { Db } from '../db/database.ts';\nexport * from '../audit/record.ts';\nexport let a: Db;",
  'events/accesses/access.ts': "export const load = () => import('../event.ts');",
};
const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'ringside-borders-'));
  roots.push(root);
  for (const [path, text] of Object.entries({ ...sound, ...files })) {
    const whole = join(root, 'server/src', path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  }
  return root;
}

const faultsWith = (files: Record<string, string>, table = borders) => findFaults(plant(files), table, roles);

describe('the table of borders', () => {
  it('lets pass what it allows', async () => {
    expect(await faultsWith({})).toEqual([]);
  });

  it.each([
    ['a type', "import type { Events } from '../events/events.tables.ts';\nexport type A = Events;"],
    ['a type inside of a type', "export type A = import('../events/events.tables.ts').Events;"],
    ['a dynamic import', "\nexport const load = () => import('../events/event.ts');"],
    ['a re-export', "export { a } from '../events/event.ts';"],
  ])('reports %s that it does not allow', async (_, text) => {
    const faults = await faultsWith({ 'audit/more.ts': text });
    expect(faults).toEqual([
      expect.stringMatching(
        /^server\/src\/audit\/more\.ts:\d imports server\/src\/events\/.*\n {2}"audit" may import db\./,
      ),
    ]);
  });

  it('reports an arrow that runs back up, although it is allowed', async () => {
    const areas = { audit: 'events db', events: 'audit db', 'events/accesses': 'events' };
    const faults = await faultsWith(
      { 'audit/more.ts': "import '../events/late.ts';", 'events/late.ts': 'export const late = 1;' },
      { ...borders, 'server/src: areas': areas },
    );
    expect(faults).toEqual([expect.stringContaining('"events" stands below "audit"')]);
  });

  it('reports an entry that no import uses, and a room without files', async () => {
    const areas = { audit: 'db', events: 'audit db', 'events/accesses': 'events audit', shop: '' };
    expect(await faultsWith({}, { ...borders, 'server/src: areas': areas })).toEqual([
      expect.stringContaining('no file of "events/accesses" imports "audit"'),
      expect.stringContaining('"shop" has no files'),
    ]);
  });

  it('reports a file in a folder that it does not name', async () => {
    expect(await faultsWith({ 'shop/order.ts': '' })).toEqual([
      expect.stringContaining('server/src/shop/order.ts is in no room'),
    ]);
  });
});

describe('the roles of files', () => {
  it('reports a circle of types', async () => {
    const faults = await faultsWith({
      'events/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;",
      'events/two.ts': "import type { One } from './one.ts';\nexport type Two = One[];",
    });
    expect(faults).toContainEqual(expect.stringContaining('events/one.ts:1 is in a circle: '));
  });

  it('reports a handler that another area imports', async () => {
    const faults = await faultsWith({
      'audit/audit.handlers.ts': 'export const auditHandlers = 1;',
      'events/event.handlers.ts': "export * from '../audit/audit.handlers.ts';",
    });
    expect(faults).toEqual([expect.stringContaining('Only handlers.ts imports handlers.')]);
  });

  it('reports a rule that does more than decide, but lets it name types', async () => {
    const faults = await faultsWith({
      'events/one.rules.ts': "import type { Db } from '../db/database.ts';\nexport let db: Db;",
      'events/two.rules.ts': "import { readFileSync } from 'node:fs';\nexport const two = readFileSync;",
    });
    expect(faults).toEqual([expect.stringMatching(/two\.rules\.ts:1 imports fs\n {2}\*\.rules\.ts: /)]);
  });
});

describe('the drawing', () => {
  const page = 'docs/architecture.md';

  it('says what the page lacks, draws, and finds a stale drawing', () => {
    const root = plant({ [`../../${page}`]: 'no marks' });
    const check = (table: Borders, rewrite: boolean) => checkDrawing(root, table, { rewrite });
    expect(check(borders, true)).toEqual([expect.stringContaining('has no <!-- borders:start -->')]);

    writeFileSync(join(root, page), '<!-- borders:start -->\n<!-- borders:end -->\n');
    expect(check(borders, false)).toEqual([expect.stringContaining('Run pnpm borders.')]);
    expect(check(borders, true)).toEqual([]);
    expect(check(borders, false)).toEqual([]);
    expect(check({ ...borders, 'server/src: areas': { audit: '' } }, false)).toHaveLength(1);
  });
});
