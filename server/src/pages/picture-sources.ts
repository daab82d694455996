const pictureWidths = [320, 640, 1280, 1920];

/** The `srcset` of a picture: each width that the server keeps. */
export function pictureSources(pictureId: string, extension: 'avif' | 'webp' | 'jpg'): string {
  return pictureWidths
    .map((width) => `/media/pictures/${pictureId}/${width}.${extension} ${width}w`)
    .join(', ');
}
