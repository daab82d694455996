/** The files of a picture: which there are, and what they are called in the store and in addresses. */
import { isStoredUuid } from '../../db/uuid.ts';

/** All 16:9. */
export const pictureWidths = [320, 640, 1280, 1920] as const;
export const pictureFormats = ['avif', 'webp', 'jpg'] as const;
/** Squares for lock screens, JPEG alone (specification, section 9). */
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

/** Stores make paths of ids: nothing else may come through. */
export function isPictureId(text: string): boolean {
  return isStoredUuid(text);
}
