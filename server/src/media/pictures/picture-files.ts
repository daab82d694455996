/** The files of a picture, and their names in the store and in addresses. */
import { isStoredUuid } from '../../db/uuid.ts';

/** All 16:9. */
export const pictureWidths = [320, 640, 1280, 1920] as const;
export const pictureFormats = ['avif', 'webp', 'jpg'] as const;
/** JPEG squares for lock screens (docs/product.md, 16.7). */
export const artworkWidths = [96, 128, 192, 256, 384, 512] as const;

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

const types = new Map<string, string>([
  ...pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => [pictureFileName(width, format), contentTypes[format]] as const),
  ),
  ...artworkWidths.map((width) => [artworkFileName(width), contentTypes.jpg] as const),
]);

export const pictureFileNames = [...types.keys()];

/** The media type of a file; undefined when no picture has a file of that name. */
export function pictureFileType(name: string): string | undefined {
  return types.get(name);
}

/** Stores build paths from ids, so only a UUID in lower case is valid. */
export function isPictureId(text: string): boolean {
  return isStoredUuid(text);
}
