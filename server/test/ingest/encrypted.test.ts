/**
 * RTMPS: the same door, with the handshake of TLS behind its limits.
 *
 * @tier all
 * @engine one
 */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/start-server.ts';
import { startApi } from '../harness.ts';
import { describeWith, hasTool, itWith } from '../tools.ts';
import { makeCertificate } from './certificate.ts';
import { film, opening, portOf, type RawEncoder } from './encoder.ts';
import { publishWithFfmpeg } from './ffmpeg.ts';
import { setUpVenue, stateOf, until } from './venue.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ringside-certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const files = { certificate: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };

if (hasTool('openssl')) makeCertificate(files, 'first');
const api = await startApi(hasTool('openssl') ? { rtmpTls: { ...files, port: 0 } } : {});

async function handshake(port: number, localAddress = '127.0.0.1'): Promise<TLSSocket> {
  const options = { host: '127.0.0.1', port, localAddress, rejectUnauthorized: false };
  const socket = connect(options);
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}

const nameOf = (socket: TLSSocket) =>
  new X509Certificate(socket.getPeerCertificate(true).raw).subject.replace('CN=', '');

async function publishEncrypted({ rtmpUrl, streamKey }: { rtmpUrl: string; streamKey: string }) {
  const socket = await handshake(portOf(rtmpUrl));
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => chunks.push(bytes));
  const encoder: RawEncoder = {
    socket,
    closed: once(socket, 'close').then(() => {}),
    received: () => Buffer.concat(chunks),
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    [Symbol.dispose]: () => void socket.destroy(),
  };
  await encoder.send(opening(streamKey));
  return encoder;
}

describeWith('openssl', 'RTMPS', () => {
  it('takes a feed, and organisers are shown its address', async () => {
    const venue = await setUpVenue(api);
    expect(venue.key.rtmpUrl).toMatch(/^rtmps:\/\/localhost:\d+\/live$/);
    using encoder = await publishEncrypted(venue.key);
    const stop = film(encoder);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    stop();
  }, 20_000);

  itWith(
    'ffmpeg',
    'takes a feed of ffmpeg',
    async () => {
      const venue = await setUpVenue(api);
      using _publisher = publishWithFfmpeg(venue.key);
      await until(
        () => stateOf(venue),
        ({ state }) => state === 'live',
      );
    },
    30_000,
  );

  it('refuses a wrong key, and old versions of TLS', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publishEncrypted({ ...venue.key, streamKey: 'guess' });
    await encoder.closed;
    expect(encoder.received().toString('latin1')).toContain('NetStream.Publish.BadName');
    const old = connect({
      host: '127.0.0.1',
      port: portOf(venue.key.rtmpUrl),
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const [error] = await once(old, 'error');
    expect(String(error.code)).toMatch(/PROTOCOL|ECONNRESET|ALERT/);
  });

  it('lets ten of a network wait, silent ones five seconds, before and in the handshake', async () => {
    const venue = await setUpVenue(api);
    const port = portOf(venue.key.rtmpUrl);
    const sockets = Array.from({ length: 30 }, () => connectPlain(port, '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => {});
    await until(
      async () => sockets.filter(({ destroyed }) => !destroyed).length,
      (open) => open <= 10,
      2_000,
    );
    // Half of a greeting: the handshake begins and never ends.
    for (const socket of sockets) if (!socket.destroyed) socket.write(Buffer.from([22, 3, 1, 2, 0, 1, 0]));
    await until(
      async () => sockets.filter(({ destroyed }) => !destroyed).length,
      (open) => open === 0,
      8_000,
    );
    const garbage = connectPlain(port, '127.0.0.1');
    garbage.on('error', () => {});
    garbage.write('GET / HTTP/1.1\r\n\r\n');
    await once(garbage, 'close');
    using encoder = await publishEncrypted(venue.key);
    await until(
      async () => encoder.received().toString('latin1'),
      (received) => received.includes('NetStream.Publish.Start'),
    );
  }, 20_000);

  it('shows a new certificate without a restart, and the old one while the new files do not fit', async () => {
    const venue = await setUpVenue(api);
    const port = portOf(venue.key.rtmpUrl);
    let looks = 0;
    const shown = async () => {
      // Each from an address of its own: who goes without a key counts like a wrong key.
      looks += 1;
      const socket = await handshake(port, `127.0.4.${looks}`);
      const name = nameOf(socket);
      socket.destroy();
      return name;
    };
    expect(await shown()).toBe('first');
    writeFileSync(files.key, 'half a key');
    await wait(1_100);
    expect(await shown()).toBe('first');
    expect(await shown()).toBe('first');
    expect(api.log.filter((line) => line.includes('certificate of RTMPS'))).toHaveLength(1);
    makeCertificate(files, 'second');
    await until(shown, (name) => name === 'second', 4_000);
  }, 20_000);
});

it('stops the start when the files are no certificate and key', async () => {
  const config = readConfig({
    DATA_DIR: folder,
    DEMO: '0',
    PORT: '0',
    RTMP_TLS_CERT: files.key,
    LOG_LEVEL: 'silent',
    RTMP_TLS_KEY: path.join(folder, 'none.pem'),
  });
  await expect(startServer(config)).rejects.toThrow(
    /^Cannot start:\n- RTMP_TLS_CERT and RTMP_TLS_KEY must name .* \(ENOENT\)$/,
  );
  expect(() => readConfig({ RTMP_TLS_CERT: 'cert.pem' })).toThrow(/must be set together/);
}, 90_000);
