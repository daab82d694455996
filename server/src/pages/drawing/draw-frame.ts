import { isLongName } from '@ringside/openapi/checks/event-words';
import { pictureSources } from '../picture-sources.ts';
import { classNamesOf, type FirstPaint } from './first-paint.ts';
import { Html, html } from './html.ts';

/**
 * The header and the first screen of a page, as the client shows them. It is inert: nobody can press or focus what the
 * client is about to replace.
 */
export function drawFrame(paint: FirstPaint, screen: Html): Html {
  const c = classNamesOf(paint);
  return html`<div class="${c('layout.layout')}" inert><header class="${c('header.header')}"><div class="${c('header.inner')}"><span class="${c('header.logo')}">${new Html(paint.logo)}</span></div></header><main class="${c('layout.main')}">${screen}</main></div>`;
}

interface Picture {
  sizes?: string;
  /** It is the largest of the first screen, and is loaded before others. */
  isFirst?: boolean;
  className?: Html;
}

/** The place of the countdown in large digits. */
export function drawCountdown(paint: FirstPaint): Html {
  const c = classNamesOf(paint);
  return html`<p class="${c('stageCountdown.countdown')}"><span class="eyebrow">Starts in</span><span class="display tabular ${c('stageCountdown.clock')}">00:00:00</span></p>`;
}

/** The same picture as the client's `EventPicture`; without one, its frame. */
export function drawPicture(paint: FirstPaint, pictureId: string | null, picture: Picture = {}): Html {
  const { sizes = '100vw', isFirst = true, className } = picture;
  const c = classNamesOf(paint);
  const frame = className ? html`${c('picture.frame')} ${className}` : c('picture.frame');
  if (!pictureId) return html`<div class="${frame}"></div>`;
  const order = isFirst ? html`fetchpriority="high" decoding="sync"` : html`decoding="async"`;
  const source = (type: 'avif' | 'webp') =>
    html`<source type="image/${type}" srcset="${pictureSources(pictureId, type)}" sizes="${sizes}">`;
  return html`<picture class="${frame}">${source('avif')}${source('webp')}<img class="${c('picture.image')}" src="/media/pictures/${pictureId}/640.jpg" srcset="${pictureSources(pictureId, 'jpg')}" sizes="${sizes}" alt="" width="1920" height="1080" ${order}></picture>`;
}

/** The name of an event. A long one is set smaller. */
export function drawName(className: Html, name: string): Html {
  return html`<h1 class="display ${className}"${isLongName(name) ? html` data-long="true"` : undefined}>${name}</h1>`;
}

/** The line of the organiser above everything else. */
export function drawBanner(
  paint: FirstPaint,
  { banner }: { banner: { text: string | null } },
): Html | undefined {
  const c = classNamesOf(paint);
  if (!banner.text) return undefined;
  return html`<div><p class="${c('banner.banner')}" style="animation:none"><svg width="20" height="20" class="${c('banner.icon')}"></svg><span>${banner.text}</span></p></div>`;
}

export function drawLiveBadge(paint: FirstPaint, size: 'md' | 'lg' = 'lg'): Html {
  const c = classNamesOf(paint);
  return html`<span class="${c('badge.live')}" data-size="${size}"><span class="${c('badge.dot')}"></span>Live</span>`;
}
