/** A stream as a player gets it: its playlists, and the first segments of each rung. */
import * as HLS from 'hls-parser';
import { boxesIn, findBoxes, firstBox } from '../../../src/media/origin/mp4-boxes.ts';
import type { TestApi } from '../../harness.ts';

HLS.setOptions({ strictMode: true });

export interface Track {
  timescale: number;
  isVideo: boolean;
}

interface Segment {
  entry: HLS.types.Segment;
  bytes: Buffer;
  type: string;
  /** In seconds, of the picture. */
  start: number;
  seconds: number;
  frames: number;
}

export interface Rung {
  variant: HLS.types.Variant;
  text: string;
  playlist: HLS.types.MediaPlaylist;
  keyFrames: HLS.types.MediaPlaylist | undefined;
  /** The bytes that the list of key frames names, for the same segments. */
  keyFrameBytes: Buffer[];
  init: Buffer;
  segments: Segment[];
}

export interface Served {
  isLive: boolean;
  masterText: string;
  headers: Record<string, unknown>;
  rungs: Rung[];
}

const mostSegments = 16;

export async function load(api: TestApi, master: string): Promise<Served> {
  const get = async (url: string, range?: { offset: number; length: number }) => {
    const headers = { range: range && `bytes=${range.offset}-${range.offset + range.length - 1}` };
    const answer = await api.app.inject({ url, headers: range ? headers : {} });
    if (answer.statusCode === 302)
      return api.app.inject({ url: String(answer.headers.location), headers: range ? headers : {} });
    return answer;
  };
  const join = (uri: string, base: string) => new URL(uri, `http://x${base}`).pathname;
  const { body, headers } = await get(master);
  const { variants } = HLS.parse(body) as HLS.types.MasterPlaylist;
  const rungs: Rung[] = [];
  for (const variant of variants.filter(({ isIFrameOnly }) => !isIFrameOnly)) {
    const base = join(variant.uri, master);
    const text = (await get(base)).body;
    const playlist = HLS.parse(text) as HLS.types.MediaPlaylist;
    const listed = playlist.segments.filter(({ uri }) => uri).slice(0, mostSegments);
    const init = (await get(join(listed[0]?.map?.uri ?? '', base))).rawPayload;
    const ofKeyFrames = variants.find(
      ({ isIFrameOnly, uri }) => isIFrameOnly && uri.split('/')[0] === variant.uri.split('/')[0],
    );
    const keyBase = ofKeyFrames && join(ofKeyFrames.uri, master);
    const keyFrames = keyBase ? (HLS.parse((await get(keyBase)).body) as HLS.types.MediaPlaylist) : undefined;
    const [segments, keyFrameBytes]: [Segment[], Buffer[]] = [[], []];
    for (const entry of listed) {
      const { rawPayload, headers } = await get(join(entry.uri, base));
      segments.push({
        entry,
        bytes: rawPayload,
        type: String(headers['content-type']),
        ...timesOf(rawPayload, init),
      });
      const range = keyFrames?.segments.find(
        ({ uri }) => uri.split('/').at(-1) === entry.uri.split('/').at(-1),
      );
      const { offset = 0, length = 0 } = range?.byterange ?? {};
      if (range && length > 0)
        keyFrameBytes.push((await get(join(range.uri, base), { offset, length })).rawPayload);
    }
    rungs.push({ variant, text, playlist, keyFrames, keyFrameBytes, init, segments });
  }
  const isLive = rungs.every(({ playlist }) => !playlist.endlist);
  return { isLive, masterText: body, headers, rungs };
}

/** By the id of the track. */
export function tracksOf(init: Buffer): Map<number, Track> {
  const tracks = new Map<number, Track>();
  for (const track of findBoxes(init, 'moov', 'trak')) {
    const media = firstBox(init, track, 'mdia');
    const handler = firstBox(init, media, 'hdlr').content + 8;
    tracks.set(init.readUInt32BE(firstBox(init, track, 'tkhd').content + 12), {
      timescale: init.readUInt32BE(firstBox(init, media, 'mdhd').content + 12),
      isVideo: init.toString('latin1', handler, handler + 4) === 'vide',
    });
  }
  return tracks;
}

/** Reads the picture's times sample by sample, not as the server does. */
function timesOf(bytes: Buffer, init: Buffer) {
  const tracks = tracksOf(init);
  let [start, units, frames, timescale] = [Number.NaN, 0, 0, 1];
  for (const traf of findBoxes(bytes, 'moof', 'traf')) {
    const header = firstBox(bytes, traf, 'tfhd').content;
    const track = tracks.get(bytes.readUInt32BE(header + 4));
    if (!track?.isVideo) continue;
    timescale = track.timescale;
    const headerFlags = bytes.readUInt32BE(header) & 0xffffff;
    const usual = headerFlags & 8 ? bytes.readUInt32BE(header + 8 + (headerFlags & 2 ? 4 : 0)) : 0;
    const time = Number(bytes.readBigUInt64BE(firstBox(bytes, traf, 'tfdt').content + 4));
    if (Number.isNaN(start)) start = time / timescale;
    const { content } = firstBox(bytes, traf, 'trun');
    const flags = bytes.readUInt32BE(content) & 0xffffff;
    const count = bytes.readUInt32BE(content + 4);
    const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
    const first = content + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
    for (let sample = 0; sample < count; sample += 1)
      units += flags & 0x100 ? bytes.readUInt32BE(first + sample * width) : usual;
    frames += count;
  }
  return { start, seconds: units / timescale, frames };
}

/** The boxes of a file, in order. */
export function boxTypes(bytes: Buffer): string[] {
  return [...boxesIn(bytes, 0, bytes.length)].map(({ type }) => type);
}

/** The kinds of H.264 units at the start of the media, up to the first picture. */
export function firstUnits(bytes: Buffer): number[] {
  const units: number[] = [];
  let at = bytes.indexOf('mdat') + 4;
  while (at > 3 && at + 5 <= bytes.length && ![1, 5].includes(units.at(-1) ?? 0)) {
    units.push((bytes[at + 4] ?? 0) & 31);
    at += 4 + bytes.readUInt32BE(at);
  }
  return units;
}
