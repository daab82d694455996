import { isIPv4 } from 'node:net';
import { expect, it } from 'vitest';
import { addressOf } from './listening.ts';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['venue.internal', 'http://venue.internal:3000'],
])('is reached on %s where it listens', (host, url) => {
  expect(addressOf(host, 3000)).toBe(url);
});

it.each(['0.0.0.0', '::'])('is reached on %s by an address of the machine', (host) => {
  const { hostname, port } = new URL(addressOf(host, 3000));
  expect([isIPv4(hostname), hostname === '0.0.0.0', port]).toEqual([true, false, '3000']);
});
