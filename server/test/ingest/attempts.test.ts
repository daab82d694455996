/**
 * Why encoders were turned away, as the page of their stream and the page of the system say it.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { Attempts } from '../../src/ingest/attempts/attempts.ts';
import { shownNetwork } from '../../src/ingest/attempts/shown-network.ts';
import { startApi } from '../harness.ts';
import { connectEncoder, film, mediaBytes, opening, portOf, publish } from './encoder.ts';
import { enhancedCapture } from './enhanced.ts';
import { setUpVenue, stateOf, until } from './venue.ts';

const api = await startApi();

const attemptsOf = async (venue: Awaited<ReturnType<typeof setUpVenue>>, count: number) =>
  (
    await until(
      () => stateOf(venue),
      ({ attempts }) => attempts.length >= count,
    )
  ).attempts;

describe('the page of a stream', () => {
  it('says which encoders were turned away, and why (28.83)', async () => {
    const venue = await setUpVenue(api);
    {
      using encoder = await publish(venue.key);
      const stop = film(encoder, 0, mediaBytes, enhancedCapture('hevc').map(asVp9));
      await until(
        () => stateOf(venue),
        ({ attempts }) => attempts.length === 1,
      );
      stop();
    }
    const { body: next } = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    using _old = await publish(venue.key);
    {
      using confused = await publish(next);
      await confused.send(Buffer.from([0xc7, 1, 2, 3, 4, 5, 6, 7]));
      await confused.closed;
    }
    await until(
      () => stateOf(venue),
      ({ attempts }) => attempts.length === 3,
    );
    await venue.organiser.request(`POST ${venue.path}/end`);
    using _late = await publish(next);
    const attempts = await attemptsOf(venue, 4);
    expect(attempts.map(({ refusal, detail }: Record<string, unknown>) => [refusal, detail])).toEqual([
      ['broadcast-ended', null],
      ['not-understood', 'A chunk stream begins without its first header'],
      ['replaced-key', null],
      ['codec-refused', 'VP9'],
    ]);
    expect(attempts[0]).toMatchObject({ network: '127.0.0.0/24', protocol: 'rtmp', count: 1 });
  }, 40_000);

  it('reads the same at the desk, as it happens (28.83)', async () => {
    const venue = await setUpVenue(api);
    await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    using _old = await publish(venue.key);
    await attemptsOf(venue, 1);
    const { body } = await venue.organiser.request(`GET /api/v1/events/${venue.eventId}/desk`);
    expect(body.blocks[0].liveStreams[0].ingest.attempts).toMatchObject([{ refusal: 'replaced-key' }]);
  });
});

describe('the state of the system', () => {
  it('lists those whose stream is not known (28.83)', async () => {
    const { organiser, key } = await setUpVenue(api);
    const admin = await api.signInAs({ scopes: ['settings:read'] });
    {
      using guess = await publish({ ...key, streamKey: 'guess' });
      await guess.closed;
    }
    const send = async (bytes: Buffer) => {
      using encoder = await connectEncoder(portOf(key.rtmpUrl));
      await encoder.send(bytes);
      encoder.socket.end();
      await encoder.closed;
    };
    await send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await send(opening('x').subarray(0, 3_100));
    // A check of a balancer sends nothing.
    await send(Buffer.alloc(0));
    const { body } = await until(
      () => admin.request('GET /api/v1/settings/system'),
      ({ body }) => body.attempts.length >= 3,
    );
    expect(body.attempts.map(({ refusal }: { refusal: string }) => refusal).toSorted()).toEqual([
      'no-key',
      'not-understood',
      'wrong-key',
    ]);
    expect((await organiser.request('GET /api/v1/settings/system')).status).toBe(403);
  }, 40_000);
});

describe('strangers', () => {
  it('cannot fill the database: a stream keeps ten rows, and all others fifty (28.83)', async () => {
    const venue = await setUpVenue(api);
    const { id } = await api.db
      .selectFrom('ingests')
      .select('id')
      .where('liveStreamId', '=', venue.streamId)
      .executeTakeFirstOrThrow();
    let written = 0;
    const attempts = new Attempts({
      db: api.db,
      now: api.clock.now,
      onError: () => {
        written = -1;
      },
    });
    for (let index = 0; index < 20_000; index += 1)
      attempts.note({
        ingestId: index % 2 ? id : undefined,
        remote: `203.0.${index % 250}.7`,
        protocol: 'rtmp',
        program: `p${index}\u202e`,
        refusal: 'not-understood',
        detail: `${index}`,
      });
    await attempts[Symbol.asyncDispose]();
    const rows = await api.db
      .selectFrom('encoderAttempts')
      .select(['ingestId', 'network', 'program', 'count'])
      .where((eb) => eb.or([eb('ingestId', '=', id), eb('ingestId', 'is', null)]))
      .execute();
    expect(written).toBe(0);
    expect(rows.filter(({ ingestId }) => ingestId !== null)).toHaveLength(10);
    expect(rows.filter(({ ingestId }) => ingestId === null).length).toBeLessThanOrEqual(50);
    expect(rows.find(({ network, ingestId }) => network === null && ingestId === id)?.count).toBe(
      10_000 - 20,
    );
    expect(JSON.stringify(rows)).not.toContain('\u202e');
  }, 40_000);
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1::/48'],
  ['::1', '::/48'],
  ['2001:db8::9', '2001:db8::/48'],
])('shows %s as %s', (address, network) => {
  expect(shownNetwork(address)).toBe(network);
});

function asVp9<M extends { type: number; payload: Buffer }>(message: M): M {
  if (message.type !== 9) return message;
  const payload = Buffer.from(message.payload);
  payload.write('vp09', 1, 'latin1');
  return { ...message, payload };
}
