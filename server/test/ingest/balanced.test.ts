/**
 * Encoders behind a balancer that sends the PROXY protocol: their networks are their own.
 *
 * @engine one
 */
import { afterEach, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { connectEncoder, opening, portOf, type RawEncoder } from './encoder.ts';
import { binaryHeader } from './proxy-headers.ts';
import { setUpVenue, until } from './venue.ts';

const api = await startApi({ rtmpProxies: ['127.0.0.8', '127.0.1.0/24'] });

const textHeader = (address: string) => Buffer.from(`PROXY TCP4 ${address} 198.51.100.1 40000 1935\r\n`);

/** @param from where the bytes come from: the balancer's address. */
async function publishBehind(from: string, header: Buffer, key: { rtmpUrl: string; streamKey: string }) {
  const encoder = await connectEncoder(portOf(key.rtmpUrl), from);
  await encoder.send(Buffer.concat([header, opening(key.streamKey)]));
  await until(
    async () => encoder,
    ({ socket, received }) => socket.destroyed || /NetStream\.Publish\./.test(received().toString('latin1')),
  );
  return encoder;
}

/** @returns whether a stranger gets a place. */
async function waits(from: string, header: Buffer, { rtmpUrl }: { rtmpUrl: string }): Promise<boolean> {
  const stranger = await connectEncoder(portOf(rtmpUrl), from);
  strangers.push(stranger);
  await stranger.send(Buffer.concat([header, Buffer.from([3]), Buffer.alloc(1536)]));
  await until(
    async () => stranger,
    ({ socket, received }) => socket.destroyed || received().length > 0,
  );
  return stranger.received().length > 0;
}

const strangers: RawEncoder[] = [];
afterEach(() => {
  for (const { socket } of strangers.splice(0)) socket.destroy();
});

const isAccepted = ({ received }: RawEncoder) =>
  received().toString('latin1').includes('NetStream.Publish.Start');

it.each([
  ['1', textHeader],
  ['2', binaryHeader],
])(
  'wrong keys behind a balancer cost their own network places, and no other one (version %s, 28.7)',
  async (version, header) => {
    const [venue, wrong] = [await setUpVenue(api), `192.0.2.${version}`];
    for (let guess = 0; guess < 10; guess += 1) {
      using encoder = await publishBehind('127.0.0.8', header(wrong), { ...venue.key, streamKey: 'guess' });
      await encoder.closed;
    }
    const placesOf = async (address: string) => {
      const all = Array.from({ length: 12 }, () => waits('127.0.1.77', header(address), venue.key));
      return (await Promise.all(all)).filter(Boolean).length;
    };
    expect(await placesOf(wrong)).toBe(3);
    expect(await placesOf(`198.51.100.${version}`)).toBe(10);
    using encoder = await publishBehind('127.0.1.77', header('203.0.113.9'), venue.key);
    expect(isAccepted(encoder)).toBe(true);
  },
);

it('a header that comes byte by byte is read, and what follows it is the encoder’s', async () => {
  const venue = await setUpVenue(api);
  using encoder = await connectEncoder(portOf(venue.key.rtmpUrl), '127.0.0.8');
  for (const byte of textHeader('203.0.113.10')) await encoder.send(Buffer.from([byte]));
  await encoder.send(opening(venue.key.streamKey));
  await until(
    async () => isAccepted(encoder),
    (is) => is,
  );
});

it('the checks of a balancer count for nothing, with a header for itself and without one', async () => {
  const venue = await setUpVenue(api);
  for (const header of [Buffer.alloc(0), binaryHeader(undefined), Buffer.from('PROXY UNKNOWN\r\n')]) {
    for (let check = 0; check < 12; check += 1) {
      using balancer = await connectEncoder(portOf(venue.key.rtmpUrl), '127.0.0.8');
      if (header.length > 0) await balancer.send(header);
      balancer.socket.end();
      await balancer.closed;
    }
  }
  // An encoder whose address the balancer does not know counts as the balancer, and that has all its places.
  let places = 0;
  while (await waits('127.0.0.8', Buffer.from('PROXY UNKNOWN\r\n'), venue.key)) places += 1;
  expect(places).toBe(10);
  expect(api.log.join('')).not.toContain('PROXY header');
});

it('a header is read from those balancers alone, and must come from them', async () => {
  const venue = await setUpVenue(api);
  // A stranger who claims an address.
  using stranger = await publishBehind('127.0.0.9', textHeader('203.0.113.11'), venue.key);
  await stranger.closed;
  expect(isAccepted(stranger)).toBe(false);
  using plain = await publishBehind('127.0.0.9', Buffer.alloc(0), venue.key);
  expect(isAccepted(plain)).toBe(true);
  using silent = await publishBehind('127.0.0.8', Buffer.alloc(0), venue.key);
  await silent.closed;
  expect(isAccepted(silent)).toBe(false);
  expect(api.log.join('')).toContain('RTMP_PROXIES');
});
