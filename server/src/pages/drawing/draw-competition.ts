import { phaseOf, placeOf } from '@ringside/openapi/checks/event-words';
import { drawBanner, drawCountdown, drawFrame, drawLiveBadge, drawName, drawPicture } from './draw-frame.ts';
import type { Drawn } from './drawn.ts';
import { classNamesOf, drawButton, type FirstPaint } from './first-paint.ts';
import { type Html, html } from './html.ts';

interface DrawnCard extends Drawn {
  banner: { text: string | null };
  blocks?: ReadonlyArray<DrawnBlock>;
}

interface DrawnBlock {
  startDate: string;
  endDate: string;
  liveStreams?: ReadonlyArray<{ status: string; broadcast: string | null }>;
}

/**
 * The poster of an event, as `web/src/competitions/competition-hero.tsx` shows it. What depends on the viewer (the zone,
 * the access) is not known here: its place is kept and left empty.
 */
export function drawCompetition(paint: FirstPaint, event: DrawnCard, now: Date): Html {
  const c = classNamesOf(paint);
  const { name, description, pictureId } = event;
  return drawFrame(
    paint,
    html`${drawBanner(paint, event)}<section class="on-stage ${c('competition.hero')}"><div class="${c('competition.picture')}">${drawPicture(paint, pictureId)}</div><div class="${c('competition.inner')}"><div class="${c('competition.words')}">${badge(paint, event, now)}${drawName(c('competition.name'), name)}${description ? html`<p class="${c('competition.description')}">${description}</p>` : undefined}<div class="${c('competition.facts')}" style="visibility:hidden">${fact(paint, 'Sat')}${placeOf(event.location) ? fact(paint, placeOf(event.location)) : undefined}</div>${countdown(paint, event, now)}<div class="${c('actions.actions')}" style="visibility:hidden"><div class="${c('actions.row')}">${drawButton(paint, 'Watch')}</div></div></div></div></section>`,
  );
}

function badge(paint: FirstPaint, event: DrawnCard, now: Date): Html | undefined {
  const c = classNamesOf(paint);
  const live = event.blocks?.filter((block) => phaseOf(block, now.getTime()) === 'live') ?? [];
  if (live.length === 0 && phaseOf(event, now.getTime()) !== 'past') return undefined;
  // An encoder knows better than the dates, so only what surely is live is called so.
  const isLive = live.some(({ liveStreams = [] }) =>
    liveStreams.some(({ status, broadcast }) => status === 'active' && (broadcast ?? 'live') === 'live'),
  );
  const hidden = html` style="visibility:hidden"`;
  return html`<p class="${c('competition.badge')}"${isLive ? undefined : hidden}>${drawLiveBadge(paint)}</p>`;
}

/** When and where: two lines beside an icon. */
function fact(paint: FirstPaint, words: string): Html {
  const c = classNamesOf(paint);
  return html`<div class="${c('facts.fact')}"><svg width="22" height="22"></svg><p class="${c('facts.words')}"><span class="${c('facts.first')}">${words}</span><span class="${c('facts.second')}">&nbsp;</span></p></div>`;
}

function countdown(paint: FirstPaint, { blocks = [] }: DrawnCard, now: Date): Html | undefined {
  const c = classNamesOf(paint);
  const phases = blocks.map((block) => phaseOf(block, now.getTime()));
  if (phases.includes('live') || !phases.includes('upcoming')) return undefined;
  return html`<div class="${c('competition.countdown')}" style="visibility:hidden">${drawCountdown(paint)}</div>`;
}
