import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
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
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    // The metadata of clouds, multicast, broadcast, benchmarks.
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '198.19.0.1',
    '192.0.2.1',
    '240.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    // IPv4 in IPv6: mapped, by 6to4, by Teredo, by NAT64.
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '2002:7f00:1::',
    '2001::1',
    '64:ff9b::a00:1',
    'fe80::1%eth0',
    '',
    'localhost',
    '0x7f000001',
    '2130706433',
    '127.1',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

/** A name server: knows the address of one name; another one does not exist, and one gets no answer. */
async function startNameServer(address: string) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port }) => {
    const name = query.subarray(12, query.indexOf(0, 12)).toString('latin1');
    asked.push(name);
    if (name.includes('silent')) return;
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isKnown = name.includes('known') && question.at(-3) === 1;
    const code = name.includes('known') ? '80' : '83';
    const head = Buffer.from(`000081${code}0001000${isKnown ? 1 : 0}00000000`, 'hex');
    query.copy(head, 0, 0, 2);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, ...address.split('.').map(Number)]);
    socket.send(Buffer.concat([head, question, ...(isKnown ? [record] : [])]), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { asked, server: `127.0.0.1:${socket.address().port}`, [Symbol.dispose]: () => void socket.close() };
}

describe('createPublicAgent', () => {
  const faultOf = async (url: string, nameServer: string) => {
    const agent = createPublicAgent({ servers: [nameServer] });
    const [error] = await once(request(url, { agent }).end(), 'error').catch((thrown) => [thrown]);
    agent.destroy();
    return error as NodeJS.ErrnoException;
  };

  it('does not connect to a name that leads to this machine', async () => {
    using names = await startNameServer('127.0.0.1');
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { message } = await faultOf(`https://known.example.org:${port}/`, names.server);
    expect(message).toBe('The host is not public');
    server.close();
    expect(connections).toBe(0);
  });

  it('passes on that a name is unknown', async () => {
    using names = await startNameServer('127.0.0.1');
    expect((await faultOf('https://no-such-host.invalid/', names.server)).code).toBe('ENOTFOUND');
  });

  it('holds up no other lookup while a name server does not answer', async () => {
    using names = await startNameServer('127.0.0.1');
    const finished: string[] = [];
    const silent = Array.from({ length: 8 }, (_, index) =>
      faultOf(`https://silent-${index}.example.org/`, names.server).then(({ code }) => {
        finished.push('silent');
        return code;
      }),
    );
    await expect.poll(() => names.asked.length).toBeGreaterThanOrEqual(16);
    await lookup('localhost');
    finished.push('localhost');
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['ETIMEOUT']));
    expect(finished[0]).toBe('localhost');
  });
});
