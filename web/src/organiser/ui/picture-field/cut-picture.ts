import { type Area, canSendFile, type PictureShape, sizeToSend } from './picture-rules.ts';

/** The chosen area of a picture as a file. @throws when the browser cannot draw it. */
export async function cutPicture(
  image: HTMLImageElement,
  file: Blob,
  area: Area,
  shape: PictureShape,
): Promise<Blob> {
  const whole = { width: image.naturalWidth, height: image.naturalHeight };
  if (canSendFile(file, area, whole)) return file;
  const { width, height } = sizeToSend(area, shape);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.92);
  });
}
