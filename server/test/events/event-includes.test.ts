/** The number of statements per answer does not depend on the number of blocks and live streams in it. */
import { describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';

let statements: string[] = [];
const api = await startApi({}, ({ sql }) => {
  statements.push(sql);
});
const organiser = await api.signInAs({ scopes: ['event:read'] });

async function newEvent(blocks: number, streams: number): Promise<string> {
  const eventId = await insertEvent(api.db);
  for (let block = 0; block < blocks; block++) {
    const blockId = await insertBlock(api.db, { eventId });
    for (let stream = 0; stream < streams; stream++) await insertLiveStream(api.db, { blockId });
  }
  return eventId;
}

const eventId = await newEvent(3, 2);
for (let event = 0; event < 3; event++) await newEvent(2, 2);

/** The statements of one request, without the one that looks up the caller. */
async function statementsOf(target: string) {
  statements = [];
  const { status, body } = await organiser.request(`GET /api/v1/events${target}`);
  expect(status).toBe(200);
  const own = statements.filter((sql) => !sql.includes('login_sessions'));
  expect(own.length).toBe(statements.length - 1);
  return { own, body };
}

const event = `/${eventId}`;

describe('one statement', () => {
  it.each([event, `${event}?blocks=true`, `${event}?blocks.liveStreams=true`])(
    'answers %s',
    async (target) => {
      expect((await statementsOf(target)).own).toHaveLength(1);
    },
  );

  it('returns all blocks and live streams', async () => {
    const { body } = await statementsOf(`${event}?blocks.liveStreams=true`);
    const counts = body.blocks.map(({ liveStreams }: { liveStreams: unknown[] }) => liveStreams.length);
    expect(counts).toEqual([2, 2, 2]);
  });

  it('answers a block with its live streams', async () => {
    const { body } = await statementsOf(`${event}?blocks=true`);
    const { own, body: block } = await statementsOf(`${event}/blocks/${body.blocks[0].id}`);
    expect([own.length, block.liveStreams.length]).toEqual([1, 2]);
  });
});

describe('a list', () => {
  it('needs as many statements with includes as without', async () => {
    const plain = await statementsOf('');
    for (const query of ['?with=blocks', '?with=blocks.liveStreams']) {
      const { own, body } = await statementsOf(query);
      expect(body.data).toHaveLength(4);
      expect(own).toHaveLength(plain.own.length);
    }
  });

  it('of blocks needs as many statements with live streams as without', async () => {
    const plain = await statementsOf(`${event}/blocks`);
    const full = await statementsOf(`${event}/blocks?liveStreams=true`);
    expect(full.body.data).toHaveLength(3);
    expect(full.own).toHaveLength(plain.own.length);
  });
});
