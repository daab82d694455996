/**
 * Encoders behind the HAProxy of this machine, which sends both versions of the PROXY protocol, and its checks.
 *
 * @tier all
 * @engine one
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { describeWith, hasTool } from '../tools.ts';
import { makeCertificate } from './certificate.ts';
import { connectEncoder, film, opening, publish } from './encoder.ts';
import { setUpVenue, stateOf, until } from './venue.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ringside-haproxy-'));
afterAll(() => rmSync(folder, { recursive: true }));
const files = { certificate: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
if (hasTool('haproxy')) makeCertificate(files, 'localhost');
const api = await startApi({
  rtmpProxies: ['127.0.0.1'],
  ...(hasTool('haproxy') ? { rtmpTls: { ...files, port: 0 } } : {}),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** @param sending how it names its clients. @returns its port. */
async function startBalancer(to: number, sending: 'send-proxy' | 'send-proxy-v2') {
  const port = await freePort();
  const file = path.join(folder, `${sending}-${to}.cfg`);
  writeFileSync(
    file,
    `
defaults
  mode tcp
  timeout connect 5s
  timeout client 1m
  timeout server 1m
listen encoders
  bind 127.0.0.1:${port}
  server ringside 127.0.0.1:${to} ${sending} check inter 100ms
`,
  );
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  await until(
    () => connectEncoder(port, '127.0.0.9').catch(() => undefined),
    (probe) => {
      probe?.socket.destroy();
      return probe !== undefined || child.exitCode !== null;
    },
  );
  expect(child.exitCode).toBeNull();
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

describeWith('haproxy', 'behind HAProxy', () => {
  it.each([
    ['send-proxy', '127.0.2'],
    ['send-proxy-v2', '127.0.3'],
  ] as const)(
    'ten wrong keys of one address cost no other address anything (%s, 28.7)',
    async (sending, network) => {
      const venue = await setUpVenue(api);
      await using balancer = await startBalancer(api.ingest.facts.port ?? 0, sending);
      const key = { ...venue.key, rtmpUrl: `rtmp://127.0.0.1:${balancer.port}/live` };
      for (let guess = 0; guess < 10; guess += 1) {
        using encoder = await publish({ ...key, streamKey: 'guess' }, `${network}.1`);
        await encoder.closed;
      }
      const places = async (address: string) => {
        const strangers = await Promise.all(
          Array.from({ length: 12 }, () => connectEncoder(balancer.port, address)),
        );
        for (const { send } of strangers) void send(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536)]));
        await until(
          async () => strangers,
          (all) => all.every(({ socket, received }) => socket.destroyed || received().length > 0),
        );
        for (const { socket } of strangers) socket.destroy();
        return strangers.filter(({ received }) => received().length > 0).length;
      };
      expect(await places(`${network}.1`)).toBe(3);
      expect(await places(`${network}.2`)).toBe(10);
      using encoder = await publish(key, `${network}.3`);
      const stop = film(encoder);
      await until(
        () => stateOf(venue),
        ({ state }) => state === 'live',
      );
      stop();
      // Its checks, ten a second, are nothing to write down.
      expect(api.log.join('')).not.toContain('PROXY header');
    },
    60_000,
  );

  it('an encrypted encoder gets in, header first', async () => {
    const venue = await setUpVenue(api);
    await using balancer = await startBalancer(api.ingest.facts.tlsPort ?? 0, 'send-proxy-v2');
    const socket = connectTls({ host: '127.0.0.1', port: balancer.port, rejectUnauthorized: false });
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    await once(socket, 'secureConnect');
    socket.write(opening(venue.key.streamKey));
    await until(
      async () => received,
      (text) => text.includes('NetStream.Publish.Start'),
    );
    socket.destroy();
  }, 60_000);
});
