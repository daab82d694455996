import { blockAfter } from '@ringside/rules/card';
import type { Phase } from '@ringside/rules/event-words';
import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { useReader } from '../../../ui/time/use-reader.ts';
import { type Bout, boutsOf } from '../../bouts/bouts.queries.ts';
import { NightPlaces } from '../../bouts/night/night-places.tsx';
import { Tonight } from '../../bouts/night/tonight.tsx';
import { useBoutChapters } from '../../bouts/night/use-bout-chapters.ts';
import { useCardState } from '../../bouts/night/use-card-state.ts';
import { useLinkedChapter } from '../../bouts/night/use-linked-chapter.ts';
import { OrderSwitch } from '../../bouts/order-switch.tsx';
import { ResultsBar } from '../../bouts/results/results-bar.tsx';
import { useBoutMoments } from '../../bouts/results/use-bout-moments.ts';
import { useResultsSwitch } from '../../bouts/results/use-results-switch.ts';
import { useKeepSeen } from '../../bouts/seen/use-keep-seen.ts';
import { useLinkedBout } from '../../bouts/use-linked-bout.ts';
import type { Block, Competition } from '../../competitions/competition-types.ts';
import { FightCard } from '../../competitions/fight-card.tsx';
import { tellOf } from '../../competitions/tell-of.tsx';
import { useAccess } from '../../competitions/use-access.ts';
import { StreamChoice } from '../stream-choice.tsx';
import classes from './card-beside.module.css';
import { NightStrip } from './night-strip.tsx';
import { UpNext } from './up-next.tsx';

const none: readonly Bout[] = [];

interface Props {
  competition: Competition;
  block: Block;
  phase: Phase;
  /** Whether a video of this block plays here, or will in a moment. */
  isWatched: boolean;
  /** Under the picture, where the page has no room beside it. */
  strip: HTMLElement | null;
  /** From there to the card. */
  onStrip: () => void;
}

/** Beside the picture: what is on, the cameras, what comes next, and the whole card. Loaded on demand, after the video. */
export function CardBeside({ competition, block, phase, isWatched, strip, onStrip }: Props) {
  const accesses = useAccess(competition.slug);
  const { data: bouts = none } = useQuery(boutsOf(competition.slug));
  const night = useCardState(competition.slug, isWatched);
  const watched = useBoutChapters(bouts);
  useLinkedChapter(watched);
  useKeepSeen(competition.id, watched);
  // The plan and the bells of a block that is over say nothing of its replay.
  const heard = phase === 'past' ? undefined : night?.state;
  const state = heard ?? replayState(watched?.shown);
  // The beginnings come with the signed address, a little behind the bells.
  const isNamed = state?.on.some(({ boutId }) => boutId === watched?.shown?.boutId);
  const { moments, ...results } = useBoutMoments(competition, bouts, {
    state: heard,
    needsPicture: isWatched && phase === 'live',
  });
  useResultsSwitch(competition, bouts.length > 0);
  const reader = useReader(competition.timezone);
  const next = blockAfter(competition, block);
  // Also without the picture: who comes back from the sign-in sees the bout that they waited for.
  useLinkedBout(bouts, competition, tellOf(competition, moments));
  const shown = state && {
    bouts,
    state,
    reader,
    isBesidePicture: heard !== undefined && night?.isBesidePicture === true,
    roundSeconds: night?.roundSeconds,
  };
  return (
    <>
      {shown && strip ? createPortal(<NightStrip {...shown} onPress={onStrip} />, strip) : null}
      {shown ? (
        <Tonight
          {...shown}
          event={competition}
          tellOf={(bout, isIcon) => tellOf(competition, moments, isIcon)(bout)}
          actions={watched ? <NightPlaces {...watched} shown={isNamed ? watched.shown : undefined} /> : null}
        />
      ) : null}
      {phase === 'upcoming' ? null : <StreamChoice block={block} featuredId={competition.featuredStreamId} />}
      {next ? <UpNext competition={competition} block={next} /> : null}
      <section aria-labelledby="card-title">
        <div className={classes.head}>
          <h2 id="card-title" className={classes.title}>
            The card
          </h2>
          {bouts.length > 1 ? <OrderSwitch /> : null}
          {bouts.length > 0 ? <ResultsBar event={competition} {...results} /> : null}
        </div>
        <FightCard
          competition={competition}
          accesses={accesses}
          bouts={bouts}
          moments={moments}
          foldsBouts
          currentBlockId={block.id}
        />
      </section>
    </>
  );
}

/** In a replay nothing comes with the event stream: the picture says who fights. */
function replayState(shown: { boutId: string } | undefined) {
  if (!shown) return undefined;
  return {
    on: [{ boutId: shown.boutId, phase: 'walkout' as const, round: null }],
    overBoutIds: [],
    expected: [],
  };
}
