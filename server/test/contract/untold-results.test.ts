/**
 * No answer for viewers depends on a result, but for the two that are asked for one. Somebody without a permission asks every reading
 * operation of the contract and every page, signed in and not, while the result of a fight becomes another one: nothing may differ. A
 * new operation is asked by itself.
 *
 * @engine one
 */
import { expect, it } from 'vitest';
import { contractOperations } from '../../src/contract/document.ts';
import { startApi } from '../harness.ts';
import { makeClientFolder } from '../pages/client-folder.ts';
import { exampleCall, targetOf } from './contract-calls.ts';
import { insertStory, robinId, samId, storyNow, titleFight } from './story.ts';

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

/** What two calls in a row answer differently: addresses that are signed anew, and times. */
const ownEachTime = [
  /\/media\/hls\/[^"]+/g,
  /[\w-]{40,}/g,
  /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g,
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /^DTSTAMP:.*$/gm,
  /^(?:id|retry): .*$/gm,
];
const steady = (text: string) => ownEachTime.reduce((left, pattern) => left.replaceAll(pattern, '*'), text);

/** All that somebody without a permission can read, by name. */
async function readAll(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const operation of reads) {
    const target = targetOf(exampleCall(operation));
    for (const [who, request] of [
      ['a visitor', api.request],
      ['a viewer', robin.request],
    ] as const) {
      const { status, body, headers } = await request(target);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      all.set(`${operation.operationId}, ${who}`, steady(`${status} ${headers.etag}\n${text}`));
    }
  }
  for (const url of pages) {
    const { statusCode, body } = await api.app.inject({ url, headers: { accept: 'text/html' } });
    all.set(`the page ${url}`, steady(`${statusCode} ${body}`));
  }
  return all;
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
  const refused = [...(await readAll())].filter(([name, text]) => /viewer$/.test(name) && /^401/.test(text));
  expect(refused).toEqual([]);
});

it.each([
  ['red wins by knockout', { winner: 'red', method: 'ko' }],
  ['blue wins by decision', { winner: 'blue', method: 'decision-split', round: null, seconds: null }],
  ['nobody wins', { winner: 'none', method: 'no-contest' }],
])('nothing says that %s', async (_, values) => {
  await api.db.deleteFrom('results').where('boutId', '!=', titleFight).execute();
  await api.db.updateTable('results').set({ officialAt: null, confirmedBy: null, note: null }).execute();
  const before = await readAll();
  await become(values);
  // Pages are kept for a moment.
  api.clock.advance(1_001);
  const after = await readAll();
  const differing = [...before].filter(([name, text]) => after.get(name) !== text).map(([name]) => name);
  expect(differing.toSorted()).toEqual(
    tellsResults.flatMap((id) => [`${id}, a viewer`, `${id}, a visitor`]).toSorted(),
  );
  for (const [name, text] of after)
    expect(text.includes(note), name).toBe(name.startsWith('getCompetitionResults'));
});
