/** What a balancer sends before the bytes of its client, by version 2 of the PROXY protocol. */
import { isIPv6 } from 'node:net';

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/** @param address undefined: the balancer speaks for itself. IPv6 with all eight groups. */
export function binaryHeader(
  address: string | undefined,
  fields: { command?: number; family?: number; size?: number; further?: Buffer } = {},
): Buffer {
  const { further = Buffer.alloc(0) } = fields;
  const client = address === undefined ? Buffer.alloc(0) : bytesOf(address);
  const body = Buffer.concat([client, client, Buffer.alloc(client.length > 0 ? 4 : 0), further]);
  const head = Buffer.alloc(4);
  head[0] = fields.command ?? (address === undefined ? 0x20 : 0x21);
  head[1] = fields.family ?? (address === undefined ? 0 : isIPv6(address) ? 0x21 : 0x11);
  head.writeUInt16BE(fields.size ?? body.length, 2);
  return Buffer.concat([signature, head, body]);
}

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}
