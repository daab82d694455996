/**
 * SRT: a real ffmpeg publishes to the real door, and only who knows the passphrase gets one behind it.
 *
 * @tier all
 * @engine one
 */
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { describeWith, hasTool } from '../tools.ts';
import { connectEncoder, film, mediaBytes, portOf, publish } from './encoder.ts';
import { type Publisher, testPicture } from './ffmpeg.ts';
import { startLossyRelay } from './lossy-relay.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, type Venue, watch } from './venue.ts';

const withSrt = hasTool('ffmpeg with SRT') ? { srtPort: 0 } : {};
const api = await startApi(withSrt);

const urlOf = (venue: Venue) => String((venue.key as { srtUrl?: string }).srtUrl);

/** An encoder gives up after a moment when nothing answers. */
function publishBySrt(url: string, codecs: string[] = []): Publisher {
  const process = spawn('ffmpeg', [
    ...testPicture({}),
    ...codecs,
    '-f',
    'mpegts',
    url.replace('localhost', '127.0.0.1'),
  ]);
  let errors = '';
  process.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    process.on('close', (code) => resolve({ code, errors }));
  });
  return { process, ended, [Symbol.dispose]: () => void process.kill('SIGKILL') };
}

const reaches = (venue: Venue, wanted: string) =>
  until(
    () => stateOf(venue),
    ({ state }) => state === wanted,
    30_000,
  );
/** An encoder that has taken over keeps the stream for a while (28.82). */
const endContest = ({ streamId }: Venue) =>
  api.db.updateTable('ingests').set({ contestedUntil: null }).where('liveStreamId', '=', streamId).execute();
const noChildren = () =>
  until(
    async () => children(),
    (pids) => pids.length === 0,
    8_000,
  );

describeWith('ffmpeg with SRT', 'SRT', () => {
  it('takes a feed, shows it to viewers, and hides its passphrase from the list of processes (28.40)', async () => {
    const venue = await setUpVenue(api);
    expect(urlOf(venue)).toMatch(
      /^srt:\/\/localhost:\d+\?streamid=[0-9a-f-]{36}&latency=600000&passphrase=[\w-]{32}$/,
    );
    const { srtUrl } = await stateOf(venue);
    expect(urlOf(venue).startsWith(`${srtUrl}&passphrase=`)).toBe(true);
    using publisher = publishBySrt(urlOf(venue));
    await reaches(venue, 'live');
    const { path: master } = await watch(venue);
    const { variants, playlist, address } = await mediaPlaylist(api, master);
    expect(variants[0]).toMatchObject({
      codecs: expect.stringMatching(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/),
      resolution: { width: 320, height: 180 },
    });
    expect((await loadSegment(api, address, playlist.segments[0]?.uri ?? '')).length).toBeGreaterThan(1_000);
    const { health } = await stateOf(venue);
    expect(health).toMatchObject({ encoder: 'SRT', jumps: 0, refusedCodec: null, hasAudio: true });

    const [child] = children();
    const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(child)], { encoding: 'utf8' });
    expect(stdout).toContain('ffmpeg');
    expect(stdout).not.toContain(new URL(urlOf(venue)).searchParams.get('passphrase'));

    // The encoder says farewell, and nothing stays behind.
    publisher.process.kill('SIGINT');
    await reaches(venue, 'interrupted');
    await noChildren();
  }, 60_000);

  it('refuses who does not know the passphrase, and starts nothing for them (28.41)', async () => {
    const venue = await setUpVenue(api);
    const url = new URL(urlOf(venue));
    const withParameter = (name: string, value: string | undefined) => {
      const changed = new URL(url);
      if (value === undefined) changed.searchParams.delete(name);
      else changed.searchParams.set(name, value);
      return changed.href;
    };
    const wrong = [
      withParameter('passphrase', 'a-guess-of-somebody-else'),
      withParameter('passphrase', undefined),
      withParameter('streamid', undefined),
      withParameter('streamid', '0b9f0e0c-6c37-4f34-9d52-5f0a3f2f7a10'),
      withParameter('streamid', 'x'.repeat(500)),
    ];
    for (const address of wrong) {
      using publisher = publishBySrt(address);
      const { code } = await publisher.ended;
      expect(code).not.toBe(0);
      expect(children()).toEqual([]);
    }
    expect((await stateOf(venue)).state).toBe('idle');
    expect(refusals(api.log)).toEqual(wrong.map(() => 'wrong-key'));
    // The right one is still welcome.
    using _publisher = publishBySrt(url.href);
    await reaches(venue, 'live');
    await venue.organiser.request(`POST ${venue.path}/end`);
    await noChildren();
  }, 90_000);

  it('names a codec that is not taken, as by RTMP, and leaves the encoder that is live alone (28.40)', async () => {
    const venue = await setUpVenue(api);
    using opus = publishBySrt(urlOf(venue), ['-c:a', 'libopus']);
    const { warnings } = await until(
      () => stateOf(venue),
      ({ health }) => health?.refusedCodec === 'Opus',
      30_000,
    );
    expect(warnings).toEqual(['codec-refused']);
    await opus.ended;

    using live = await publish(venue.key);
    const stop = film(live);
    await reaches(venue, 'live');
    using hevc = publishBySrt(urlOf(venue), ['-c:v', 'libx265', '-x265-params', 'log-level=none']);
    await hevc.ended;
    await noChildren();
    expect(live.socket.destroyed).toBe(false);
    expect(await stateOf(venue)).toMatchObject({
      state: 'live',
      warnings: [],
      health: { refusedCodec: null },
    });
    stop();
    await venue.organiser.request(`POST ${venue.path}/end`);
  }, 90_000);

  it('lets the newest encoder take over, by SRT and by RTMP, and cuts an old key off (28.2)', async () => {
    const venue = await setUpVenue(api);
    using first = publishBySrt(urlOf(venue));
    await reaches(venue, 'live');
    const [before] = children();
    using second = publishBySrt(urlOf(venue));
    await first.ended;
    await until(
      async () => children(),
      (pids) => pids.length === 1 && pids[0] !== before,
    );

    await endContest(venue);
    using encoder = await publish(venue.key);
    const stop = film(encoder, 0, mediaBytes);
    await second.ended;
    await noChildren();
    stop();

    await endContest(venue);
    using third = publishBySrt(urlOf(venue));
    await until(
      () => stateOf(venue),
      ({ health }) => health?.encoder === 'SRT' && health.framesPerSecond > 0,
      30_000,
    );
    const { body } = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    await third.ended;
    await noChildren();
    expect(body.srtUrl).not.toBe(urlOf(venue));
    using old = publishBySrt(urlOf(venue));
    expect((await old.ended).code).not.toBe(0);
    expect(refusals(api.log).at(-1)).toBe('replaced-key');
    using fourth = publishBySrt(body.srtUrl);
    await reaches(venue, 'live');
    await venue.organiser.request(`POST ${venue.path}/end`);
    await fourth.ended;
    await noChildren();
    using late = publishBySrt(body.srtUrl);
    expect((await late.ended).code).not.toBe(0);
    expect(refusals(api.log).at(-1)).toBe('broadcast-ended');
    expect(children()).toEqual([]);
  }, 120_000);

  it('refuses the displaced one of two with one key, and starts nothing for it (28.82)', async () => {
    const venue = await setUpVenue(api);
    using first = publishBySrt(urlOf(venue));
    await reaches(venue, 'live');
    using second = publishBySrt(urlOf(venue));
    await first.ended;
    await until(
      () => stateOf(venue),
      ({ health }) => health?.reconnects === 1 && health.framesPerSecond > 0,
      30_000,
    );
    const before = children();
    for (let again = 0; again < 3; again += 1) {
      using retry = publishBySrt(urlOf(venue));
      expect((await retry.ended).code).not.toBe(0);
      expect(children()).toEqual(before);
    }
    expect(refusals(api.log).slice(-3)).toEqual(['key-in-use', 'key-in-use', 'key-in-use']);
    expect(second.process.exitCode).toBeNull();
    const { warnings } = await until(
      () => stateOf(venue),
      ({ attempts }) => attempts[0]?.count >= 3,
    );
    expect(warnings).toContain('key-in-use');
    await venue.organiser.request(`POST ${venue.path}/end`);
    await noChildren();
  }, 90_000);

  it('comes back when its ffmpeg is killed, as after a lost line (28.40)', async () => {
    const venue = await setUpVenue(api);
    using first = publishBySrt(urlOf(venue));
    await reaches(venue, 'live');
    const [child = 0] = children();
    process.kill(child, 'SIGKILL');
    // The encoder learns it at once, and need not wait for its own limit.
    await first.ended;
    await reaches(venue, 'interrupted');
    expect(children()).toEqual([]);
    using _second = publishBySrt(urlOf(venue));
    await reaches(venue, 'live');
    await venue.organiser.request(`POST ${venue.path}/end`);
    await noChildren();
    expect((await stateOf(venue)).recording.seconds).toBeGreaterThan(0);
  }, 90_000);

  it('plays on while 8 % of the packets are lost at 60 ms each way, and counts them (28.81)', async () => {
    const venue = await setUpVenue(api);
    const url = new URL(urlOf(venue));
    await using relay = await startLossyRelay(Number(url.port), { loss: 0.08, delayMs: 60 });
    url.port = String(relay.port);
    using publisher = publishBySrt(url.href);
    await reaches(venue, 'live');
    const { health } = await until(
      () => stateOf(venue),
      ({ health, recording }) => recording.seconds >= 12 && health.packetsLost >= 20,
      40_000,
    );
    expect(health).toMatchObject({ encoder: 'SRT', reconnects: 0, hasAudio: true });
    expect(publisher.process.exitCode).toBeNull();
    await venue.organiser.request(`POST ${venue.path}/end`);
    await noChildren();
  }, 90_000);

  it('drops what came damaged, and goes on with the rest (28.81)', async () => {
    const venue = await setUpVenue(api);
    const url = new URL(urlOf(venue));
    // Nothing is sent again.
    await using relay = await startLossyRelay(Number(url.port), {
      loss: 0.02,
      delayMs: 0,
      losesReports: true,
    });
    url.port = String(relay.port);
    using _publisher = publishBySrt(url.href);
    await reaches(venue, 'live');
    const { warnings, health } = await until(
      () => stateOf(venue),
      ({ health, recording }) => recording.seconds >= 10 && health.packetsMissing > 0,
      40_000,
    );
    expect(warnings).toContain('packets-missing');
    expect(health.reconnects).toBe(0);
    await venue.organiser.request(`POST ${venue.path}/end`);
    await noChildren();
  }, 90_000);

  it('answers strangers with no more than they sent, and forged cookies with nothing (28.41)', async () => {
    const venue = await setUpVenue(api);
    const port = Number(new URL(urlOf(venue)).port);
    const socket = createSocket('udp4');
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const answers: Buffer[] = [];
    socket.on('message', (packet) => answers.push(packet));
    const hello = handshake(1, 0);
    const hostile = [
      Buffer.alloc(0),
      Buffer.alloc(3, 0x80),
      Buffer.alloc(20_000, 0xff),
      handshake(0xffffffff, 12_345),
      Buffer.concat([handshake(0xffffffff, 12_345), Buffer.alloc(1_000, 0xff)]),
      ...Array.from({ length: 500 }, (_, seed) => noise(seed)),
    ];
    for (const packet of hostile) await sent(socket, packet);
    await sent(socket, hello);
    await until(
      async () => answers.length,
      (count) => count > 0,
    );
    expect(answers).toHaveLength(1);
    expect(answers[0]?.length).toBe(hello.length);
    expect(children()).toEqual([]);
    socket.close();
  }, 30_000);

  it('does not outlive a server that is killed (28.40)', async () => {
    const script = `
      import { SrtProcess } from '${new URL('../../src/ingest/srt/srt-process.ts', import.meta.url)}';
      const options = { port: ${await freePort()}, passphrase: 'a-long-passphrase', onTag: () => console.log('tag'), onExit: console.error };
      const child = new SrtProcess(options);
      console.log(child.pid, options.port);
      setInterval(() => {}, 1000);
    `;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [line] = await once(server.stdout, 'data');
    const [pid = 0, port] = String(line).split(' ').map(Number);
    using publisher = publishBySrt(`srt://127.0.0.1:${port}?passphrase=a-long-passphrase`);
    await once(server.stdout, 'data');
    server.kill('SIGKILL');
    await until(
      async () => isRunning(pid),
      (is) => !is,
      8_000,
    );
    await publisher.ended;
  }, 40_000);
});

// Of its own: this server then knows many wrong keys of this machine.
const other = await startApi(withSrt);

describeWith('ffmpeg with SRT', 'a network that brought ten wrong keys by SRT', () => {
  it('is let in at once with the right one, and an old one is not counted (28.7)', async () => {
    const venue = await setUpVenue(other);
    const oldUrl = urlOf(venue);
    const { body } = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    const wrong = new URL(oldUrl);
    wrong.searchParams.set('passphrase', 'a-guess-of-somebody-else');
    for (const address of [...Array.from({ length: 5 }, () => oldUrl), ...Array(10).fill(wrong.href)]) {
      using guess = publishBySrt(address);
      expect((await guess.ended).code).not.toBe(0);
    }
    expect(children()).toEqual([]);
    expect(refusals(other.log)).toEqual([...Array(5).fill('replaced-key'), ...Array(10).fill('wrong-key')]);
    using _publisher = publishBySrt(body.srtUrl);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    // By RTMP too this network has fewer places, because the door is the same.
    const strangers = await Promise.all(
      Array.from({ length: 12 }, () => connectEncoder(portOf(venue.key.rtmpUrl))),
    );
    await until(
      async () => strangers.filter(({ socket }) => socket.destroyed).length,
      (turnedAway) => turnedAway === 9,
    );
    for (const { socket } of strangers) socket.destroy();
    await venue.organiser.request(`POST ${venue.path}/end`);
    await noChildren();
  }, 90_000);
});

describe('a server without SRT', async () => {
  const plain = await startApi();
  it('names no address for it', async () => {
    const venue = await setUpVenue(plain);
    expect(venue.key).toMatchObject({ srtUrl: null });
    expect(await stateOf(venue)).toMatchObject({ srtUrl: null });
  });
});

/** Of callers by SRT, in their order. */
function refusals(log: string[]): string[] {
  return log
    .filter((line) => line.includes('an encoder was refused by SRT'))
    .map((line) => JSON.parse(line).refusal);
}

function sent(socket: ReturnType<typeof createSocket>, packet: Buffer): Promise<void> {
  return new Promise((resolve) => socket.send(packet, () => resolve()));
}

function handshake(type: number, cookie: number): Buffer {
  const packet = Buffer.alloc(64);
  packet.writeUInt32BE(0x80000000, 0);
  packet.writeUInt32BE(4, 16);
  packet.writeUInt32BE(type, 36);
  packet.writeUInt32BE(77, 40);
  packet.writeUInt32BE(cookie, 44);
  return packet;
}

/** Begins like a handshake, and goes on with anything. */
function noise(seed: number): Buffer {
  const packet = Buffer.alloc(64 + (seed % 300));
  for (let at = 0, value = seed + 1; at < packet.length; at += 1) {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
    packet[at] = value >> 16;
  }
  if (seed % 2) packet.writeUInt32BE(0x80000000, 0);
  if (seed % 4 === 1) packet.writeUInt32BE(0xffffffff, 36);
  return packet;
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** The children of this process that listen for SRT. */
function children(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'concat'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
