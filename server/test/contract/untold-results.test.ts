/**
 * No answer for viewers depends on a result, but for the two that are asked for one, and none on how long a fight took that is over.
 * Somebody without a permission asks every reading operation of the contract, in each order that it has, and every page, signed in and
 * not, while one fact about the night becomes another one: nothing may differ, headers included. A new operation is asked by itself.
 * Mails and messages for devices: `reminders/untold-messages.test.ts`.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import type { BellKind } from '@ringside/rules/bell';
import { expect, it } from 'vitest';
import { type ContractOperation, contractOperations, deref } from '../../src/contract/document.ts';
import { startApi } from '../harness.ts';
import { makeClientFolder } from '../pages/client-folder.ts';
import { exampleCall, targetOf } from './contract-calls.ts';
import { insertStory, robinId, samId, storyNow, titleFight } from './story.ts';

const openingFight = '0199a3c4-0007-7000-8000-000000000b08';

const api = await startApi({ publicUrl: 'https://ringside.test' }, undefined, {
  clientFolders: makeClientFolder(),
});
api.clock.stop();
api.clock.advance(storyNow.getTime() - api.clock.now().getTime());
await insertStory(api.db);
const robin = await api.signInAs({ userId: robinId });

const tellsResults = ['getCompetitionResults', 'getFighterRecord'];
const reads = contractOperations.filter(
  ({ operationId, method, security }) =>
    method === 'GET' &&
    // It ends the session.
    operationId !== 'logout' &&
    security.every((scheme) => Object.values(scheme).every((scopes) => scopes.length === 0)),
);
const pages = [
  '/',
  '/schedule',
  '/replays',
  '/search?q=noor',
  '/fighters/noor-haddad',
  '/competitions/rotterdam-rumble-7',
  '/competitions/rotterdam-rumble-7/live',
  '/competitions/rotterdam-rumble-7/main-card',
  '/competitions/rotterdam-rumble-7/results',
  '/sitemap.xml',
];
const note = 'A left hook to 4711.';

/** The example of the contract, and the same in each order that the operation has. */
function targetsOf(operation: ContractOperation): string[] {
  const example = targetOf(exampleCall(operation));
  const order = operation.parameters.find(({ name }) => name === 'order');
  if (order === undefined) return [example];
  const { items } = deref(`${order.pointer}/schema`).node as unknown as { items: { enum: string[] } };
  const sign = example.includes('?') ? '&' : '?';
  return [example, ...items.enum.map((field) => `${example}${sign}order=${field}`)];
}

/** By the machine's clock. */
const ownHeaders = ['date', 'connection'];

type Read = Map<string, string[]>;
const partsOf = (text: string) => text.split(/([^\w.:+-]+)/);

/** All that somebody without a permission can read, by name, in parts. Pages are kept for a moment, so it passes first. */
async function readAll(): Promise<Read> {
  api.clock.advance(1_001);
  const all: Read = new Map();
  const callers = [
    ['a visitor', api.request],
    ['a viewer', robin.request],
  ] as const;
  const add = (name: string, status: number, headers: object, body: unknown) => {
    const told = Object.entries(headers).filter(([header]) => !ownHeaders.includes(header));
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    all.set(name, partsOf(`${status} ${JSON.stringify(told)}\n${text}`));
  };
  for (const operation of reads)
    for (const [index, target] of targetsOf(operation).entries())
      for (const [who, request] of callers) {
        const { status, body, headers } = await request(target);
        const name = index === 0 ? operation.operationId : target;
        add(`${name}, ${who}`, status, headers, body);
      }
  for (const url of pages) {
    const { statusCode, body, headers } = await api.app.inject({ url, headers: { accept: 'text/html' } });
    add(`the page ${url}`, statusCode, headers, body);
  }
  return all;
}

/** What differs although nothing has happened: addresses that are signed anew, and times. */
async function readUnchanged() {
  const reads = [await readAll(), await readAll(), await readAll()];
  const [first] = reads as [Read];
  const moves = (name: string, index: number) =>
    new Set(reads.map((each) => each.get(name)?.[index])).size > 1;
  return { first, moves };
}

/** The names of what has changed. */
function differences({ first, moves }: Awaited<ReturnType<typeof readUnchanged>>, now: Read): string[] {
  const isSame = (name: string, before: string[], after: string[] = []) =>
    before.length === after.length &&
    before.every((part, index) => part === after[index] || moves(name, index));
  return [...first]
    .filter(([name, before]) => !isSame(name, before, now.get(name)))
    .map(([name]) => name)
    .toSorted();
}

let kept: ReturnType<typeof readUnchanged> | undefined;
/** Before any result is official. */
function unsigned() {
  kept ??= api.db
    .updateTable('results')
    .set({ officialAt: null, confirmedBy: null, note: null })
    .execute()
    .then(readUnchanged);
  return kept;
}

const become = (values: object) =>
  api.db
    .updateTable('results')
    .set({ ...values, officialAt: storyNow.toISOString(), confirmedBy: samId, note } as object)
    .where('boutId', '=', titleFight)
    .execute();

it('asks every operation that needs no permission, signed in too', async () => {
  expect(reads.length).toBeGreaterThan(30);
  expect(reads.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(tellsResults));
  const refused = [...(await readAll())].filter(
    ([name, parts]) => /viewer$/.test(name) && parts[0] === '401',
  );
  expect(refused).toEqual([]);
});

it.each([
  ['red wins by knockout', { winner: 'red', method: 'ko' }],
  ['blue wins by decision', { winner: 'blue', method: 'decision-split', round: null, seconds: null }],
  ['nobody wins', { winner: 'none', method: 'no-contest' }],
])('nothing says that %s', async (_, values) => {
  const before = await unsigned();
  await become(values);
  const now = await readAll();
  expect(differences(before, now)).toEqual(
    tellsResults.flatMap((id) => [`${id}, a viewer`, `${id}, a visitor`]).toSorted(),
  );
  for (const [name, parts] of now)
    expect(parts.join('').includes(note), name).toBe(name.startsWith('getCompetitionResults'));
});

type Tap = [time: string, kind: BellKind, round?: number];
const ringAgain = async (taps: Tap[]) => {
  await api.db.deleteFrom('bells').where('boutId', '=', openingFight).execute();
  for (const [time, kind, round = null] of taps) {
    const at = `2026-11-21T${time}Z`;
    const bell = { id: randomUUID(), boutId: openingFight, kind, round, at, rungAt: at };
    await api.db
      .insertInto('bells')
      .values({ ...bell, userId: samId, undoneAt: null })
      .execute();
  }
};

it('nothing says how long a fight took, or in which round it ended; its beginning is told to players alone', async () => {
  // So that nobody expects anything: the time of a fight to come goes by the pace of the night.
  const at = '2026-11-21T20:29:00Z';
  const bell = {
    id: randomUUID(),
    boutId: titleFight,
    kind: 'round-start' as const,
    round: 1,
    at,
    rungAt: at,
  };
  await api.db
    .insertInto('bells')
    .values({ ...bell, userId: samId, undoneAt: null })
    .execute();
  await ringAgain([
    ['20:05:00', 'walkout'],
    ['20:08:00', 'round-start', 1],
    ['20:09:00', 'stopped', 1],
    ['20:09:20', 'over'],
  ]);
  const before = await readUnchanged();
  await ringAgain([
    ['20:05:00', 'walkout'],
    ['20:08:00', 'round-start', 1],
    ['20:11:00', 'round-end', 1],
    ['20:12:00', 'round-start', 2],
    ['20:15:00', 'round-end', 2],
    ['20:16:00', 'round-start', 3],
    ['20:19:00', 'round-end', 3],
    ['20:20:30', 'over'],
  ]);
  expect(differences(before, await readAll())).toEqual([]);
  await ringAgain([
    ['20:03:00', 'walkout'],
    ['20:06:00', 'round-start', 1],
    ['20:09:20', 'over'],
  ]);
  expect(differences(before, await readAll())).toEqual(['getLiveStreamSignedUrl, a viewer']);
});
