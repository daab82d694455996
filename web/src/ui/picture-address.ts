/** The widths that the server keeps of every picture; all are 16:9. */
export const pictureWidths = [320, 640, 1280, 1920] as const;

/** The address of one width, also for posters and the media session's artwork. */
export function pictureAddress(
  pictureId: string,
  width: (typeof pictureWidths)[number],
  extension: 'avif' | 'webp' | 'jpg',
) {
  return `/media/pictures/${pictureId}/${width}.${extension}`;
}
