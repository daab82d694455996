import { expect, it } from 'vitest';
import { addressRanges } from './address-ranges.ts';

it('finds addresses of both families, with a zone and as dual-stack sockets report them', () => {
  const has = addressRanges(['10.0.0.7', '192.168.0.0/16', 'fd00::/8']);
  expect(['10.0.0.7', '::ffff:10.0.0.7', '192.168.3.4', 'fd12::1%eth0'].map(has)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['10.0.0.8', '::ffff:10.0.0.8', '2001:db8::1', '', 'no address'].map(has)).toEqual(
    Array(5).fill(false),
  );
  expect(addressRanges([])('127.0.0.1')).toBe(false);
});
