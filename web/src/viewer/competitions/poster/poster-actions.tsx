import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconPlayerPlayFilled, IconTicket, IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import { RemindMe } from '../../reminders/remind-me.tsx';
import type { Block, Competition } from '../competition-types.ts';
import { useAccessOrLoading } from '../use-access.ts';
import { CalendarButton } from './calendar-button.tsx';
import { type CardState, mainAction } from './main-action.ts';
import classes from './poster-actions.module.css';
import { ShareButton } from './share-button.tsx';

interface Props {
  competition: Competition;
  card: CardState;
}

/**
 * The one thing to do now, then what can be taken along. The first button names no variant: Mantine would give a named
 * one the colours of the page's scheme in place of the stage's.
 */
export function PosterActions({ competition, card }: Props) {
  const { id, name, slug, status } = competition;
  const { isLoggedIn } = useSession();
  const accesses = useAccessOrLoading(slug);
  const { main, block, note } = mainAction(competition, card, { isLoggedIn, accesses });
  const watch = block ? (
    <WatchButton slug={slug} block={block} card={card} isMain={main === 'watch'} />
  ) : null;
  const calendar =
    card.phase === 'upcoming' && status === 'public' ? (
      <CalendarButton competitionId={id} isMain={main === null} />
    ) : null;
  return (
    <div className={classes.actions}>
      {note ? <Note note={note} /> : null}
      <div className={classes.row}>
        {main === 'tickets' ? <TicketsButton /> : null}
        {main === 'register' ? <RegisterButton slug={slug} /> : null}
        {watch}
        {note === 'over' ? <ReplaysButton /> : null}
        {main === null ? calendar : null}
        <RemindMe competition={competition} />
        {main === null ? null : calendar}
        <ShareButton name={name} slug={slug} />
      </div>
    </div>
  );
}

interface WatchProps {
  slug: string;
  block: Block;
  card: CardState;
  isMain: boolean;
}

function WatchButton({ slug, block, card, isMain }: WatchProps) {
  const isLive = block.id === card.live?.id;
  return (
    <Button
      component={Link}
      to={isLive ? paths.live.href(slug) : paths.block.href(slug, block.slug)}
      size="lg"
      variant={isMain ? undefined : 'default'}
      leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
    >
      {isLive ? 'Watch live' : 'Watch the replay'}
    </Button>
  );
}

function TicketsButton() {
  return (
    <Button component="a" href="#tickets" size="lg" leftSection={<IconTicket size={20} aria-hidden />}>
      See the tickets
    </Button>
  );
}

function RegisterButton({ slug }: { slug: string }) {
  return (
    <Button
      component={Link}
      to={paths.register.href(paths.competition.href(slug))}
      size="lg"
      leftSection={<IconUserPlus size={20} aria-hidden />}
    >
      Create a free account
    </Button>
  );
}

function ReplaysButton() {
  return (
    <Button component={Link} to={paths.replays.href()} size="lg" variant="default">
      See all replays
    </Button>
  );
}

function Note({ note }: { note: 'has-access' | 'over' }) {
  if (note === 'over')
    return <p className={classes.note}>This fight night is over. There is no replay of it.</p>;
  return (
    <p className={classes.note} data-good>
      <IconCircleCheckFilled size={20} aria-hidden />
      You have access
    </p>
  );
}
