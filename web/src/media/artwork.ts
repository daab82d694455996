import { artworkAddress, pictureIdOf } from '../ui/pictures/picture-address.ts';
import { isAppleMobile } from './device.ts';

/** Specification, section 9. */
const sizes = [512] as const;
const sizesOnApple = [96, 128, 192, 256, 384, 512] as const;

/** The squares that lock screens show of a poster; none of a poster that is not one of the server's pictures. */
export function artworkOf(poster: string): MediaImage[] {
  const pictureId = pictureIdOf(poster);
  if (pictureId === null) return [];
  return (isAppleMobile() ? sizesOnApple : sizes).map((size) => ({
    src: artworkAddress(pictureId, size),
    sizes: `${size}x${size}`,
    type: 'image/jpeg',
  }));
}
