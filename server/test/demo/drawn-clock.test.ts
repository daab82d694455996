/**
 * The bells of the demo's past night are where its film shows them: the drawn clock begins to run at the bell of a chapter. The clock
 * says 3:00 during the first second of a round, so it changes one second after the bell.
 *
 * @tier all
 * @engine one
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '../../src/demo/demo-data.ts';
import { seedDemo } from '../../src/demo/seed-demo.ts';
import { createPictureFolder } from '../../src/media/pictures/picture-folder.ts';
import { bearer, signIn } from '../accounts.ts';
import { startApi } from '../harness.ts';
import { describeWith } from '../tools.ts';

const api = await startApi();
const folder = mkdtempSync(path.join(tmpdir(), 'ringside-demo-'));
beforeAll(() =>
  seedDemo({ db: api.db, pictures: createPictureFolder(folder), now: api.clock.now(), accounts: true }),
);
afterAll(() => rmSync(folder, { recursive: true }));

const perSecond = 10;
/** The digits in the bar at the foot of the picture, which has 640 x 360. */
const digits = { width: 46, height: 22, at: '311:319' };

interface Segment {
  url: string;
  startsAt: number;
}

let origin = '';
beforeAll(async () => {
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
async function read(url: string): Promise<Buffer> {
  const answer = await fetch(origin + url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The segments of the first rung, with the moment at which each begins, and what comes before them. */
async function readPlaylist(masterUrl: string) {
  const [name] = String(await read(masterUrl)).match(/^[^#\n].*$/m) ?? [];
  const base = new URL(String(name), new URL(masterUrl, 'http://demo.test'));
  const address = (uri: string) => new URL(uri, base).pathname;
  const segments: Segment[] = [];
  let startsAt = Number.NaN;
  let init = '';
  for (const line of String(await read(base.pathname)).split('\n')) {
    const [, tag, value = ''] = /^#(EXT-X-PROGRAM-DATE-TIME|EXT-X-MAP|EXTINF):(.*)$/.exec(line) ?? [];
    if (tag === 'EXT-X-MAP') init = address(/URI="([^"]+)"/.exec(value)?.[1] ?? '');
    if (tag === 'EXT-X-PROGRAM-DATE-TIME') startsAt = Date.parse(value);
    if (tag === 'EXTINF') segments.push({ url: '', startsAt });
    const last = segments.at(-1);
    if (tag === 'EXTINF') startsAt += Number.parseFloat(value) * 1_000;
    if (line !== '' && !line.startsWith('#') && last) last.url = address(line);
  }
  return { init, segments };
}

/** How much the digits differ from the picture before, picture by picture. */
function changesOf(film: Buffer): number[] {
  const filter = `fps=${perSecond},crop=${digits.width}:${digits.height}:${digits.at},format=gray`;
  const args = ['-v', 'error', '-i', 'pipe:0', '-vf', filter, '-f', 'rawvideo', 'pipe:1'];
  const { stdout } = spawnSync('ffmpeg', args, { input: film, maxBuffer: 2 ** 26 });
  const size = digits.width * digits.height;
  return Array.from({ length: stdout.length / size }, (_, index) => {
    let sum = 0;
    for (let pixel = index * size; index > 0 && pixel < (index + 1) * size; pixel += 1)
      sum += Math.abs((stdout[pixel] ?? 0) - (stdout[pixel - size] ?? 0));
    return sum / size;
  });
}

describeWith('ffmpeg', 'the drawn clock', () => {
  it('begins to run within half a second of the bell of each chapter (44.16)', async () => {
    const { accessToken } = await signIn(api, demoAccounts[1]);
    const headers = bearer(accessToken);
    const competition = '/api/v1/kickboxing/competitions/open-ring-ghent';
    const [{ id, liveStreams }] = (await api.request(`GET ${competition}`)).body.blocks;
    const target = `GET ${competition}/blocks/${id}/live-streams/${liveStreams[0].id}/signed-url`;
    const { url, chapters } = (await api.request(target, { headers })).body;
    const { init, segments } = await readPlaylist(new URL(url, 'http://demo.test').pathname);
    expect(chapters).toHaveLength(3);
    for (const { startsAt, bellAt } of chapters) {
      const bellMs = Date.parse(bellAt);
      expect(Date.parse(startsAt) + 5_000).toBe(bellMs);
      const around = segments.filter(({ startsAt: at }) => at > bellMs - 2_000 && at < bellMs + 3_000);
      const parts = await Promise.all([init, ...around.map((segment) => segment.url)].map(read));
      const firstMs = around[0]?.startsAt ?? Number.NaN;
      const momentOf = (index: number) => firstMs + (index / perSecond) * 1_000;
      // After the wipe between the rounds the first change is that to 2:59.
      const ticks = changesOf(Buffer.concat(parts)).flatMap((change, index) =>
        change > 5 && momentOf(index) > bellMs - 400 ? [momentOf(index)] : [],
      );
      expect(Math.abs((ticks[0] ?? 0) - 1_000 - bellMs)).toBeLessThanOrEqual(500);
    }
  });
});
