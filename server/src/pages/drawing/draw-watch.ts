import { blockPhase, hasReplay, isRecorded, pictureOf, streamToShow } from '@ringside/openapi/checks/card';
import { placeOf } from '@ringside/openapi/checks/event-words';
import { signInWords } from '@ringside/openapi/checks/sign-in-words';
import { drawBanner, drawCountdown, drawFrame, drawLiveBadge, drawPicture } from './draw-frame.ts';
import type { Drawn } from './drawn.ts';
import { classNamesOf, drawButton, type FirstPaint } from './first-paint.ts';
import { type Html, html } from './html.ts';

/** The class of Mantine's text. The app shows the name of the event as a link of Mantine, whose lines are as high. */
const mantineText = 'm_b6d8b162';

type Stream = Parameters<typeof streamToShow>[0]['liveStreams'][number];

export interface DrawnBlock extends Pick<Drawn, 'name' | 'startDate' | 'endDate' | 'location'> {
  id: string;
  slug: string;
  paymentRequired: boolean;
  liveStreams: readonly Stream[];
}

interface DrawnWatch {
  event: Drawn & { banner: { text: string | null }; featuredStreamId: string | null };
  block: DrawnBlock;
  /** The stream that the address names. */
  chosenId: string | null;
  /** The page of one block plays its replay; the live page only leads there. */
  isBlockPage: boolean;
  now: Date;
}

/**
 * The stage and the heading of a watch page, as `web/src/watching/watch-layout.tsx` shows them to a visitor. Nothing of a
 * replay is told but that there is one.
 */
export function drawWatch(paint: FirstPaint, watch: DrawnWatch): Html {
  const c = classNamesOf(paint);
  const { event, block } = watch;
  const place = placeOf(block.location) || placeOf(event.location);
  return drawFrame(
    paint,
    html`${drawBanner(paint, event)}<div class="${c('watch.watch')}"><div class="${c('watch.stage')}">${stage(paint, watch)}</div><div class="${c('watch.about')}"><header class="${c('watch.heading')}"><span class="${mantineText} eyebrow ${c('watch.event')}">${event.name}</span><h1 class="display ${c('watch.name')}">${block.name}</h1><p class="${c('watch.facts')}">${badge(paint, watch)}<span style="visibility:hidden">Sat, 21 Nov 2026, 20:00</span><span class="${c('watch.where')}"><span class="${c('watch.venueTime')}"></span><span class="${c('watch.place')}">${place}</span></span></p></header></div><div class="${c('watch.side')}"></div></div>`,
  );
}

function stage(paint: FirstPaint, watch: DrawnWatch): Html {
  const c = classNamesOf(paint);
  return html`<div class="on-stage ${c('stage.stage')}"><div class="${c('stage.poster')}" data-dimmed="true">${drawPicture(paint, watch.event.pictureId)}</div><div class="${c('stage.content')}">${message(paint, watch)}</div></div>`;
}

/** What stands on the stage in the place of a video. Where the words of the app depend on the clock, only their place is kept. */
function message(paint: FirstPaint, watch: DrawnWatch): Html {
  const c = classNamesOf(paint);
  const { block } = watch;
  const { title, free, paid, actions } = signInWords;
  const asksToSignIn = plays(watch);
  const words = asksToSignIn ? title : block.name;
  const text = asksToSignIn && block.paymentRequired ? paid : free;
  const isUpcoming = blockPhase(block, watch.now.getTime()) === 'upcoming';
  const hidden = asksToSignIn ? undefined : html` style="visibility:hidden"`;
  const buttons = actions.map((label) => drawButton(paint, label, { look: 'smallButton' }));
  return html`<div class="${c('message.message')}"${hidden}><h2 class="display ${c('message.title')}">${words}</h2><div class="${c('message.text')}">${isUpcoming ? beforeStart(paint) : text}</div><div class="${c('message.action')}">${buttons}</div></div>`;
}

/** The places of the countdown, of the date and of the access. */
function beforeStart(paint: FirstPaint): Html {
  return html`${drawCountdown(paint)}<span>Sat</span><span style="font-size:0.875rem">Access</span>`;
}

/** Whether a viewer who may watch gets a video here. */
function plays({ block, event, chosenId, isBlockPage, now }: DrawnWatch): boolean {
  const phase = blockPhase(block, now.getTime());
  const stream = streamToShow(block, { chosenId, featuredId: event.featuredStreamId });
  if (stream === undefined || phase === 'upcoming') return false;
  return phase === 'live' || (isBlockPage && isRecorded(stream));
}

function badge(paint: FirstPaint, { block, event, chosenId, now }: DrawnWatch): Html | undefined {
  const c = classNamesOf(paint);
  const grey = (words: string) => html`<span class="${c('badge.phase')}">${words}</span>`;
  const phase = blockPhase(block, now.getTime());
  if (phase === 'upcoming') return undefined;
  if (phase === 'past') return grey(hasReplay(block) ? 'Replay' : 'Ended');
  const shown = streamToShow(block, { chosenId, featuredId: event.featuredStreamId });
  if (shown?.broadcast === 'ended') return grey('Replay');
  const picture = pictureOf(shown ? { liveStreams: [shown] } : block);
  if (picture === 'waiting') return grey('Starts soon');
  return picture === 'interrupted' ? grey('Interrupted') : drawLiveBadge(paint, 'md');
}
