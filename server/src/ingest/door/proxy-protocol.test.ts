import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryHeader } from '../../../test/ingest/proxy-headers.ts';
import { ProxyError, readProxyHeader } from './proxy-protocol.ts';

const text = (line: string) => Buffer.from(`${line}\r\n`, 'latin1');
const headers: Array<[string, Buffer, string | undefined]> = [
  ['IPv4 in text', text('PROXY TCP4 192.0.2.7 198.51.100.1 56324 1935'), '192.0.2.7'],
  ['IPv6 in text', text('PROXY TCP6 2001:db8::7 2001:db8::1 56324 1935'), '2001:db8::7'],
  ['an unknown one in text', text('PROXY UNKNOWN ffff:f::f ffff:f::f 65535 65535'), undefined],
  ['nobody in text', text('PROXY UNKNOWN'), undefined],
  ['IPv4', binaryHeader('192.0.2.7'), '192.0.2.7'],
  ['IPv6', binaryHeader('2001:db8:0:0:0:0:0:7'), '2001:db8:0:0:0:0:0:7'],
  ['IPv4 with further fields', binaryHeader('192.0.2.7', { further: Buffer.alloc(300, 4) }), '192.0.2.7'],
  ['the proxy itself', binaryHeader(undefined), undefined],
  [
    'a unix socket',
    binaryHeader(undefined, { command: 0x21, family: 0x31, further: Buffer.alloc(216) }),
    undefined,
  ],
];

describe('a PROXY header', () => {
  it.each(headers)('of %s is read whole, and not before', (_, header, address) => {
    const wire = Buffer.concat([header, Buffer.from([3, 0, 0])]);
    for (let end = 0; end < header.length; end += 1)
      expect(readProxyHeader(wire.subarray(0, end))).toBeUndefined();
    expect(readProxyHeader(wire)).toEqual({ address, length: header.length });
  });

  it.each([
    ['none: RTMP', Buffer.from([3])],
    ['none: TLS', Buffer.from([0x16, 3, 1])],
    ['another family', text('PROXY UDP4 192.0.2.7 198.51.100.1 1 2')],
    ['no address', text('PROXY TCP4 host 198.51.100.1 1 2')],
    ['IPv6 as IPv4', text('PROXY TCP4 2001:db8::7 198.51.100.1 1 2')],
    ['a line without an end', Buffer.from('PROXY TCP4'.padEnd(107))],
    ['version 3', binaryHeader('192.0.2.7', { command: 0x31 })],
    ['an unknown command', binaryHeader('192.0.2.7', { command: 0x22 })],
    ['a claim of 60,000 bytes', binaryHeader('192.0.2.7', { size: 60_000 })],
    [
      'less than its addresses',
      binaryHeader(undefined, { command: 0x21, family: 0x11, further: Buffer.alloc(8) }),
    ],
  ])('that is wrong is refused: %s', (_, bytes) => {
    expect(() => readProxyHeader(bytes)).toThrow(ProxyError);
  });

  it('of any bytes is read or refused', () => {
    const begun = fc.constantFrom(...headers.map(([, header]) => header));
    fc.assert(
      fc.property(begun, fc.uint8Array({ maxLength: 60 }), fc.nat(), (header, bytes, at) => {
        const wire = Buffer.from(header);
        wire.set(bytes.subarray(0, Math.max(0, wire.length - (at % wire.length))), at % wire.length);
        try {
          readProxyHeader(wire);
        } catch (error) {
          expect(error).toBeInstanceOf(ProxyError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
