import { once } from 'node:events';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPublicAgent, isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '142.250.179.138',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '2a00:1450:4001:831::200a',
    '2606:4700::1111',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
    // The metadata of clouds, multicast, broadcast, benchmarks.
    ...['169.254.169.254', '224.0.0.1', '255.255.255.255', '198.19.0.1', '192.0.2.1', '240.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '3fff::1'],
    // IPv4 in IPv6: mapped, by 6to4, by Teredo, by NAT64.
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '2002:7f00:1::', '2001::1', '64:ff9b::a00:1', 'fe80::1%eth0'],
    ...['', 'localhost', '0x7f000001', '2130706433', '127.1'],
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('createPublicAgent', () => {
  const faultOf = async (url: string) => {
    const agent = createPublicAgent();
    const [error] = await once(request(url, { agent }).end(), 'error').catch((thrown) => [thrown]);
    agent.destroy();
    return error as NodeJS.ErrnoException;
  };

  it('does not connect to a name that leads to this machine', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect((await faultOf(`https://localhost:${port}/`)).message).toBe('The host is not public');
    server.close();
    expect(connections).toBe(0);
  });

  it('passes on that a name is unknown', async () => {
    expect((await faultOf('https://no-such-host.invalid/')).code).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/);
  });
});
