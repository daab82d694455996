/**
 * Measures live ingest against its figures: a real encoder, a server with the embedded database, two viewers in a browser,
 * 300 scripted ones. Options: `--minutes 10` for the steady part, `--crowd` for the 300 viewers beside it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { components } from '@ringside/openapi/schema';
import { film, publish } from '../../test/ingest/encoder.ts';
import { sized } from '../size.ts';
import { Child } from './child.ts';
import { ClockFeed, hasProgram } from './clock-feed.ts';
import type { CrowdReport } from './crowd-process.ts';
import { figures, Table } from './figures.ts';
import { type Gate, openGate } from './gate.ts';
import { account, openPlatform, type Platform, type Stream, slug } from './platform.ts';
import { readWithOthers } from './readers.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, crowd: { type: 'boolean' } } });
const steadyMs = Number(values.minutes ?? sized(1.5, 0.1)) * 60_000;
const openings = sized(3, 1);
const reconnects = sized(4, 1);
const settleMs = sized(10_000, 1_000);
const cpuMs = sized(20_000, 2_000);
const seeWithinMs = 30_000;

type Schemas = components['schemas'];
type Key = Schemas['StreamKey'];
type Seen = { latenciesMs: number[]; stalls: string[] };

const table = new Table();
const step = (words: string) => console.log(`- ${words}`);
await using platform = await openPlatform(openings);

if (hasProgram('ffmpeg', '-version') && process.env.CHROMIUM_PATH) await measureWithFfmpeg(platform);
else await measureWithCapture(platform);
process.exitCode = table.print() ? 0 : 1;

async function measureWithFfmpeg(of: Platform): Promise<void> {
  using viewers = await Child.start(
    fileURLToPath(new URL('../../../web/bench/live-viewers.ts', import.meta.url)),
  );
  const feeds: ClockFeed[] = [];
  let key = await createIngest(of, of.streams[0] as Stream);
  using gate = await openGate(Number(new URL(key.rtmpUrl).port));
  try {
    for (const [index, stream] of of.streams.entries()) {
      await feeds.pop()?.cut();
      step(`first frame, ${index + 1} of ${openings}`);
      if (index > 0) key = await createIngest(of, stream);
      await viewers.ask({ do: 'open', url: of.server.url, slug, streamId: stream.id, account });
      await wait(5_000);
      feeds.push(await appear('firstFrame', { key, gate, viewers }));
    }
    // The slates of the others would cost something until the end, and are none of the feed's.
    for (const { ingest } of of.streams.slice(0, -1)) await api(of, `POST ${ingest}/end`);
    const stream = of.streams.at(-1) as Stream;
    await measureSteady(of, stream, viewers);
    for (let round = 0; round < reconnects; round += 1) {
      step(`the encoder comes back, ${round + 1} of ${reconnects}`);
      await feeds.pop()?.cut();
      await wait(5_000);
      feeds.push(await appear('pictureBack', { key, gate, viewers }));
      await wait(3_000);
    }
    step('other players');
    await viewers.ask({ do: 'close' });
    const errors = await readWithOthers(await masterUrl(of, stream, 0));
    table.add('readerErrors', ...Object.values(errors));
    table.remark('readerErrors', Object.keys(errors).join(', '));
    step('CPU');
    await wait(settleMs);
    table.add('feedCpu', await cpuShare(of));
    await measureCrowd(of, stream);
    await measureKeysAndReplay(of, stream, gate.port);
  } finally {
    for (const feed of feeds) await feed.cut();
  }
}

/** Without ffmpeg there is no feed with a clock, and none of a real bit rate. */
async function measureWithCapture(of: Platform): Promise<void> {
  const stream = of.streams[0] as Stream;
  const key = await createIngest(of, stream);
  using encoder = await publish(key);
  const stop = film(encoder);
  await until(async () => (await api<Schemas['Ingest']>(of, `GET ${stream.ingest}`)).state === 'live');
  await wait(6_000);
  await measureKeysAndReplay(of, stream, Number(new URL(key.rtmpUrl).port));
  stop();
  for (const name of Object.keys(figures) as Array<keyof typeof figures>)
    if (name !== 'wrongKey' && name !== 'replay') table.remark(name, 'needs ffmpeg and Chromium');
}

/** Publishes, and measures from the moment when the server accepts it to the first frame at each viewer. */
async function appear(
  figure: 'firstFrame' | 'pictureBack',
  { key, gate, viewers }: { key: Key; gate: Gate; viewers: Child },
): Promise<ClockFeed> {
  const accepted = gate.accepted();
  const madeAfter = Date.now();
  const url = new URL(key.rtmpUrl);
  const feed = new ClockFeed({ ...key, rtmpUrl: `rtmp://127.0.0.1:${gate.port}${url.pathname}` });
  const seen = viewers.ask<Array<number | null>>({ do: 'see', madeAfter, withinMs: seeWithinMs });
  const acceptedAt = await Promise.race([accepted, wait(seeWithinMs).then(() => undefined)]);
  if (acceptedAt === undefined) throw new Error(`The feed was not accepted: ${feed.errors}`);
  for (const shownAt of await seen)
    table.add(figure, shownAt === null ? seeWithinMs / 1_000 : (shownAt - acceptedAt) / 1_000);
  return feed;
}

async function measureSteady(of: Platform, stream: Stream, viewers: Child): Promise<void> {
  await wait(settleMs);
  using crowd = values.crowd ? await openCrowd(of, stream) : undefined;
  const others = crowd ? `, beside ${of.crowd.length} others` : '';
  step(`two viewers, ${(steadyMs / 60_000).toFixed(1)} minutes${others}`);
  await viewers.ask({ do: 'collect' });
  const heaps: number[] = [];
  const handles: Record<string, number>[] = [];
  const end = performance.now() + steadyMs;
  while (performance.now() < end) {
    await wait(2_000);
    heaps.push((await of.server.metric('nodejs_heap_size_used_bytes')) / 1024 / 1024);
    handles.push(await of.server.openHandles());
  }
  const { latenciesMs, stalls } = await viewers.ask<Seen>({ do: 'collect' });
  const seconds = latenciesMs.map((ms) => ms / 1_000);
  table.add('glassToGlass', ...seconds);
  table.add('glassToGlassP95', ...seconds);
  for (const words of stalls) console.log(`    stall of ${words}`);
  table.add('stalls', stalls.length);
  table.remark('stalls', `in ${(steadyMs / 60_000).toFixed(1)} minutes`);
  table.add('heapGrowth', growth(heaps));
  table.add('handleGrowth', growth(handles.map((types) => Object.values(types).reduce((a, b) => a + b, 0))));
  const types = new Set(handles.flatMap((open) => Object.keys(open)));
  const grown = [...types].map((type) => [type, growth(handles.map((open) => open[type] ?? 0))] as const);
  table.remark('handleGrowth', grown.map(([type, count]) => `${type} ${count}`).join(', '));
}

/** The lowest value of each third: what is between two collections of garbage does not count. */
function growth(of: number[]): number {
  const third = Math.ceil(of.length / 3);
  return Math.min(...of.slice(-third)) - Math.min(...of.slice(0, third));
}

async function measureCrowd(of: Platform, stream: Stream): Promise<void> {
  using crowd = await openCrowd(of, stream);
  step(`${of.crowd.length} viewers`);
  await wait(settleMs);
  crowd.tell('begin');
  table.add('crowdCpu', await cpuShare(of));
  const { playlists, parts, bytes, failures } = await crowd.ask<CrowdReport>('end');
  const seconds = cpuMs / 1_000;
  const rates = [playlists, parts].map((count) => (count / seconds).toFixed(0));
  const megabits = ((bytes * 8) / seconds / 1e6).toFixed(0);
  table.remark('crowdCpu', `${rates[0]} playlists and ${rates[1]} parts a second, ${megabits} Mbit/s`);
  table.add(
    'crowdFailed',
    failures.reduce((sum, [, count]) => sum + count, 0),
  );
  if (failures.length > 0) table.remark('crowdFailed', JSON.stringify(failures));
}

async function openCrowd(of: Platform, stream: Stream): Promise<Child> {
  const crowd = await Child.start(fileURLToPath(new URL('./crowd-process.ts', import.meta.url)));
  const { server, crowd: headers } = of;
  await crowd.ask(
    headers.map((header) => ({ url: server.url, signedUrl: stream.signedUrl, headers: header })),
  );
  return crowd;
}

/** In % of a core. */
async function cpuShare(of: Platform): Promise<number> {
  const [before, began] = [await of.server.cpuSeconds(), performance.now()];
  await wait(cpuMs);
  const used = (await of.server.cpuSeconds()) - before;
  return (used / ((performance.now() - began) / 1_000)) * 100;
}

async function measureKeysAndReplay(of: Platform, stream: Stream, rtmpPort: number): Promise<void> {
  step('wrong keys, and the replay');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const began = performance.now();
    using encoder = await publish({
      rtmpUrl: `rtmp://127.0.0.1:${rtmpPort}/live`,
      streamKey: `guess-${attempt}`,
    });
    await encoder.closed;
    table.add('wrongKey', (performance.now() - began) / 1_000);
  }
  const began = performance.now();
  await api(of, `POST ${stream.ingest}/end`);
  await until(async () => playsReplay(await masterUrl(of, stream, 1)));
  table.add('replay', (performance.now() - began) / 1_000);
}

/** The first segment of a playlist with an end. */
async function playsReplay(master: string): Promise<boolean> {
  const read = async (url: string) => {
    const answer = await fetch(url);
    return answer.ok ? answer.text() : '';
  };
  const uri = (text: string) => text.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  const rung = uri(await read(master));
  if (rung === undefined) return false;
  const playlistUrl = new URL(rung, master);
  const playlist = await read(playlistUrl.href);
  const segment = uri(playlist);
  if (segment === undefined || !playlist.includes('#EXT-X-ENDLIST')) return false;
  return (await fetch(new URL(segment, playlistUrl))).ok;
}

async function masterUrl(of: Platform, { signedUrl }: Stream, viewer: number): Promise<string> {
  const headers = of.crowd[viewer] as Record<string, string>;
  await fetch(`${of.server.url}/api/v1/playback/sessions`, { method: 'POST', headers });
  const answer = await fetch(`${of.server.url}${signedUrl}`, { headers });
  if (!answer.ok) throw new Error(`The signed address: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as Schemas['SignedUrl']).url;
}

function createIngest(of: Platform, { ingest }: Stream): Promise<Key> {
  return api(of, `POST ${ingest}`);
}

async function api<Body>({ server, organiser }: Platform, target: string): Promise<Body> {
  const [method = 'GET', path = ''] = target.split(' ', 2);
  const answer = await fetch(`${server.url}${path}`, { method, headers: organiser });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${target}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It did not come within 30 s');
    await wait(50);
  }
}
