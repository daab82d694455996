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
  pictureFileName,
  pictureFormats,
  pictureWidths,
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

const smallest = { width: 1280, height: 720 };
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
export async function encodePicture(upload: Buffer): Promise<EncodedPicture> {
  const { width, height, pixels } = await readPicture(upload);
  return { width, height, files: [...(await encodeWide(pixels)), ...(await encodeArtwork(pixels))] };
}

/**
 * @returns the picture in its largest size, from which all others are made, so that an upload is decoded once.
 * @throws PictureRefusal.
 */
export async function readPicture(upload: Buffer) {
  if (upload.length === 0) throw new PictureRefusal('Must not be empty.');
  if (sniffPicture(upload) === undefined)
    throw new PictureRefusal('Must be a JPEG, PNG, WebP or AVIF picture.');
  return { ...(await readSize(upload)), pixels: await readPixels(upload) };
}

async function readSize(upload: Buffer) {
  const metadata = await open(upload, false).metadata().catch(throwDamaged);
  const { width, height } = metadata.autoOrient;
  if ((metadata.pages ?? 1) > 1) throw new PictureRefusal('Must not be animated.');
  if (width * height > pixelLimit)
    throw new PictureRefusal(
      `Must have at most ${pixelLimit / 1_048_576} megapixels; this has ${width} x ${height} pixels.`,
    );
  if (width < smallest.width || height < smallest.height)
    throw new PictureRefusal(
      `Must be at least ${smallest.width} x ${smallest.height} pixels; this is ${width} x ${height}.`,
    );
  return { width, height };
}

async function readPixels(upload: Buffer): Promise<() => Sharp> {
  const { data, info } = await open(upload, pixelLimit)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background })
    .resize(1920, 1080, { fit: 'cover', position: 'centre' })
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

async function encodeWide(picture: () => Sharp): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const width of pictureWidths) {
    for (const format of pictureFormats) {
      const sized = picture().resize(width, (width * 9) / 16);
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
