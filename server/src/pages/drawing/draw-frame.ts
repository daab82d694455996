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

/** The same picture as the client's `EventPicture` for the first screen; without one, its frame. */
export function drawPicture(paint: FirstPaint, pictureId: string | null): Html {
  const c = classNamesOf(paint);
  if (!pictureId) return html`<div class="${c('picture.frame')}"></div>`;
  const source = (type: 'avif' | 'webp') =>
    html`<source type="image/${type}" srcset="${pictureSources(pictureId, type)}" sizes="100vw">`;
  return html`<picture class="${c('picture.frame')}">${source('avif')}${source('webp')}<img class="${c('picture.image')}" src="/media/pictures/${pictureId}/640.jpg" srcset="${pictureSources(pictureId, 'jpg')}" sizes="100vw" alt="" width="1920" height="1080" fetchpriority="high" decoding="sync"></picture>`;
}

/** The name of an event. A long one is set smaller, as `isLongName` of the client says. */
export function drawName(className: Html, name: string): Html {
  return html`<h1 class="display ${className}"${name.length > 48 ? html` data-long="true"` : undefined}>${name}</h1>`;
}

export function drawLiveBadge(paint: FirstPaint): Html {
  const c = classNamesOf(paint);
  return html`<span class="${c('badge.live')}" data-size="lg"><span class="${c('badge.dot')}"></span>Live</span>`;
}
