/** Generated from the contract: a path with the wrong event or block answers 404, even to an administrator. */
import { describe, expect, it } from 'vitest';
import { contractOperations } from '../../src/contract/document.ts';
import { bodyExamples, exampleCall, targetOf } from '../contract/contract-calls.ts';
import { insertBlock, insertBout, insertEvent, insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const permissions = await api.db.selectFrom('permissions').select('code').execute();
const administrator = await api.signInAs({ scopes: permissions.map(({ code }) => code) });

async function insertFamily() {
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  return { eventId, blockId, liveStreamId: await insertLiveStream(api.db, { blockId }) };
}
const [one, other] = [await insertFamily(), await insertFamily()];
const film = await administrator.request(
  `POST /api/v1/events/${one.eventId}/blocks/${one.blockId}/live-streams/${one.liveStreamId}/films`,
  { body: { fileName: 'night.mp4', size: 1_000_000 } },
);
const boutId = await insertBout(api.db, { blockId: one.blockId });
const sibling = await insertBlock(api.db, { eventId: one.eventId });
const streamOfSibling = await insertLiveStream(api.db, { blockId: sibling });

const allRows = () =>
  Promise.all(
    (['events', 'blocks', 'liveStreams', 'films'] as const).map((table) =>
      api.db.selectFrom(table).selectAll().orderBy('id').execute(),
    ),
  );

const mixtures = [
  ['the block of another event', { ...one, blockId: other.blockId, liveStreamId: other.liveStreamId }],
  ['another event', { ...one, eventId: other.eventId }],
  ['the stream of another event', { ...one, liveStreamId: other.liveStreamId }],
  ['the stream of another block', { ...one, liveStreamId: streamOfSibling }],
] as const;

const nested = contractOperations.filter(({ path }) => path.includes('{blockId}'));
const cases = nested.flatMap((operation) =>
  mixtures
    .filter(([, { eventId, blockId }]) => {
      const isWrongStream = eventId === one.eventId && blockId === one.blockId;
      return !isWrongStream || operation.path.includes('{liveStreamId}');
    })
    .map(([name, ids]) => [operation.operationId, name, operation, ids] as const),
);

describe('an operation below an event', () => {
  it('exists many times', () => {
    expect(nested.length).toBeGreaterThan(9);
  });

  it.each(cases)('%s answers 404 for %s and changes nothing', async (_id, _name, operation, ids) => {
    const before = await allRows();
    for (const example of bodyExamples(operation)) {
      const call = exampleCall(operation, example);
      call.path = operation.path
        .replace(/\{(eventId|competitionId)\}/, ids.eventId)
        .replace('{blockId}', ids.blockId)
        .replace('{liveStreamId}', ids.liveStreamId)
        .replace('{filmId}', film.body.id)
        .replace('{boutId}', boutId);
      delete call.headers['if-match'];
      const { status, body } = await administrator.request(targetOf(call), {
        body: call.body,
        headers: call.headers,
      });
      expect([status, body.type]).toEqual([404, '/problems/not-found']);
    }
    expect(await allRows()).toEqual(before);
  });
});
