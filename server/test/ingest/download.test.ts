/**
 * The recording as one file (docs/product.md, 28.20).
 *
 * @engine one
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { readTimescales, readTimingFields } from '../../src/media/origin/mp4-boxes.ts';
import { startApi } from '../harness.ts';
import { type Download, downloadRecording, recordTwice } from './recorded-twice.ts';
import { setUpVenue, type Venue } from './venue.ts';

const api = await startApi();
let venue: Venue;
let whole: Download;
let filmedSeconds: number;
const download = (headers: Record<string, string>) => downloadRecording(api, venue, headers);

beforeAll(async () => {
  ({ venue, whole, filmedSeconds } = await recordTwice(api));
}, 60_000);

describe('downloadRecording', () => {
  it('is one film from 0 on, without the time in which nothing came', async () => {
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="recording-\d{4}-\d\d-\d\d\.mp4"$/),
      'content-length': String(whole.rawPayload.length),
    });
    const timescales = readTimescales(whole.rawPayload);
    expect(timescales.size).toBe(2);
    const times = readTimingFields(whole.rawPayload, timescales).times.map(
      ({ value, timescale }) => Number(value) / timescale,
    );
    expect(Math.min(...times)).toBe(0);
    const last = Math.max(...times);
    expect(last).toBeLessThan(filmedSeconds + 1);
    expect(last).toBeGreaterThan(filmedSeconds - 1.5);
    const video = readTimingFields(whole.rawPayload, timescales)
      .times.filter(({ timescale }) => timescale === 90_000)
      .map(({ value }) => Number(value) / 90_000);
    const steps = video.slice(1).map((time, index) => time - (video[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(0.5);
  });

  it('goes on where a download broke off, in pieces of any size', async () => {
    const { length } = whole.rawPayload;
    const pieces: Buffer[] = [];
    for (let start = 0, size = 1; start < length; start += size, size = Math.ceil(size * 2.7)) {
      const headers = { range: `bytes=${start}-${start + size - 1}`, 'if-range': String(whole.headers.etag) };
      const part = await download(headers);
      expect(part.statusCode).toBe(206);
      const end = Math.min(start + size, length) - 1;
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${length}`);
      pieces.push(part.rawPayload);
    }
    expect(Buffer.concat(pieces).equals(whole.rawPayload)).toBe(true);
    expect((await download({ range: 'bytes=-10' })).rawPayload.equals(whole.rawPayload.subarray(-10))).toBe(
      true,
    );
  });

  it('never joins parts of two files, and refuses a range behind the end', async () => {
    const stale = await download({ range: 'bytes=5-9', 'if-range': '"another"' });
    expect([stale.statusCode, stale.rawPayload.length]).toEqual([200, whole.rawPayload.length]);
    const behind = await download({ range: `bytes=${whole.rawPayload.length}-` });
    expect(behind.statusCode).toBe(416);
    expect(behind.headers['content-range']).toBe(`bytes */${whole.rawPayload.length}`);
  });

  it('waits for the end of the broadcast, and is for organisers only', async () => {
    const other = await setUpVenue(api);
    const none = await other.organiser.request(`GET ${other.path}/recording`);
    expect(none.status).toBe(409);
    expect((await venue.viewer.request(`GET ${venue.path}/recording`)).status).toBe(403);
    expect((await api.request(`GET ${venue.path}/recording`)).status).toBe(401);
    // The path of another event leads to nothing.
    const strange = venue.path.replace(venue.eventId, other.eventId);
    expect((await venue.organiser.request(`GET ${strange}/recording`)).status).toBe(404);
  });
});
