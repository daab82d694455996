import { useState } from 'react';
import classes from './event-picture.module.css';
import { pictureAddress, pictureWidths } from './picture-address.ts';
import { PictureFallback } from './picture-fallback.tsx';

interface Props {
  pictureId: string | null | undefined;
  /** Empty when the name is next to the picture. */
  alt?: string;
  /** The width on screen, as in `<img sizes>`. */
  sizes: string;
  /** For the largest picture of the first screen: it is loaded at once and before others. */
  isPriority?: boolean;
  className?: string;
}

/** What has been loaded of a picture lately, in whatever size: it stands in for a larger one that is still to come. */
const loaded = new Map<string, string>();

/** A 16:9 picture in AVIF, WebP or JPEG without layout shift; a drawn ring when there is no picture. */
export function EventPicture({ pictureId, alt = '', sizes, isPriority = false, className }: Props) {
  const [brokenId, setBrokenId] = useState<string | null>(null);
  const [standIn] = useState(() => (isPriority && pictureId ? loaded.get(pictureId) : undefined));
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
        // It may take the place of the same picture, which the server has drawn: no frame may be without it.
        decoding={isPriority ? 'sync' : 'async'}
        style={standIn ? { background: `center / cover url("${standIn}")` } : undefined}
        onLoad={({ currentTarget }) => loaded.set(pictureId, currentTarget.currentSrc)}
        onError={() => setBrokenId(pictureId)}
      />
    </picture>
  );
}

function srcSet(pictureId: string, extension: 'avif' | 'webp' | 'jpg') {
  return pictureWidths.map((width) => `${pictureAddress(pictureId, width, extension)} ${width}w`).join(', ');
}
