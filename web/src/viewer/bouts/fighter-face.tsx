import type { Corner } from '@ringside/rules/bout-words';
import { useState } from 'react';
import { pictureAddress } from '../../ui/pictures/picture-address.ts';
import type { BoutFighter } from './bouts.queries.ts';
import classes from './fighter-face.module.css';

interface Props {
  fighter: Pick<BoutFighter, 'pictureId'> | null;
  /** Undefined: in no corner, so in neither colour. */
  corner?: Corner;
  isLarge?: boolean;
}

/** A face in the colour of its corner; a silhouette without a picture, never a broken one. The name stands beside it. */
export function FighterFace({ fighter, corner, isLarge = false }: Props) {
  const [brokenId, setBrokenId] = useState<string | null>(null);
  const pictureId = fighter?.pictureId;
  return (
    <span className={classes.face} data-corner={corner} data-large={isLarge || undefined} aria-hidden>
      {pictureId && pictureId !== brokenId ? (
        <img
          className={classes.picture}
          src={pictureAddress(pictureId, isLarge ? 640 : 320, 'jpg')}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenId(pictureId)}
        />
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
