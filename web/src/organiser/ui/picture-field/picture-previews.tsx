import type { ReactNode } from 'react';
import { EventPicture } from '../../../ui/pictures/event-picture.tsx';
import {
  artworkAddress,
  pictureAddress,
  portraitAddress,
  squareAddress,
} from '../../../ui/pictures/picture-address.ts';
import classes from './picture-previews.module.css';
import { type Area, largestArea, type PictureShape } from './picture-rules.ts';

/** How viewers meet the picture. Other sites cut a shared link to about 1.91:1, lock screens show a square. */
const places = {
  wide: [
    { key: 'poster', words: 'Poster', ratio: 16 / 9 },
    { key: 'link', words: 'Shared link', ratio: 1.91 },
    { key: 'square', words: 'Lock screen', ratio: 1 },
  ],
  portrait: [
    { key: 'portrait', words: 'Own page', ratio: 4 / 5 },
    { key: 'face', words: 'Card', ratio: 1 },
  ],
} as const;

/** The picture as it is stored, in the shapes in which viewers meet it. */
export function StoredPreviews({ pictureId, shape }: { pictureId: string | null; shape: PictureShape }) {
  if (!pictureId) {
    // Viewers see a silhouette, which needs no preview.
    if (shape === 'portrait') return null;
    return (
      <div className={`${classes.frame} ${classes.missing}`}>
        <EventPicture pictureId={null} alt="No picture: viewers see a drawn ring" sizes="20rem" />
      </div>
    );
  }
  return (
    <Previews shape={shape}>
      {(key) =>
        key === 'poster' ? (
          <EventPicture pictureId={pictureId} alt="" sizes="(max-width: 40em) 100vw, 28rem" />
        ) : (
          <img className={classes.image} src={storedAddress(pictureId, key)} alt="" />
        )
      }
    </Previews>
  );
}

function storedAddress(pictureId: string, key: Place['key']) {
  if (key === 'portrait') return portraitAddress(pictureId, 480, 'jpg');
  if (key === 'face') return squareAddress(pictureId, 224, 'jpg');
  return key === 'square' ? artworkAddress(pictureId, 512) : pictureAddress(pictureId, 640, 'jpg');
}

interface CutProps {
  shape: PictureShape;
  src: string;
  size: { width: number; height: number };
  area: Area;
}

/** The same shapes while the picture is being cut. */
export function CutPreviews({ shape, src, size, area }: CutProps) {
  return (
    <Previews shape={shape}>
      {(_, ratio) => (
        <img className={classes.cut} src={src} alt="" style={placed(size, largestArea(area, shape, ratio))} />
      )}
    </Previews>
  );
}

type Place = (typeof places)[PictureShape][number];
type Picture = (key: Place['key'], ratio: number) => ReactNode;

function Previews({ shape, children }: { shape: PictureShape; children: Picture }) {
  return (
    <ul className={classes.list} data-of={shape} aria-label="As viewers see it">
      {places[shape].map(({ key, words, ratio }) => (
        <li key={key} className={classes.item} data-shape={key}>
          <div className={classes.frame} style={{ aspectRatio: ratio }}>
            {children(key, ratio)}
          </div>
          <span className={classes.words}>{words}</span>
        </li>
      ))}
    </ul>
  );
}

/** Lays the whole picture so that the area fills the frame. */
function placed(size: { width: number; height: number }, area: Area) {
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: percent(-area.x, area.width),
    top: percent(-area.y, area.height),
    width: percent(size.width, area.width),
    height: percent(size.height, area.height),
  };
}
