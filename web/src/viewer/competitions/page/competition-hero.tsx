import { blockPhase, blocksInOrder, hasReplay, liveBlock, nextBlock } from '@ringside/rules/card';
import { isLongName, type Phase, phaseOf } from '@ringside/rules/event-words';
import { PhaseBadge } from '../../../ui/badges/badges.tsx';
import { EventPicture } from '../../../ui/pictures/event-picture.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Competition } from '../competition-types.ts';
import { LiveBlockBadge } from '../live-block-badge.tsx';
import type { CardState } from '../poster/main-action.ts';
import { PosterActions } from '../poster/poster-actions.tsx';
import { When } from '../poster/when.tsx';
import { Where } from '../poster/where.tsx';
import { StageCountdown } from '../stage-countdown.tsx';
import { useKnownPicture } from '../use-known-picture.ts';
import classes from './competition-hero.module.css';

/** The poster: picture, name, what it is, when and where, and what to do now. */
export function CompetitionHero({ competition }: { competition: Competition }) {
  const { name, slug, description, pictureId, location } = competition;
  const card = useCardState(competition);
  const { live, next, phase } = card;
  return (
    <section className={`on-stage ${classes.hero}`} aria-label={name}>
      <div className={classes.picture} data-picture={slug}>
        <EventPicture pictureId={pictureId} sizes="100vw" isPriority />
      </div>
      <div className={classes.inner} data-over-picture>
        <div className={classes.words}>
          {live || phase === 'past' ? (
            <p className={classes.badge}>
              {live ? <LiveBlockBadge block={live} size="lg" /> : null}
              {phase === 'past' ? (
                <PhaseBadge>{card.replays.length > 0 ? 'Replay' : 'Ended'}</PhaseBadge>
              ) : null}
            </p>
          ) : null}
          <h1 className={`display ${classes.name}`} data-long={isLongName(name) || undefined}>
            {name}
          </h1>
          {description ? <p className={classes.description}>{description}</p> : null}
          <div className={classes.facts}>
            <When competition={competition} />
            <Where location={location} />
          </div>
          {!live && next ? (
            <div className={classes.countdown}>
              <StageCountdown
                to={next.startDate}
                label={phase === 'upcoming' ? 'Starts in' : `${next.name} starts in`}
              />
            </div>
          ) : null}
          <PosterActions competition={competition} card={card} />
        </div>
      </div>
    </section>
  );
}

/** What the clock decides. The component renders again when one of it changes, not every second. */
function useCardState(competition: Competition): CardState {
  const blocks = blocksInOrder(competition);
  const state = useClock((now) => {
    const replays = blocks.filter((block) => blockPhase(block, now) === 'past' && hasReplay(block));
    const shown = [liveBlock(competition, now), nextBlock(competition, now), ...replays];
    return [phaseOf(competition, now), ...shown.map((block) => block?.id ?? '')].join(' ');
  });
  const [phase, liveId, nextId, ...replayIds] = state.split(' ');
  const withId = (wanted: string | undefined) => blocks.find(({ id }) => id === wanted);
  return {
    phase: phase as Phase,
    live: withId(liveId),
    next: withId(nextId),
    replays: blocks.filter(({ id }) => replayIds.includes(id)),
  };
}

/** With the picture, where a list has shown it. */
export function CompetitionHeroSkeleton({ slug }: { slug: string }) {
  const pictureId = useKnownPicture(slug);
  return (
    <section className={`on-stage ${classes.hero}`} aria-hidden>
      <div className={classes.picture} data-picture={slug}>
        {pictureId ? <EventPicture pictureId={pictureId} sizes="100vw" isPriority /> : null}
      </div>
      <div className={classes.inner} data-over-picture>
        <div className={classes.words}>
          <span className={classes.waiting} style={{ height: 72, width: 'min(100%, 40rem)' }} />
          <span className={classes.waiting} style={{ height: 24, width: 'min(80%, 30rem)' }} />
          <span className={classes.waiting} style={{ height: 48, width: 'min(100%, 26rem)' }} />
          <span className={classes.waiting} style={{ height: 50, width: 180 }} />
        </div>
      </div>
    </section>
  );
}
