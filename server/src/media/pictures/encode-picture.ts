/**
 * Turns an upload into the files of a picture. Only the pixels of the upload are kept: upright, sRGB, without metadata.
 * Runs in a separate process (`encode-process.ts`), because an upload may attack its decoder.
 */
import sharp, { type Sharp } from 'sharp';
import {
  artworkFileName,
  artworkWidths,
  type PictureFile,
  type PictureFormat,
  type PictureShape,
  pictureFileName,
  pictureFormats,
  pictureWidths,
  squareFileName,
  squareWidths,
} from './picture-files.ts';
import { sniffPicture } from './sniff-picture.ts';

export interface EncodedPicture {
  /** Of the upload, upright. */
  width: number;
  height: number;
  files: PictureFile[];
}

/** The reason why a file is refused, worded for its uploader. */
export class PictureRefusal extends Error {
  override name = 'PictureRefusal';
}

const smallest = { wide: { width: 1280, height: 720 }, portrait: { width: 640, height: 800 } };
const largest = { wide: { width: 1920, height: 1080 }, portrait: { width: 960, height: 1200 } };
/** A head is near the upper edge of a portrait. */
const kept = { wide: 'centre', portrait: 'top' } as const;
/** 8192 x 6144, the largest size of today's phones, fits. */
const pixelLimit = 52_428_800;
/** Replaces transparency: the client's background behind pictures, the stage. */
const background = '#06090e';

// Allows only these decoders of libvips: every other one would add to the attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
// One thread and no cache, because playback needs the processor and the memory.
sharp.concurrency(1);
sharp.cache(false);

/** @throws PictureRefusal. */
export async function encodePicture(upload: Buffer, shape: PictureShape = 'wide'): Promise<EncodedPicture> {
  const { width, height, pixels } = await readPicture(upload, shape);
  const squares = shape === 'wide' ? await encodeArtwork(pixels) : await encodeSquares(pixels);
  return { width, height, files: [...(await encodeWhole(pixels, shape)), ...squares] };
}

/**
 * @returns the picture in its largest size, from which all others are made, so that an upload is decoded once.
 * @throws PictureRefusal.
 */
export async function readPicture(upload: Buffer, shape: PictureShape = 'wide') {
  if (upload.length === 0) throw new PictureRefusal('Must not be empty.');
  if (sniffPicture(upload) === undefined)
    throw new PictureRefusal('Must be a JPEG, PNG, WebP or AVIF picture.');
  return { ...(await readSize(upload, shape)), pixels: await readPixels(upload, shape) };
}

async function readSize(upload: Buffer, shape: PictureShape) {
  const least = smallest[shape];
  const metadata = await open(upload, false).metadata().catch(throwDamaged);
  const { width, height } = metadata.autoOrient;
  if ((metadata.pages ?? 1) > 1) throw new PictureRefusal('Must not be animated.');
  if (width * height > pixelLimit)
    throw new PictureRefusal(
      `Must have at most ${pixelLimit / 1_048_576} megapixels; this has ${width} x ${height} pixels.`,
    );
  if (width < least.width || height < least.height)
    throw new PictureRefusal(
      `Must be at least ${least.width} x ${least.height} pixels; this is ${width} x ${height}.`,
    );
  return { width, height };
}

async function readPixels(upload: Buffer, shape: PictureShape): Promise<() => Sharp> {
  const size = largest[shape];
  const { data, info } = await open(upload, pixelLimit)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background })
    .resize(size.width, size.height, { fit: 'cover', position: kept[shape] })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(throwDamaged);
  return () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** Accepts small faults, which cameras make; refuses a file that is truncated or cannot be decoded. */
function open(upload: Buffer, limitInputPixels: number | false): Sharp {
  return sharp(upload, { failOn: 'error', limitInputPixels, sequentialRead: true });
}

function throwDamaged(): never {
  throw new PictureRefusal('Is damaged: it cannot be read completely.');
}

async function encodeWhole(picture: () => Sharp, shape: PictureShape): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  const ratio = largest[shape].height / largest[shape].width;
  for (const width of pictureWidths[shape]) {
    for (const format of pictureFormats) {
      const sized = picture().resize(width, width * ratio);
      files.push({ name: pictureFileName(width, format), bytes: await encode(sized, format) });
    }
  }
  return files;
}

async function encodeArtwork(picture: () => Sharp): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const width of artworkWidths) {
    const square = picture().resize(width, width, { fit: 'cover', position: 'centre' });
    files.push({ name: artworkFileName(width), bytes: await encode(square, 'jpg') });
  }
  return files;
}

async function encodeSquares(picture: () => Sharp): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const width of squareWidths) {
    for (const format of pictureFormats) {
      const square = picture().resize(width, width, { fit: 'cover', position: kept.portrait });
      files.push({ name: squareFileName(width, format), bytes: await encode(square, format) });
    }
  }
  return files;
}

/** AVIF above effort 3 takes five times as long and saves only 5 %. */
function encode(picture: Sharp, format: PictureFormat): Promise<Buffer> {
  switch (format) {
    case 'avif':
      return picture.avif({ quality: 52, effort: 3 }).toBuffer();
    case 'webp':
      return picture.webp({ quality: 72, effort: 4 }).toBuffer();
    case 'jpg':
      return picture.jpeg({ quality: 74, mozjpeg: true }).toBuffer();
  }
}
