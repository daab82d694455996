/** Whatever is sent, the answer fits the contract and is no fault of the server. The seed is fixed, so that a run can be repeated. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertLiveStream } from './factories.ts';
import { startApi } from './harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:create', 'event:update'] });
const eventId = await insertEvent(api.db);
const blockId = await insertBlock(api.db, { eventId });
const liveStreamId = await insertLiveStream(api.db, { blockId });
const accessId = await insertAccess(api.db, { eventId, userId: organiser.userId });

const run = {
  seed: Number(process.env.FUZZ_SEED ?? 20_261_121),
  numRuns: Number(process.env.FUZZ_RUNS ?? 60),
};

const instants = fc.constantFrom(
  '2027-06-01T19:00:00Z',
  '2027-06-01T19:00:00.123456789+14:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.9999999Z',
  '9999-12-31T23:59:59-23:59',
  '2027-06-30T23:59:60Z',
  '2027-02-29T00:00:00Z',
  '2027-06-01t19:00:00z',
  '+10000-01-01T00:00:00Z',
);
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 260 }),
  instants,
  fc.constantFrom(
    '',
    ' ',
    'live',
    ' live ',
    '\0',
    '\ud800',
    '%',
    '\\',
    "'",
    '-1',
    'null',
    '../..',
    '__proto__',
  ),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -0, null, true, [], {}),
);

/** A body that fits, with some of its fields replaced, dropped or added. */
function bodyLike(good: Record<string, unknown>): fc.Arbitrary<unknown> {
  const fields = Object.entries(good).map(([name, value]) => [
    name,
    fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd }),
  ]);
  const body = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const extended = fc
    .tuple(body, fc.dictionary(fc.string(), odd, { maxKeys: 1 }))
    .map(([a, b]) => ({ ...a, ...b }));
  return fc.oneof(
    { weight: 6, arbitrary: body },
    { weight: 1, arbitrary: extended },
    { weight: 1, arbitrary: odd },
  );
}

const period = { startDate: '2027-06-01T19:00:00Z', endDate: '2027-06-01T23:00:00Z' };
const block = { name: 'Main card', slug: 'main-card', location: { name: 'Ring' }, ...period };
const stream = { videoId: 'demo', name: 'Ring side', description: null, status: 'active', weight: 1 };
const account = { firstName: 'R', lastName: 'V', email: 'r@example.test', password: 'short', phone: '1' };
const access = { ...period, blockId };
const path = `/api/v1/events/${eventId}/blocks/${blockId}`;

describe.each<[target: string, good: Record<string, unknown>]>([
  ['POST /api/v1/events', { ...block, timezone: 'UTC', content: '# Hi', pictureId: null, status: 'draft' }],
  [`PATCH /api/v1/events/${eventId}`, { ...block, timezone: 'UTC', stripePriceId: 'price_1' }],
  [`POST /api/v1/events/${eventId}/blocks`, { ...block, paymentRequired: true, description: null }],
  [`PATCH ${path}`, { ...block, paymentRequired: true }],
  [`POST ${path}/live-streams`, stream],
  [`PATCH ${path}/live-streams/${liveStreamId}`, stream],
  ['POST /api/v1/events/access', { ...access, eventId, userId: organiser.userId }],
  [`PATCH /api/v1/events/access/${accessId}`, access],
  ['POST /api/v1/identity/auth/credentials/register', account],
  ['POST /api/v1/identity/auth/credentials/login', { email: account.email, password: '', remember: true }],
  ['POST /api/v1/identity/auth/token/refresh', { refreshToken: 'x', remember: false }],
])('%s', (target, good) => {
  it('answers any body within the contract', async () => {
    await fc.assert(
      fc.asyncProperty(bodyLike(good), async (body) => {
        const { status } = await organiser.request(target, {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        expect(status).toBeLessThan(500);
      }),
      run,
    );
  });
});

describe('listEvents, listAccesses and listCompetitions', () => {
  const operand = fc.oneof(odd, instants, fc.string({ maxLength: 20 }), fc.constantFrom('public', blockId));
  const operators = [
    'eq',
    'ne',
    'gt',
    'gte',
    'lt',
    'lte',
    'like',
    'ilike',
    'notLike',
    'notIlike',
    'isNull',
    'isNotNull',
    'in',
  ];
  const condition = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.dictionary(fc.constantFrom(...operators), operand, { minKeys: 1, maxKeys: 3 }),
    },
    { weight: 1, arbitrary: odd },
  );
  const names = [
    'name',
    'slug',
    'startDate',
    'endDate',
    'status',
    'blocks.name',
    'blockId',
    'id',
    'content',
    '__proto__',
  ];
  const { filter } = fc.letrec<{ filter: unknown }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 6, depthSize: 'small' },
      { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...names), condition, { maxKeys: 3 }) },
      { weight: 1, arbitrary: fc.record({ NOT: tie('filter') }) },
      { weight: 1, arbitrary: fc.record({ AND: fc.array(tie('filter'), { maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ OR: fc.array(tie('filter'), { maxLength: 3 }) }) },
    ),
  }));

  it.each(['/api/v1/events', '/api/v1/events/access', '/api/v1/kickboxing/competitions'])(
    'answers any filter within the contract: %s',
    async (url) => {
      await fc.assert(
        fc.asyncProperty(filter, async (value) => {
          const query = new URLSearchParams({ filter: JSON.stringify(value) });
          const { status } = await organiser.request(`GET ${url}?${query}`);
          expect(status).toBeLessThan(500);
        }),
        { ...run, numRuns: run.numRuns * 3 },
      );
    },
  );

  it('answers any parameters within the contract', async () => {
    const parameter = fc.tuple(
      fc.constantFrom('filter', 'order', 'limit', 'offset', 'with', 'q'),
      fc.oneof(
        fc.string(),
        fc.integer().map(String),
        fc.constantFrom('name', '-name', 'blocks', '{}', 'blocks.liveStreams'),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 6 }), async (parameters) => {
        const { status } = await organiser.request(`GET /api/v1/events?${new URLSearchParams(parameters)}`);
        expect(status).toBeLessThan(500);
      }),
      run,
    );
  });

  it('answers any path within the contract', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), async (part) => {
        const { status } = await organiser.request(`GET /api/v1/kickboxing/competitions${part}`);
        expect(status).toBeLessThan(500);
      }),
      run,
    );
  });
});
