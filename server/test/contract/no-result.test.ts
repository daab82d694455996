/**
 * No answer for viewers depends on a result, but those that were asked for one (45.9). The operations come from the contract, so
 * a new one is tried by itself: each is called before a result, after it, and after its correction.
 */
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ContractOperation, contractOperations } from '../../src/contract/document.ts';
import { type Device, startApi } from '../harness.ts';
import { eventsOf } from '../streams/follow.ts';
import { exampleCall, targetOf } from './contract-calls.ts';
import { insertStory, robinId, storyNow, titleFight } from './story.ts';

const api = await startApi();
api.clock.stop();
api.clock.advance(storyNow.getTime() - api.clock.now().getTime());
await insertStory(api.db);
await api.db.deleteFrom('results').execute();
await api.app.listen({ port: 0, host: '127.0.0.1' });
const viewer = await api.signInAs({ userId: robinId });

/** They tell results: that is what they are asked for. */
const asked = ['getCompetitionResults', 'getFighterRecord'];

const scopesOf = ({ security }: ContractOperation) =>
  security.flatMap((scheme) => Object.values(scheme).flat());
const forViewers = contractOperations.filter(
  (operation) =>
    operation.method === 'GET' && scopesOf(operation).length === 0 && operation.operationId !== 'logout',
);
const calls = forViewers.flatMap((operation) => {
  const isOpen =
    operation.security.length === 0 || operation.security.some((each) => Object.keys(each).length === 0);
  const callers: [string, Device | undefined][] = [['a viewer', viewer]];
  if (isOpen) callers.push(['a visitor', undefined]);
  return callers.map(([name, device]) => ({
    name: `${operation.operationId} of ${name}`,
    operation,
    device,
  }));
});
type Call = (typeof calls)[number];

/** What an answer has anew each time: addresses that are signed, ids of sessions, tokens. */
const volatile =
  /\/media\/hls\/[^"\s]+|[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[\w-]{40,}/g;
const masked = (text: string) => text.replace(volatile, '*');

async function read({ operation, device }: Call): Promise<string> {
  const call = exampleCall(operation);
  if (operation.operationId === 'streamCompetition') return firstEvents(call.path);
  const { status, body, headers } = await (device ?? api).request(targetOf(call), { headers: call.headers });
  const { etag, 'content-length': length, location } = headers;
  return masked(JSON.stringify([status, body, etag, length, location]));
}

/** The stream goes on for ever: its first events are the present state. */
async function firstEvents(path: string): Promise<string> {
  const { port } = api.app.server.address() as AddressInfo;
  const over = new AbortController();
  const { body } = await fetch(`http://127.0.0.1:${port}${path}`, { signal: over.signal });
  let text = '';
  for await (const part of body ?? []) {
    text += Buffer.from(part).toString();
    if (/event: card\ndata: .*\n\n/.test(text)) break;
  }
  over.abort();
  return JSON.stringify(eventsOf(text));
}

const readAll = async () => {
  const answers = new Map<string, string>();
  for (const call of calls) answers.set(call.name, await read(call));
  return answers;
};

const bout = await api.db
  .selectFrom('bouts')
  .select(['redFighterId', 'blueFighterId'])
  .where('id', '=', titleFight)
  .executeTakeFirstOrThrow();

async function publish(version: number, winner: 'red' | 'blue', method: 'ko' | 'decision-split') {
  const at = api.clock.now().toISOString();
  await api.db
    .insertInto('results')
    .values({
      boutId: titleFight,
      version,
      redFighterId: String(bout.redFighterId),
      blueFighterId: String(bout.blueFighterId),
      winner,
      method,
      round: method === 'ko' ? 2 : null,
      seconds: method === 'ko' ? 94 : null,
      note: 'A left hook',
      reason: version > 1 ? 'The judges were wrong' : null,
      signedAt: at,
      officialAt: at,
    })
    .execute();
  // What is told by a change of the database has arrived.
  await api.heardChanges();
}

const before = await readAll();
const again = await readAll();
await publish(1, 'red', 'ko');
const withResult = await readAll();
await publish(2, 'blue', 'decision-split');
const corrected = await readAll();

describe('the answers for viewers', () => {
  it('are those of the contract, and most of them are successful', () => {
    expect(calls.length).toBeGreaterThan(40);
    const successful = [...before.values()].filter((text) => /^\[(?:200|302|\{)/.test(text));
    expect(successful.length).toBeGreaterThan(calls.length / 2);
  });

  it.each(calls.filter(({ operation }) => !asked.includes(operation.operationId)))(
    '$name is the same with a result as without one',
    ({ name }) => {
      expect(again.get(name)).toBe(before.get(name));
      expect(withResult.get(name)).toBe(before.get(name));
      expect(corrected.get(name)).toBe(before.get(name));
    },
  );

  it.each(calls.filter(({ operation }) => asked.includes(operation.operationId)))(
    '$name tells it: so this test would see it',
    ({ name }) => {
      expect(new Set([before.get(name), withResult.get(name), corrected.get(name)]).size).toBeGreaterThan(1);
    },
  );
});
