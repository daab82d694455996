import { describe, expect, it } from 'vitest';
import { neighbourhoodOf, networkOf } from './network.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2ff:a:b:c:d', '2001:db8:1:200::/56'],
    ['2001:db8:1:201::1', '2001:db8:1:200::/56'],
    ['2001:0DB8:0001:0300::', '2001:db8:1:300::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['203.0.113.7:1234', '203.0.113.7'],
    ['[2001:db8:1:201::1]:1234', '2001:db8:1:200::/56'],
    ['[2001:db8:1:201::1]', '2001:db8:1:200::/56'],
    ['[::ffff:203.0.113.7]:1234', '203.0.113.7'],
    ['no address', 'no address'],
    ['a:b', 'a:b'],
  ])('%s belongs to %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('neighbourhoodOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
  ])('%s is in %s', (ip, network) => {
    expect(neighbourhoodOf(ip)).toBe(network);
  });
});
