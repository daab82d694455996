import type { ReactNode } from 'react';
import { EventPicture } from '../../../ui/pictures/event-picture.tsx';
import { artworkAddress, pictureAddress } from '../../../ui/pictures/picture-address.ts';
import classes from './picture-previews.module.css';
import type { Area } from './picture-rules.ts';

/** How viewers meet the picture. Other sites cut a shared link to about 1.91:1, lock screens show a square. */
const shapes = [
  { key: 'poster', words: 'Poster', ratio: 16 / 9 },
  { key: 'link', words: 'Shared link', ratio: 1.91 },
  { key: 'square', words: 'Lock screen', ratio: 1 },
] as const;

/** The picture as it is stored, in the shapes in which viewers meet it. */
export function StoredPreviews({ pictureId }: { pictureId: string | null }) {
  if (!pictureId) {
    return (
      <div className={`${classes.frame} ${classes.missing}`}>
        <EventPicture pictureId={null} alt="No picture: viewers see a drawn ring" sizes="20rem" />
      </div>
    );
  }
  return (
    <Previews>
      {(key) =>
        key === 'poster' ? (
          <EventPicture pictureId={pictureId} alt="" sizes="(max-width: 40em) 100vw, 28rem" />
        ) : (
          <img
            className={classes.image}
            src={key === 'square' ? artworkAddress(pictureId, 512) : pictureAddress(pictureId, 640, 'jpg')}
            alt=""
          />
        )
      }
    </Previews>
  );
}

interface CutProps {
  src: string;
  size: { width: number; height: number };
  area: Area;
}

/** The same shapes while the picture is being cut. */
export function CutPreviews({ src, size, area }: CutProps) {
  return (
    <Previews>
      {(_, ratio) => (
        <img className={classes.cut} src={src} alt="" style={placed(size, inside(area, ratio))} />
      )}
    </Previews>
  );
}

type Picture = (key: (typeof shapes)[number]['key'], ratio: number) => ReactNode;

function Previews({ children }: { children: Picture }) {
  return (
    <ul className={classes.list} aria-label="As viewers see it">
      {shapes.map(({ key, words, ratio }) => (
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

/** The part around the middle that has this ratio. */
function inside(area: Area, ratio: number): Area {
  const width = Math.min(area.width, area.height * ratio);
  const height = width / ratio;
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
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
