import { isAppleMobile } from './device.ts';

/** Specification, section 9. */
const sizes = [512];
const sizesOnApple = [96, 128, 192, 256, 384, 512];
const type = 'image/jpeg';

/**
 * The poster as the square JPEG pictures that lock screens show, cut out of its middle. Empty when the
 * poster cannot be read.
 */
export async function makeArtwork(poster: string): Promise<MediaImage[]> {
  try {
    const image = new Image();
    image.src = poster;
    await image.decode();
    const wanted = isAppleMobile() ? sizesOnApple : sizes;
    return await Promise.all(
      wanted.map(async (size) => ({ src: await drawSquare(image, size), sizes: `${size}x${size}`, type })),
    );
  } catch {
    return [];
  }
}

async function drawSquare(image: HTMLImageElement, size: number) {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const side = Math.min(image.naturalWidth, image.naturalHeight);
  const left = (image.naturalWidth - side) / 2;
  const top = (image.naturalHeight - side) / 2;
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, size, size);
  return canvas.toDataURL(type, 0.85);
}
