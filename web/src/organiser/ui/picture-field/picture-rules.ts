/** What the server accepts and what the page makes of a picture (docs/product.md, 17.1 and 17.3). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
export const smallest = { width: 1280, height: 720 };
export const aspect = 16 / 9;
const largestBytes = 10 * 1024 * 1024;
/** Twice the largest size that viewers get. */
const widest = 3840;
/** What a browser can cut in its memory; the server refuses more as well. */
const mostPixels = 50_000_000;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Why a picture cannot be used, in words for its owner; undefined when it can. */
export function findPictureIssue({ width, height }: { width: number; height: number }): string | undefined {
  if (width < smallest.width || height < smallest.height)
    return `This picture has ${width} x ${height} pixels. It needs at least ${smallest.width} x ${smallest.height}.`;
  if (width * height > mostPixels)
    return 'This picture has more than 50 million pixels. Make it smaller first.';
  return undefined;
}

/** The largest 16:9 area around the middle. */
export function largestArea({ width, height }: { width: number; height: number }): Area {
  const fitting = Math.min(width, height * aspect);
  const area = { width: fitting, height: fitting / aspect };
  return { x: (width - area.width) / 2, y: (height - area.height) / 2, ...area };
}

/** The size in which an area is sent: as it is, up to twice what viewers get. */
export function sizeToSend({ width }: Area) {
  const sent = Math.round(Math.min(widest, Math.max(smallest.width, width)));
  return { width: sent, height: Math.round(sent / aspect) };
}

/** True when the file can go as it is: nothing is cut off, and the server takes it. */
export function canSendFile(file: Blob, area: Area, whole: { width: number; height: number }) {
  const isWhole = area.width >= whole.width - 1 && area.height >= whole.height - 1;
  return isWhole && file.size <= largestBytes && pictureTypes.includes(file.type);
}
