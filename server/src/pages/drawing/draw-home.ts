import { phaseOf, placeOf } from '@ringside/openapi/checks/event-words';
import { drawFrame, drawLiveBadge, drawName, drawPicture } from './draw-frame.ts';
import type { Drawn } from './drawn.ts';
import { classNamesOf, drawButton, type FirstPaint } from './first-paint.ts';
import { type Html, html } from './html.ts';

const labels = { live: 'Live now', upcoming: 'Next up', past: 'Latest replay' };
const dayMs = 86_400_000;

/**
 * The featured event, as `web/src/home/hero.tsx` shows it. The clock and the zone of the viewer are not known here, so the
 * place of the countdown and of the date is kept and left empty.
 */
export function drawHome(paint: FirstPaint, featured: Drawn, now: Date): Html {
  const c = classNamesOf(paint);
  const phase = phaseOf(featured, now.getTime());
  const isLive = phase === 'live';
  const label = isLive
    ? drawLiveBadge(paint)
    : html`<span class="eyebrow ${c('home.next')}">${labels[phase]}</span>`;
  const second = isLive ? { className: c('home.secondary').text } : {};
  return drawFrame(
    paint,
    html`<section class="on-stage ${c('home.hero')}"><div class="${c('home.picture')}">${drawPicture(paint, featured.pictureId)}</div><div class="${c('home.inner')}"><div class="${c('home.words')}"><p class="${c('home.facts')}">${label}<span>${placeOf(featured.location)}</span></p>${drawName(c('home.name'), featured.name)}${featured.description ? html`<p class="${c('home.description')}">${featured.description}</p>` : undefined}${phase === 'upcoming' ? countdown(paint, featured, now) : undefined}${isLive ? undefined : html`<p class="${c('home.when')}">&nbsp;</p>`}<div class="${c('home.actions')}">${isLive ? drawButton(paint, 'Watch live', { look: 'playButton' }) : undefined}${drawButton(paint, 'See the card', second)}</div></div></div></section>`,
  );
}

function countdown(paint: FirstPaint, { startDate }: Drawn, now: Date): Html {
  const c = classNamesOf(paint);
  const hasDays = Date.parse(startDate) - now.getTime() >= dayMs;
  const units = hasDays ? ['days', 'h', 'min'] : ['h', 'min', 's'];
  const parts = units.map(
    (unit) =>
      html`<span class="${c('countdown.part')}"><span class="display tabular ${c('countdown.count')}">00</span><span class="${c('countdown.unit')}">${unit}</span></span>`,
  );
  return html`<p class="${c('countdown.countdown')}" style="visibility:hidden"><span class="eyebrow">Starts in</span><span class="${c('countdown.parts')}">${parts}</span></p>`;
}
