import { ActionIcon } from '@mantine/core';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EventPicture } from '../../ui/pictures/event-picture.tsx';
import { Rail } from '../../ui/rail/rail.tsx';
import classes from './continue-watching.module.css';
import { useViewingsToContinue, type Viewing } from './history.queries.ts';
import { useRemoveWithUndo } from './remove-with-undo.tsx';
import { viewingHref } from './viewing-href.ts';

/** No bar and no time: both would say how long a fight lasts (docs/product.md, 30.10). */
export function ContinueWatching() {
  const { data } = useViewingsToContinue();
  if (!data || data.data.length === 0) return null;
  return (
    <Rail id="continue" title="Continue watching">
      {data.data.map((viewing) => (
        <ViewingCard key={viewing.liveStreamId} viewing={viewing} />
      ))}
    </Rail>
  );
}

function ViewingCard({ viewing }: { viewing: Viewing }) {
  const { competition, block } = viewing;
  const remove = useRemoveWithUndo();
  return (
    <article className={classes.card}>
      <div className={classes.picture} data-picture={competition.slug}>
        <EventPicture pictureId={competition.pictureId} sizes="(min-width: 26rem) 19.5rem, 78vw" />
        <span className={classes.play} aria-hidden>
          <IconPlayerPlayFilled size={22} />
        </span>
      </div>
      <div className={classes.words}>
        <h3 className={`display ${classes.name}`}>
          <Link
            to={viewingHref(viewing)}
            className={classes.link}
            aria-label={`Continue ${block.name}, ${competition.name}`}
          >
            {block.name}
          </Link>
        </h3>
        <p className={classes.competition}>{competition.name}</p>
      </div>
      <ActionIcon
        className={classes.remove}
        aria-label={`Remove ${block.name}, ${competition.name}`}
        onClick={(press) => void remove(viewing, press)}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </article>
  );
}
