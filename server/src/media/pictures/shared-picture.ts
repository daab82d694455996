/**
 * The picture of a link preview: one or two portraits, 1200 x 630. No text, because a fresh machine has no fonts, and the title
 * stands beside it anyway. The ids of the portraits decide every pixel, so nothing of it can tell a result.
 */
import type { Sharp } from 'sharp';

const sharedSize = { width: 1200, height: 630 };

type Corner = 'red' | 'blue';
const colours = { red: '#d64550', blue: '#2f7fe0' };
const half = sharedSize.width / 2;
const stage = '#06090e';

/** @param portraits JPEG of 4:5 in the order of the corners; null draws a silhouette. */
export async function drawSharedPicture(portraits: readonly (Buffer | null)[]): Promise<Buffer> {
  // Loaded when the first one is drawn: most servers start without a need for it.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const svg = (content: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${sharedSize.width}" height="${sharedSize.height}">${content}</svg>`,
    );
  const faces = await Promise.all(
    portraits.map(async (portrait, index) => ({
      // A face keeps its size on the way to the far corner.
      input: portrait
        ? await sharp(portrait).resize(half, sharedSize.height, { fit: 'cover', position: 'top' }).toBuffer()
        : await sharp(Buffer.from(silhouette(index === 0 ? 'red' : 'blue')))
            .png()
            .toBuffer(),
      left: index * half,
      top: 0,
    })),
  );
  const picture: Sharp = sharp({ create: { ...sharedSize, channels: 3, background: stage } }).composite([
    ...faces,
    { input: svg(portraits.length === 2 ? twoCorners : oneFighter) },
  ]);
  return picture.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}

function silhouette(corner: Corner): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${half}" height="${sharedSize.height}" viewBox="0 0 ${half} ${sharedSize.height}">
    <rect width="${half}" height="${sharedSize.height}" fill="#121a24"/>
    <g fill="${colours[corner]}" opacity=".55"><circle cx="300" cy="250" r="120"/><path d="M70 630c14-150 104-210 230-210s216 60 230 210z"/></g></svg>`;
}

/** As in the client's `logo.tsx`. */
const mark = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size / 32})"><path fill="#38bdf8" d="M13 2L19 2L19 30L13 30Z"/><path fill="#f4f8fb" d="M11 3.3L1 10.1L1 12.7L11 8.7ZM21 3.3L31 10.1L31 12.7L21 8.7ZM11 13.3L1 14.7L1 17.3L11 18.7ZM21 13.3L31 14.7L31 17.3L21 18.7ZM11 23.3L1 19.3L1 21.9L11 28.7ZM21 23.3L31 19.3L31 21.9L21 28.7Z"/></g>`;

const shade = (id: string, stops: string, direction: string) =>
  `<linearGradient id="${id}" ${direction}>${stops}</linearGradient>`;
const across = 'x1="0" y1="0" x2="1" y2="0"';
const down = 'x1="0" y1="0" x2="0" y2="1"';
const stop = (offset: number, colour: string, opacity: number) =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;

const twoCorners = `<defs>
  ${shade('r', stop(0, colours.red, 0.5) + stop(0.5, colours.red, 0), across)}
  ${shade('b', stop(0.5, colours.blue, 0) + stop(1, colours.blue, 0.5), across)}
  ${shade('d', stop(0.65, stage, 0) + stop(1, stage, 0.6), down)}</defs>
  <rect width="${half}" height="630" fill="url(#r)"/><rect x="${half}" width="${half}" height="630" fill="url(#b)"/>
  <rect width="1200" height="630" fill="url(#d)"/>
  <rect y="612" width="${half}" height="18" fill="${colours.red}"/><rect x="${half}" y="612" width="${half}" height="18" fill="${colours.blue}"/>
  <path d="M592 0L626 0L608 630L574 630Z" fill="${stage}"/>
  <circle cx="600" cy="315" r="74" fill="${stage}"/>${mark(552, 267, 96)}`;

const oneFighter = `<defs>
  ${shade('f', stop(0.3, stage, 0) + stop(1, stage, 1), across)}
  ${shade('d', stop(0.6, stage, 0) + stop(1, stage, 0.6), down)}</defs>
  <rect width="${half + 1}" height="630" fill="url(#f)"/><rect width="${half}" height="630" fill="url(#d)"/>
  ${mark(790, 215, 200)}`;
