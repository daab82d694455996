/** What the server accepts and what the page makes of a picture (docs/product.md, 17.1 and 17.3). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** Of an event, or of a person. */
export type PictureShape = 'wide' | 'portrait';
interface ShapeRules {
  smallest: { width: number; height: number };
  aspect: number;
  /** Twice the largest size that viewers get. */
  widest: number;
  /** Where the first area and the smaller shapes in it stand, from 0 at the top to 1. A head is near the top. */
  top: number;
}
export const shapeRules: Record<PictureShape, ShapeRules> = {
  wide: { smallest: { width: 1280, height: 720 }, aspect: 16 / 9, widest: 3840, top: 0.5 },
  portrait: { smallest: { width: 640, height: 800 }, aspect: 4 / 5, widest: 1920, top: 0 },
};
const largestBytes = 10 * 1024 * 1024;
/** What a browser can cut in its memory; the server refuses more as well. */
const mostPixels = 50_000_000;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Why a picture cannot be used, in words for its owner; undefined when it can. */
export function findPictureIssue(
  { width, height }: { width: number; height: number },
  shape: PictureShape,
): string | undefined {
  const { smallest } = shapeRules[shape];
  if (width < smallest.width || height < smallest.height)
    return `This picture has ${width} x ${height} pixels. It needs at least ${smallest.width} x ${smallest.height}.`;
  if (width * height > mostPixels)
    return 'This picture has more than 50 million pixels. Make it smaller first.';
  return undefined;
}

/** The largest area of a ratio inside another one; without a ratio that of the shape. */
export function largestArea(
  whole: { width: number; height: number } & Partial<Area>,
  shape: PictureShape,
  ratio = shapeRules[shape].aspect,
): Area {
  const width = Math.min(whole.width, whole.height * ratio);
  const height = width / ratio;
  return {
    x: (whole.x ?? 0) + (whole.width - width) / 2,
    y: (whole.y ?? 0) + (whole.height - height) * shapeRules[shape].top,
    width,
    height,
  };
}

/** The size in which an area is sent: as it is, up to twice what viewers get. */
export function sizeToSend({ width }: Area, shape: PictureShape) {
  const { widest, smallest, aspect } = shapeRules[shape];
  const sent = Math.round(Math.min(widest, Math.max(smallest.width, width)));
  return { width: sent, height: Math.round(sent / aspect) };
}

/** True when the file can go as it is: nothing is cut off, and the server takes it. */
export function canSendFile(file: Blob, area: Area, whole: { width: number; height: number }) {
  const isWhole = area.width >= whole.width - 1 && area.height >= whole.height - 1;
  return isWhole && file.size <= largestBytes && pictureTypes.includes(file.type);
}
