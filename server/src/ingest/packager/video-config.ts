/** What a player must know of a video stream, from the configuration record that its encoder sends before the frames. */

import type { VideoRange } from '../../media/origin/master-playlist.ts';

/** A codec by its four letters, as enhanced RTMP and MP4 name it. */
export type VideoFourCc = 'avc1' | 'hvc1' | 'av01';

/** The shape of a pixel: width and height, as they relate. */
export interface PixelAspect {
  width: number;
  height: number;
}

/** What the headers of a stream say of its picture. */
export interface Picture {
  /** The size that is shown: pixels may be wider or higher than square ones. */
  width: number;
  height: number;
  coded: { width: number; height: number };
  /** undefined: square. */
  pixelAspect: PixelAspect | undefined;
  range: VideoRange;
}

/**
 * What decoding can do with a picture. `start`: it begins here. `recovery-point`: it is whole, but pictures behind it may need
 * what came before. `refresh`: the picture becomes whole over the next ones (intra refresh). `disposable`: no other one refers to it,
 * as far as that is read.
 */
export type PictureKind = 'start' | 'recovery-point' | 'refresh' | 'disposable' | 'other';

export interface VideoConfig extends Picture {
  /** The sample entry of the MP4, and the box of its configuration record. */
  entry: VideoFourCc;
  recordBox: 'avcC' | 'hvcC' | 'av1C';
  record: Buffer;
  /** As RFC 6381 writes it, whole: players refuse a bare name. */
  codec: string;
  /** The headers of the stream as they stand in a sample. */
  parameterSets: Buffer;
  /** Whether a sample begins with its own. */
  hasParameterSets(sample: Buffer): boolean;
  /** The record of the headers that a sample begins with; undefined: it has none, or they are not understood. */
  recordIn(sample: Buffer): Buffer | undefined;
  kindOf(sample: Buffer): PictureKind;
}

/** A picture is at most 8K, so that a hostile size reaches no player. */
const [minEdge, maxEdge] = [16, 8192];
/** No camera has narrower pixels. */
const mostAspect = 8;

/** @returns undefined for a size that no picture has. An absurd shape of pixels is left out. */
export function pictureOf(
  coded: { width: number; height: number },
  { pixelAspect, range }: { pixelAspect?: PixelAspect | undefined; range: VideoRange },
): Picture | undefined {
  if (!isPictureSize(coded)) return undefined;
  const square = { ...coded, coded, pixelAspect: undefined, range };
  const { width, height } = pixelAspect ?? { width: 1, height: 1 };
  if (width === height || Math.min(width, height) <= 0) return square;
  const ratio = width / height;
  // The longer edge of a pixel grows, so that no line is lost.
  const shown =
    ratio > 1
      ? { width: Math.round(coded.width * ratio), height: coded.height }
      : { width: coded.width, height: Math.round(coded.height / ratio) };
  const isAbsurd = Math.max(ratio, 1 / ratio) > mostAspect || !isPictureSize(shown);
  return isAbsurd ? square : { ...shown, coded, pixelAspect, range };
}

function isPictureSize({ width, height }: { width: number; height: number }): boolean {
  return Math.min(width, height) >= minEdge && Math.max(width, height) <= maxEdge;
}
