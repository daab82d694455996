import { serverUrl } from '../../config.ts';

/** The widths that the server keeps of every picture; all are 16:9. */
export const pictureWidths = [320, 640, 1280, 1920] as const;

/** The address of a picture in one width. */
export function pictureAddress(
  pictureId: string,
  width: (typeof pictureWidths)[number],
  extension: 'avif' | 'webp' | 'jpg',
) {
  return serverUrl(`/media/pictures/${pictureId}/${width}.${extension}`);
}

/** The widths of the square JPEGs that the server keeps for lock screens. */
type ArtworkWidth = 96 | 128 | 192 | 256 | 384 | 512;

export function artworkAddress(pictureId: string, width: ArtworkWidth) {
  return serverUrl(`/media/pictures/${pictureId}/artwork-${width}.jpg`);
}

/** The widths of a portrait, 4:5, and of its squares. */
export const portraitWidths = [240, 480, 960] as const;
export const squareWidths = [112, 224, 448] as const;

type Extension = 'avif' | 'webp' | 'jpg';

export function portraitAddress(
  pictureId: string,
  width: (typeof portraitWidths)[number],
  extension: Extension,
) {
  return serverUrl(`/media/pictures/${pictureId}/${width}.${extension}`);
}

export function squareAddress(pictureId: string, width: (typeof squareWidths)[number], extension: Extension) {
  return serverUrl(`/media/pictures/${pictureId}/square-${width}.${extension}`);
}

/** The id of the picture in an address; null for any other address. */
export function pictureIdOf(address: string): string | null {
  return /\/media\/pictures\/([0-9a-f-]{36})\//.exec(address)?.[1] ?? null;
}
