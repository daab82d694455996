/** The files of a picture, and their names in the store and in addresses. */
import { isStoredUuid } from '../../db/uuid.ts';

/** Of an event, 16:9, or of a person, 4:5. */
const pictureShapes = ['wide', 'portrait'] as const;
export type PictureShape = (typeof pictureShapes)[number];
/** In its own ratio. */
export const pictureWidths = { wide: [320, 640, 1280, 1920], portrait: [240, 480, 960] } as const;
export const pictureFormats = ['avif', 'webp', 'jpg'] as const;
/** JPEG squares for lock screens (docs/product.md, 16.7). */
export const artworkWidths = [96, 128, 192, 256, 384, 512] as const;
/** Squares of a portrait, for the small places of a face. */
export const squareWidths = [112, 224, 448] as const;

export type PictureFormat = (typeof pictureFormats)[number];

export interface PictureFile {
  name: string;
  bytes: Buffer;
}

const contentTypes: Record<PictureFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

export function pictureFileName(width: number, format: PictureFormat): string {
  return `${width}.${format}`;
}

export function artworkFileName(width: number): string {
  return `artwork-${width}.jpg`;
}

export function squareFileName(width: number, format: PictureFormat): string {
  return `square-${width}.${format}`;
}

type Typed = readonly [name: string, type: string];
const inFormats = (widths: readonly number[], nameOf: typeof pictureFileName): Typed[] =>
  widths.flatMap((width) =>
    pictureFormats.map((format) => [nameOf(width, format), contentTypes[format]] as const),
  );

const typesOf: Record<PictureShape, Typed[]> = {
  wide: [
    ...inFormats(pictureWidths.wide, pictureFileName),
    ...artworkWidths.map((width) => [artworkFileName(width), contentTypes.jpg] as const),
  ],
  portrait: [
    ...inFormats(pictureWidths.portrait, pictureFileName),
    ...inFormats(squareWidths, squareFileName),
  ],
};
const types = new Map<string, string>(pictureShapes.flatMap((shape) => typesOf[shape]));

/** Of a picture of any shape. */
export const everyPictureFileName = [...types.keys()];

/** All files of a picture of this shape. */
export function pictureFileNames(shape: PictureShape): string[] {
  return typesOf[shape].map(([name]) => name);
}

/** The media type of a file; undefined when no picture has a file of that name. */
export function pictureFileType(name: string): string | undefined {
  return types.get(name);
}

/** Stores build paths from ids, so only a UUID in lower case is valid. */
export function isPictureId(text: string): boolean {
  return isStoredUuid(text);
}
