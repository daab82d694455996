import { sharedPictureName } from '../media/pictures/shared-pictures.ts';

const pictureWidths = [320, 640, 1280, 1920];

/** The `srcset` of a picture: each width that the server keeps. */
export function pictureSources(pictureId: string, extension: 'avif' | 'webp' | 'jpg'): string {
  return pictureWidths
    .map((width) => `/media/pictures/${pictureId}/${width}.${extension} ${width}w`)
    .join(', ');
}

/** The picture of a link to a fighter or to two corners; undefined without a portrait. */
export function sharedPicturePath(pictureIds: readonly (string | null)[]): string | undefined {
  const name = sharedPictureName(pictureIds);
  return name && `/media/pictures/shared/${name}`;
}
