import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findFaults, type House } from './find-faults.ts';
import { roles } from './roles.ts';

const house: House = {
  floors: { 'server/src': ['*.tables.ts', 'db', 'audit', 'events', 'events/accesses shop'] },
  never: [['server/src/audit', 'server/src/db/secret']],
  backUp: [],
};
const sound = {
  'db/database.ts': "import type { Events } from '../events/events.tables.ts';\nexport type Db = Events;",
  'audit/record.ts': "export type { Db } from '../db/database.ts';",
  'events/events.tables.ts': 'export type Events = 1;',
  'events/event.ts':
    "import type { Db } from '../db/database.ts';\nexport * from '../audit/record.ts';\nexport let a: Db;",
  'events/accesses/access.ts': "export const load = () => import('../event.ts');",
  'shop/order.ts': "export type { Events } from '../events/events.tables.ts';",
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

const look = (files: Record<string, string>, changed: Partial<House> = {}) =>
  findFaults(plant(files), { ...house, ...changed }, roles);
const faultsWith = async (files: Record<string, string>, changed?: Partial<House>) =>
  (await look(files, changed)).faults;

describe('the floors', () => {
  it('let an import lead down', async () => {
    expect(await look({})).toEqual({ faults: [], circles: 0, arrows: [] });
  });

  it.each([
    ['a type', "import type { Order } from '../shop/order.ts';\nexport type A = Order;"],
    ['a type inside of a type', "export type A = import('../shop/order.ts').Order;"],
    ['a dynamic import', "\nexport const load = () => import('../shop/order.ts');"],
    ['a re-export', "export { a } from '../shop/order.ts';"],
  ])('report %s that leads back up', async (_, text) => {
    expect(await faultsWith({ 'events/more.ts': text })).toEqual([
      expect.stringMatching(
        /^server\/src\/events\/more\.ts:\d imports server\/src\/shop\/order\.ts\n {2}server\/src\/shop is not on a lower floor/,
      ),
    ]);
  });

  it('report rooms of one floor that know each other, except in a test', async () => {
    const text = "import '../../shop/order.ts';";
    expect(await faultsWith({ 'events/accesses/more.ts': text })).toHaveLength(1);
    expect(await faultsWith({ 'events/accesses/more.test.ts': text })).toEqual([]);
  });

  it('count an arrow that is known, and report one that is gone', async () => {
    const backUp = ['server/src/events -> server/src/shop'];
    const text = "import '../shop/order.ts';";
    expect(await look({ 'events/more.ts': text }, { backUp })).toEqual({
      faults: [],
      circles: 0,
      arrows: backUp,
    });
    expect(await faultsWith({}, { backUp })).toEqual([expect.stringContaining('nothing runs back up by')]);
  });

  it('report a border that nobody crosses, although it leads down', async () => {
    const files = { 'audit/more.ts': "import '../db/secret/key.ts';", 'db/secret/key.ts': '' };
    expect(await faultsWith(files)).toEqual([expect.stringContaining('server/src/audit never imports')]);
  });

  it('report a file in a folder without a floor, and a floor without files', async () => {
    const floors = { 'server/src': [...(house.floors['server/src'] ?? []), 'media'] };
    expect(await faultsWith({ 'mail/outbox.ts': '' }, { floors })).toEqual([
      expect.stringContaining('server/src/mail/outbox.ts is in no room'),
      expect.stringContaining('server/src/media has no files'),
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
