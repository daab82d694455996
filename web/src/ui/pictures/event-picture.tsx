import { useState } from 'react';
import classes from './event-picture.module.css';
import { pictureAddress, pictureWidths } from './picture-address.ts';
import { PictureFallback } from './picture-fallback.tsx';

interface Props {
  pictureId: string | null | undefined;
  /** Empty where the name stands beside the picture. */
  alt?: string;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** The largest picture of the first screen: loaded at once and before others. */
  isPriority?: boolean;
  className?: string;
}

/** 16:9 in AVIF, WebP or JPEG, with its place kept free; a drawn ring where there is no picture. */
export function EventPicture({ pictureId, alt = '', sizes, isPriority = false, className }: Props) {
  const [brokenId, setBrokenId] = useState<string | null>(null);
  const frame = className ? `${classes.frame} ${className}` : classes.frame;
  if (!pictureId || pictureId === brokenId) {
    return (
      <div className={frame} {...(alt ? { role: 'img', 'aria-label': alt } : {})}>
        <PictureFallback />
      </div>
    );
  }
  return (
    <picture className={frame}>
      <source type="image/avif" srcSet={srcSet(pictureId, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(pictureId, 'webp')} sizes={sizes} />
      <img
        className={classes.image}
        src={pictureAddress(pictureId, 640, 'jpg')}
        srcSet={srcSet(pictureId, 'jpg')}
        sizes={sizes}
        alt={alt}
        width={1920}
        height={1080}
        loading={isPriority ? 'eager' : 'lazy'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBrokenId(pictureId)}
      />
    </picture>
  );
}

function srcSet(pictureId: string, extension: 'avif' | 'webp' | 'jpg') {
  return pictureWidths.map((width) => `${pictureAddress(pictureId, width, extension)} ${width}w`).join(', ');
}
