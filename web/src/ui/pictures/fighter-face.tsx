import type { Corner } from '@ringside/rules/bout-words';
import { useState } from 'react';
import classes from './fighter-face.module.css';
import { portraitAddress, portraitWidths, squareAddress, squareWidths } from './picture-address.ts';

interface Props {
  fighter: { pictureId: string | null } | null;
  /** Undefined: in no corner, so in neither colour. */
  corner?: Corner | undefined;
  /** The whole portrait instead of the square of its head. */
  isLarge?: boolean;
  /** Undefined: the name stands beside it, and the face says nothing more. */
  alt?: string | undefined;
}

/** A face in the colour of its corner; a silhouette without a portrait, never a broken picture. */
export function FighterFace({ fighter, corner, isLarge = false, alt }: Props) {
  const [brokenId, setBrokenId] = useState<string | null>(null);
  const pictureId = fighter?.pictureId;
  const isShown = pictureId && pictureId !== brokenId;
  return (
    <span
      className={classes.face}
      data-corner={corner}
      data-large={isLarge || undefined}
      aria-hidden={!alt || !isShown || undefined}
    >
      {isShown ? (
        <Portrait pictureId={pictureId} isLarge={isLarge} alt={alt} onBroken={() => setBrokenId(pictureId)} />
      ) : (
        <svg
          viewBox="0 0 64 64"
          preserveAspectRatio="xMidYMax slice"
          className={classes.silhouette}
          aria-hidden
        >
          <circle cx="32" cy="25" r="12" />
          <path d="M8 64c1.5-16 11-23 24-23s22.5 7 24 23z" />
        </svg>
      )}
    </span>
  );
}

interface PortraitProps {
  pictureId: string;
  isLarge: boolean;
  alt: string | undefined;
  onBroken: () => void;
}

function Portrait({ pictureId, isLarge, alt = '', onBroken }: PortraitProps) {
  const sources = (extension: 'avif' | 'webp' | 'jpg') =>
    isLarge
      ? portraitWidths.map((width) => `${portraitAddress(pictureId, width, extension)} ${width}w`).join(', ')
      : squareWidths.map((width) => `${squareAddress(pictureId, width, extension)} ${width}w`).join(', ');
  // The largest place of either: 15rem on the fighter's page, 6.5rem for a main event.
  const sizes = isLarge ? '15rem' : '6.5rem';
  return (
    <picture>
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
      <img
        className={classes.picture}
        src={isLarge ? portraitAddress(pictureId, 480, 'jpg') : squareAddress(pictureId, 224, 'jpg')}
        srcSet={sources('jpg')}
        sizes={sizes}
        alt={alt}
        loading="lazy"
        decoding="async"
        // The server has drawn it: it may have failed before anybody listened.
        ref={(image) => {
          if (image?.complete && image.currentSrc && image.naturalWidth === 0) onBroken();
        }}
        onError={onBroken}
      />
    </picture>
  );
}
