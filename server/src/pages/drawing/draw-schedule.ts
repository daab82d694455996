import { phaseOf, placeOf } from '@ringside/openapi/checks/event-words';
import { drawLiveBadge, drawPicture } from './draw-frame.ts';
import { type DrawnList, drawFilters, drawListHead, drawListPage } from './draw-list.ts';
import type { Drawn } from './drawn.ts';
import { classNamesOf, drawButton, type FirstPaint } from './first-paint.ts';
import { type Html, html } from './html.ts';

/** As many rows as a tall window shows at first. */
const rowCount = 8;
const dayMs = 86_400_000;

/**
 * As `web/src/finding/schedule-page.tsx` shows it. The viewer's zone is not known here: times and names of days keep their
 * place, and a night that begins near midnight may move to the day beside it.
 */
export function drawSchedule(paint: FirstPaint, list: DrawnList, now: Date): Html {
  const c = classNamesOf(paint);
  const items = list.items.slice(0, rowCount);
  const inPhase = (phase: string) => items.filter((item) => phaseOf(item, now.getTime()) === phase);
  const live = inPhase('live');
  const days = [...Map.groupBy(inPhase('upcoming'), ({ startDate }) => startDate.slice(0, 10)).values()];
  const lead = 'What is live, and what comes.';
  const clock = html`<p class="${c('finding.lead')}" style="visibility:hidden">Times are on your clock.</p>`;
  return drawListPage(
    paint,
    html`${drawListHead(paint, 'Schedule', lead, clock)}${drawFilters(paint, list)}${live.length > 0 ? day(paint, live, { title: 'Live now', now }) : undefined}${days.map((each) => day(paint, each, { now }))}`,
  );
}

function day(
  paint: FirstPaint,
  items: readonly Drawn[],
  { title, now }: { title?: string; now: Date },
): Html {
  const c = classNamesOf(paint);
  const hidden = html` style="visibility:hidden"`;
  return html`<section class="${c('schedule.day')}"><h2 class="${c('schedule.dayTitle')}"${title ? undefined : hidden}>${title ?? 'Saturday'}</h2><ol class="${c('schedule.rows')}">${items.map((item) => row(paint, item, now))}</ol></section>`;
}

function row(paint: FirstPaint, item: Drawn, now: Date): Html {
  const c = classNamesOf(paint);
  const isLive = phaseOf(item, now.getTime()) === 'live';
  const isSoon = !isLive && Date.parse(item.startDate) - now.getTime() < dayMs;
  const place = placeOf(item.location);
  return html`<li class="${c('schedule.row')}"><div class="${c('schedule.time')}" style="visibility:hidden"><time class="display tabular ${c('schedule.clock')}">00:00</time><span class="${c('schedule.venue')}"></span></div><div class="${c('schedule.words')}"><h3 class="display ${c('schedule.name')}">${item.name}</h3>${place ? html`<p class="${c('schedule.place')}">${place}</p>` : undefined}${isLive ? drawLiveBadge(paint, 'md') : undefined}${isSoon ? html`<span class="${c('schedule.countdown')}">&nbsp;</span>` : undefined}</div>${isLive ? watch(paint) : remind(paint)}${drawPicture(paint, item.pictureId, { sizes: '10rem', className: c('schedule.picture') })}</li>`;
}

function watch(paint: FirstPaint): Html {
  const c = classNamesOf(paint);
  return html`<div class="${c('schedule.action')}">${drawButton(paint, 'Watch live', { look: 'smallButton', className: c('schedule.watch').text })}</div>`;
}

/** Whether it is set is the viewer's. */
function remind(paint: FirstPaint): Html {
  const c = classNamesOf(paint);
  return html`<div class="${c('schedule.action')}" style="visibility:hidden"><button type="button" class="${c('remind.button')}"><svg width="20" height="20"></svg>Remind me</button></div>`;
}
