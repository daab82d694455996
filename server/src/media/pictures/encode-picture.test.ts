/**
 * @tier test
 */
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { encodePicture, readPicture } from './encode-picture.ts';

// Encoding is slow, and other tests run at the same time.
vi.setConfig({ testTimeout: 60_000 });

type Colour = readonly [red: number, green: number, blue: number];
const red: Colour = [220, 30, 30];
const blue: Colour = [20, 40, 200];
const grey: Colour = [110, 110, 110];
const stage: Colour = [6, 9, 14];

const colour = ([r, g, b]: Colour) => ({ r, g, b });
const plain = (width = 1280, height = 720, fill = red) =>
  sharp({ create: { width, height, channels: 3, background: colour(fill) } });
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

async function encode(upload: Buffer) {
  const { files, ...size } = await encodePicture(upload);
  const bytes = new Map(files.map((file) => [file.name, file.bytes]));
  return { size, names: [...bytes.keys()], file: (name: string) => sharp(bytes.get(name)), bytes };
}

async function isColoured(picture: Sharp, [left, top]: readonly [number, number], wanted: Colour) {
  const pixel = await picture.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return wanted.every((value, index) => Math.abs(value - (pixel[index] ?? 999)) < 14);
}

describe('a picture', () => {
  it('is stored in every format and width', async () => {
    const { file, names, size } = await encode(await plain(1600, 900).jpeg().toBuffer());
    expect(size).toEqual({ width: 1600, height: 900 });
    for (const width of [320, 640, 1280, 1920]) {
      for (const [extension, format] of Object.entries({ avif: 'heif', webp: 'webp', jpg: 'jpeg' })) {
        const metadata = await file(`${width}.${extension}`).metadata();
        expect(metadata).toMatchObject({ format, width, height: (width * 9) / 16, space: 'srgb' });
      }
    }
    for (const width of [96, 128, 192, 256, 384, 512]) {
      const metadata = await file(`artwork-${width}.jpg`).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width, height: width });
    }
    expect(names).toHaveLength(18);
    expect(await isColoured(file('1920.avif'), [960, 540], red)).toBe(true);
  });

  it.each<[what: string, draw: () => Promise<Buffer>, seen?: Colour]>([
    ['PNG of 16 bits', () => plain().toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', () => plain().png({ palette: true }).toBuffer()],
    ['WebP', () => plain().webp().toBuffer()],
    ['AVIF', () => plain().avif({ effort: 0 }).toBuffer()],
    ['JPEG with a profile of wider colours', () => plain().withIccProfile('p3').jpeg().toBuffer()],
    ['grey JPEG', () => plain(1280, 720, grey).greyscale().jpeg().toBuffer(), grey],
    [
      'progressive JPEG in CMYK',
      () => plain(1280, 720, grey).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer(),
      grey,
    ],
  ])('may be uploaded as %s', async (_, draw, seen = red) => {
    const { pixels } = await readPicture(await draw());
    expect(await pixels().metadata()).toMatchObject({
      width: 1920,
      height: 1080,
      channels: 3,
      depth: 'uchar',
    });
    expect(await isColoured(pixels(), [960, 540], seen)).toBe(true);
  });

  it('has the colour of the stage where it was transparent', async () => {
    const clear = {
      width: 1280,
      height: 720,
      channels: 4,
      background: { ...colour(red), alpha: 0 },
    } as const;
    const { pixels } = await readPicture(await sharp({ create: clear }).png().toBuffer());
    expect(await isColoured(pixels(), [9, 9], stage)).toBe(true);
  });

  it('is cropped around its centre', async () => {
    const middle = await plain(1600, 900).png().toBuffer();
    const tall = plain(1600, 2000, blue).composite([{ input: middle, gravity: 'centre' }]);
    const { file } = await encode(await tall.png().toBuffer());
    for (const place of [
      [3, 3],
      [636, 356],
      [320, 180],
    ] as const)
      expect(await isColoured(file('640.webp'), place, red)).toBe(true);
    expect(await isColoured(file('artwork-512.jpg'), [3, 508], red)).toBe(true);
  });

  it('is turned upright and loses its metadata', async () => {
    const sky = await plain(1280, 500, blue).png().toBuffer();
    const upright = await plain(1280, 1000)
      .composite([{ input: sky, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const turned = await sharp(upright)
      .rotate(270)
      .withExif({ IFD0: { Copyright: 'canary-maker' }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(turned.includes('canary-maker')).toBe(true);
    const { size, file, bytes } = await encode(turned);
    expect(size).toEqual({ width: 1280, height: 1000 });
    for (const name of ['640.jpg', '640.webp', '640.avif', 'artwork-384.jpg']) {
      const { exif, xmp, iptc, icc, orientation, height } = await file(name).metadata();
      expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
      expect(bytes.get(name)?.includes('canary')).toBe(false);
      expect(await isColoured(file(name), [200, 20], blue), name).toBe(true);
      expect(await isColoured(file(name), [200, height - 20], red), name).toBe(true);
    }
  });

  it('loses bytes that were appended to it', async () => {
    const upload = Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from('<script>canary()</script>')]);
    const { bytes } = await encode(upload);
    for (const file of bytes.values()) expect(file.includes('canary')).toBe(false);
  });
});

it.each<[what: string, draw: () => Buffer | Promise<Buffer>, refusal: RegExp]>([
  ['nothing', () => Buffer.alloc(0), /empty/],
  ['one byte', () => Buffer.from([0xff]), /JPEG, PNG, WebP or AVIF/],
  ['text', () => Buffer.from('not a picture'), /JPEG, PNG, WebP or AVIF/],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"/>'), /JPEG/],
  ['a GIF', () => plain().gif().toBuffer(), /JPEG/],
  ['a TIFF', () => plain().tiff().toBuffer(), /JPEG/],
  ['a PDF', () => Buffer.from('%PDF-1.7\n%\n1 0 obj\n'), /JPEG/],
  ['an SVG that begins like a JPEG', () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1'), /damaged/],
  ['half a JPEG', async () => half(await plain().jpeg().toBuffer()), /damaged/],
  ['half a PNG', async () => half(await plain().png().toBuffer()), /damaged/],
  ['half a WebP', async () => half(await plain().webp().toBuffer()), /damaged/],
  ['half an AVIF', async () => half(await plain().avif({ effort: 0 }).toBuffer()), /damaged/],
  ['a picture that is not wide enough', () => plain(1279, 720).jpeg().toBuffer(), /at least 1280 x 720/],
  ['a picture that is not high enough', () => plain(4000, 719).webp().toBuffer(), /this is 4000 x 719/],
  ['a decompression bomb', () => bomb(), /at most 50 megapixels/],
  ['a picture that claims more pixels than it has', () => pngClaiming(60_000, 60_000), /megapixels/],
  ['an animation', () => animation(), /animated/],
])('refuses %s', async (_, draw, refusal) => {
  await expect(encodePicture(await draw())).rejects.toThrow(refusal);
});

function bomb() {
  const create = { width: 15_000, height: 4_000, channels: 3, background: colour(red) } as const;
  return sharp({ create, limitInputPixels: false }).png().toBuffer();
}

async function pngClaiming(width: number, height: number) {
  const png = await plain().png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

async function animation() {
  const frames = [plain(), plain(1280, 720, blue)].map((frame) => frame.raw().toBuffer());
  const raw = { width: 1280, height: 1440, channels: 3, pageHeight: 720 } as const;
  return sharp(Buffer.concat(await Promise.all(frames)), { raw })
    .webp()
    .toBuffer();
}
