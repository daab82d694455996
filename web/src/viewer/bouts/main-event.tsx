import type { components } from '@ringside/openapi/schema';
import { unknownFighter } from '@ringside/rules/bout-words';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { FighterFace } from '../../ui/pictures/fighter-face.tsx';
import classes from './main-event.module.css';

type Bout = NonNullable<components['schemas']['Competition']['mainEvent']>;

/** "Noor Haddad v Jens Okafor"; undefined while nobody is named. */
export function mainEventInWords(bout: Bout | null | undefined): string | undefined {
  if (!bout?.red && !bout?.blue) return undefined;
  return [bout.red, bout.blue].map((fighter) => fighter?.name ?? unknownFighter).join(' v ');
}

/** The main event of a night: two faces, two names. A press opens its tale of the tape. */
export function MainEvent({ bout, competitionSlug }: { bout: Bout; competitionSlug: string }) {
  const { id, title, red, blue } = bout;
  return (
    <Link to={`${paths.competition.href(competitionSlug)}#bout-${id}`} className={classes.bout}>
      <span className={classes.faces}>
        <FighterFace fighter={red} corner="red" />
        <FighterFace fighter={blue} corner="blue" />
      </span>
      <span className={classes.words}>
        <span className={`eyebrow ${classes.title}`}>{title ?? 'Main event'}</span>{' '}
        <span className={`display ${classes.names}`}>
          {red?.name ?? unknownFighter} <span className={classes.versus}>v</span>{' '}
          {blue?.name ?? unknownFighter}
        </span>
      </span>
    </Link>
  );
}
