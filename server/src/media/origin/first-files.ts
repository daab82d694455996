/**
 * What a player reads first of a video: its playlists, and the files with which the picture begins (docs/product.md, 35.3).
 * A call that hands them over saves the player two round trips. Whatever is not there at once is left out, and the player
 * asks for it as always.
 */
import { createSecretKey } from 'node:crypto';
import type { PlaybackMode } from '../video-provider.ts';
import type { Found, OriginVideo } from './origin-video.ts';
import { createSegmentSigner } from './segment-path.ts';
import { playlistPrefix } from './signed-path.ts';

export interface FirstFiles {
  /** The master playlist, and that of the rung to begin with. Null: the player asks for them. */
  playlists: Array<{ url: string; text: string }> | null;
  /** Addresses of an initialization segment, and of the segment or parts after it. */
  files: string[];
}

interface FirstRequest {
  videoId: string;
  /** The signed address of the master playlist. */
  url: string;
  mode: PlaybackMode;
  /** Where a recording begins, in seconds. */
  positionSeconds?: number | undefined;
}

interface Options {
  /** HMAC-SHA256, the same bytes as the origin's. */
  signingKey: Buffer;
  findVideo(videoId: string): Found<OriginVideo>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** A stream that is about to begin has no playlist yet: waiting for it would keep the answer back. */
const waitMs = 100;
/** On a line of 10 Mbit/s, a longer text takes as long as the round trip that it saves; asked for, it comes compressed. */
const longestText = 32_768;
/** How far behind the edge players begin where there are no parts: in the last but one segment. */
const segmentsBehind = 2;
/** Above the distance that a playlist with parts demands; see `web/src/media/engine/live-latency.ts`. */
const partMarginS = 0.2;

export const noFirstFiles: FirstFiles = { playlists: null, files: [] };

/** @returns a function that never throws: without playlists, a player works all the same. */
export function createFirstFiles(options: Options): (request: FirstRequest) => Promise<FirstFiles> {
  const key = createSecretKey(options.signingKey);
  const signSegment = createSegmentSigner(key);

  async function read({ videoId, url, mode, positionSeconds }: FirstRequest): Promise<FirstFiles> {
    // A provider keeps the video, and its playlists take a call to it.
    if (!new URL(url).pathname.startsWith(`${playlistPrefix}/`)) return noFirstFiles;
    const video = await options.findVideo(videoId);
    const master = await video?.masterPlaylist(mode);
    const variant = master && firstVariant(master);
    if (!video || !master || !variant) return noFirstFiles;
    const [rung = ''] = variant.split('/', 1);
    const text = await video.mediaPlaylist(rung, {
      mode,
      nowMs: options.now(),
      signSegment,
      kind: 'media',
      isDelta: false,
      wait: undefined,
    });
    if (text === undefined) return noFirstFiles;
    const variantUrl = new URL(variant, url).href;
    const files = beginning(text, mode, positionSeconds).map((file) => new URL(file, variantUrl).href);
    const playlists = [
      { url, text: master },
      { url: variantUrl, text },
    ].filter(({ text: { length } }) => length <= longestText);
    return { playlists, files };
  }

  return async (request) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<FirstFiles>((resolve) => {
      timer = setTimeout(resolve, waitMs, noFirstFiles);
    });
    const files = await Promise.race([read(request).catch(() => noFirstFiles), late]);
    clearTimeout(timer);
    return files;
  };
}

/** The rung of the fewest bits: players begin with it, because they do not know the line yet. */
export function firstVariant(master: string): string | undefined {
  const rungs = [...master.matchAll(/^#EXT-X-STREAM-INF:(?:.*?,)?BANDWIDTH=(\d+).*\n(?!#)(.+)$/gm)];
  return rungs.toSorted((a, b) => Number(a[1]) - Number(b[1]))[0]?.[2];
}

interface Piece {
  uri: string;
  seconds: number;
  init: string | undefined;
  isIndependent: boolean;
  isPart: boolean;
}

/** The files with which the picture begins, as the playlist names them. Empty when it lists nothing. */
export function beginning(text: string, mode: PlaybackMode, positionSeconds = 0): string[] {
  const pieces = piecesOf(text);
  const segments = pieces.filter(({ isPart }) => !isPart);
  const holdBack = Number(/PART-HOLD-BACK=([\d.]+)/.exec(text)?.[1] ?? 0);
  if (mode !== 'live') return filesOf(segmentAt(segments, positionSeconds));
  if (holdBack === 0) return filesOf(segments.at(-segmentsBehind) ?? segments.at(-1));
  return partsBehind(
    pieces.filter(({ isPart }) => isPart),
    holdBack + partMarginS,
  );
}

function segmentAt(segments: readonly Piece[], position: number): Piece | undefined {
  let end = 0;
  return segments.find(({ seconds }) => {
    end += seconds;
    return position < end;
  });
}

/** From the last part before that which a decoder can begin with, to the edge: they are small, and all are needed. */
function partsBehind(parts: readonly Piece[], distance: number): string[] {
  let behind = 0;
  const first = parts.findLastIndex(({ seconds, isIndependent }) => {
    behind += seconds;
    return isIndependent && behind >= distance;
  });
  const chosen = parts.slice(Math.max(first, 0));
  return [...filesOf(chosen[0]), ...chosen.slice(1).map(({ uri }) => uri)];
}

function filesOf(piece: Piece | undefined): string[] {
  return piece === undefined ? [] : [...(piece.init ? [piece.init] : []), piece.uri];
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let init: string | undefined;
  let seconds = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXT-X-MAP:')) init = /URI="([^"]+)"/.exec(line)?.[1];
    else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length));
    else if (line.startsWith('#EXT-X-PART:')) {
      const uri = /URI="([^"]+)"/.exec(line)?.[1] ?? '';
      const length = Number(/DURATION=([\d.]+)/.exec(line)?.[1]);
      pieces.push({ uri, seconds: length, init, isIndependent: /INDEPENDENT=YES/.test(line), isPart: true });
    } else if (line !== '' && !line.startsWith('#')) {
      pieces.push({ uri: line, seconds, init, isIndependent: true, isPart: false });
    }
  }
  return pieces;
}
