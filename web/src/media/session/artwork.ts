import { artworkAddress, pictureIdOf } from '../../ui/pictures/picture-address.ts';
import { isAppleMobile } from '../engine/device.ts';

/** docs/product.md, 16.7 */
const sizes = [512] as const;
const sizesOnApple = [96, 128, 192, 256, 384, 512] as const;

/** The square images of a poster for lock screens; none when the poster is not a picture of our server. */
export function artworkOf(poster: string): MediaImage[] {
  const pictureId = pictureIdOf(poster);
  if (pictureId === null) return [];
  return (isAppleMobile() ? sizesOnApple : sizes).map((size) => ({
    src: artworkAddress(pictureId, size),
    sizes: `${size}x${size}`,
    type: 'image/jpeg',
  }));
}
