import { phaseOf, placeOf } from '@ringside/openapi/checks/event-words';
import { drawFrame, drawLiveBadge, drawPicture } from './draw-frame.ts';
import type { Drawn } from './drawn.ts';
import { classNamesOf, type FirstPaint } from './first-paint.ts';
import { type Html, html } from './html.ts';

/** The first page of a list, and what its filters offer. */
export interface DrawnList {
  items: readonly Drawn[];
  total: number;
  facets: { total: number; freeTotal: number; years: readonly object[]; cities: readonly object[] };
}

/** As many cards as a wide window shows at first. */
const cardCount = 8;

/** As `web/src/finding/replays-page.tsx` shows it. The viewer's zone is not known here, so the dates keep their place. */
export function drawReplays(paint: FirstPaint, list: DrawnList, now: Date): Html {
  const lead = 'Every fight night that is over, the latest first. No results are shown.';
  return drawListPage(
    paint,
    html`${drawListHead(paint, 'Replays', lead)}${drawFilters(paint, list, { withYear: true })}${grid(paint, list, { noun: 'replay', now, isArchive: true })}`,
  );
}

/** As `web/src/finding/search-page.tsx` shows it, for the words `q`. */
export function drawSearch(paint: FirstPaint, list: DrawnList, { q, now }: { q: string; now: Date }): Html {
  const c = classNamesOf(paint);
  const chips = ['Everything', 'Live and upcoming', 'Replays'].map(
    (label, index) =>
      html`<button type="button" class="${c('finding.chip')}" aria-pressed="${index === 0 ? 'true' : 'false'}">${label}</button>`,
  );
  return drawListPage(
    paint,
    html`${drawListHead(paint, 'Search')}<search class="${c('finding.search')}"><label class="${c('controls.field')}"><span class="${c('controls.label')}">Name or place</span><input type="search" class="${c('controls.control controls.withIcon')}" value="${q}"></label></search><fieldset class="${c('finding.chips')}">${chips}</fieldset>${drawFilters(paint, list, { withYear: true })}${grid(paint, list, { noun: 'fight night', now })}`,
  );
}

export function drawListPage(paint: FirstPaint, content: Html): Html {
  const c = classNamesOf(paint);
  return drawFrame(paint, html`<div class="${c('finding.page')}">${content}</div>`);
}

/** @param more lines below the lead. */
export function drawListHead(paint: FirstPaint, title: string, lead?: string, more?: Html): Html {
  const c = classNamesOf(paint);
  return html`<header class="${c('finding.head')}"><h1 class="${c('finding.title')}">${title}</h1>${lead ? html`<p class="${c('finding.lead')}">${lead}</p>` : undefined}${more}</header>`;
}

/** As `web/src/finding/list-filters.tsx` before anything is chosen: each filter only where there is a choice. */
export function drawFilters(paint: FirstPaint, { facets }: DrawnList, { withYear = false } = {}): Html {
  const c = classNamesOf(paint);
  const { total, freeTotal, years, cities } = facets;
  const select = (label: string, any: string) =>
    html`<label class="${c('controls.field filters.field')}"><span class="${c('controls.label')}">${label}</span><select class="${c('controls.control controls.select')}"><option>${any}</option></select></label>`;
  const selects = [
    ...(withYear && years.length > 1 ? [select('Year', 'All years')] : []),
    ...(cities.length > 1 ? [select('City', 'All cities')] : []),
    ...(freeTotal > 0 && freeTotal < total ? [select('Price', 'Any price')] : []),
  ];
  return html`<fieldset class="${c('filters.filters')}">${selects}</fieldset>`;
}

interface Grid {
  noun: string;
  now: Date;
  /** Each one is a replay, and none says so. */
  isArchive?: boolean;
}

function grid(paint: FirstPaint, { items, total }: DrawnList, { noun, now, isArchive = false }: Grid) {
  const c = classNamesOf(paint);
  const cards = items
    .slice(0, cardCount)
    .map((item, index) => card(paint, item, { now, isArchive, isFirst: index === 0 }));
  const count = `${total.toLocaleString('en-GB')} ${total === 1 ? noun : `${noun}s`}`;
  return html`<p class="${c('grid.count')}">${count}</p><ul class="${c('grid.grid')}">${cards}</ul>`;
}

const cardSizes = '(min-width: 64em) 26rem, (min-width: 40em) 50vw, 14rem';
const dayMs = 86_400_000;

/** As `web/src/finding/competition-card.tsx` in a list. */
function card(
  paint: FirstPaint,
  item: Drawn,
  { now, isArchive, isFirst }: { now: Date; isArchive: boolean; isFirst: boolean },
): Html {
  const c = classNamesOf(paint);
  const phase = phaseOf(item, now.getTime());
  const isSoon = phase === 'upcoming' && Date.parse(item.startDate) - now.getTime() < dayMs;
  const replay = isArchive ? undefined : 'Replay';
  const word = phase === 'past' ? replay : isSoon ? 'Soon' : undefined;
  const badge =
    phase === 'live'
      ? drawLiveBadge(paint, 'md')
      : word && html`<span class="${c('badge.phase')}">${word}</span>`;
  const place = placeOf(item.location);
  return html`<li><article class="${c('card.card')}" data-list="true"><div class="${c('card.picture')}">${drawPicture(paint, item.pictureId, { sizes: cardSizes, isFirst })}<span class="${c('card.badge')}">${badge}</span></div><div class="${c('card.words')}"><p class="${c('card.when')}">&nbsp;</p><h2 class="display ${c('card.name')}">${item.name}</h2>${place ? html`<p class="${c('card.place')}">${place}</p>` : undefined}${phase === 'upcoming' ? html`<span class="${c('card.countdown')}">&nbsp;</span>` : undefined}</div></article></li>`;
}
