import { escapeText, scriptJson } from './escape.ts';
import type { PageContext, ServedPage } from './page.ts';
import { pictureSources } from './picture-sources.ts';

/** Of link previews. */
const sharedSize = { width: 1200, height: 630 };
/** `og.jpg` of the client, for pages without a picture. */
const sitePicture = { path: '/og.jpg', ...sharedSize };

/** The elements of the head that belong to this page. All but the title go when the client shows another page. */
export function pageHead(page: ServedPage, { origin, siteName }: PageContext): string {
  const { title, description, path, pictureId, isIndexed, structuredData = [] } = page;
  const fullTitle = `${title} · ${siteName}`;
  const poster = pictureId && { path: `/media/pictures/${pictureId}/1280.jpg`, width: 1280, height: 720 };
  const faces = page.sharedPicture && { path: page.sharedPicture, ...sharedSize };
  const picture = faces || poster || sitePicture;
  const properties = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': `${origin}${path}`,
    'og:image': `${origin}${picture.path}`,
    'og:image:type': 'image/jpeg',
    'og:image:width': picture.width,
    'og:image:height': picture.height,
    'og:image:alt': title,
  };
  const names = {
    description,
    ...(isIndexed ? {} : { robots: 'noindex' }),
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': `${origin}${picture.path}`,
    'twitter:image:alt': title,
  };
  return [
    `<title>${escapeText(fullTitle)}</title>`,
    ...Object.entries(names).map(([name, content]) => element('meta', { name, content })),
    element('link', { rel: 'canonical', href: `${origin}${path}` }),
    ...Object.entries(properties).map(([property, content]) => element('meta', { property, content })),
    ...(pictureId && page.showsPicture ? [picturePreload(pictureId)] : []),
    ...structuredData.map(
      (data) => `<script type="application/ld+json" data-page>${scriptJson(data)}</script>`,
    ),
  ].join('\n    ');
}

/** The same picture as the client's `EventPicture` chooses; a browser without AVIF ignores it. */
function picturePreload(pictureId: string): string {
  return element('link', {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imagesrcset: pictureSources(pictureId, 'avif'),
    imagesizes: '100vw',
    fetchpriority: 'high',
  });
}

function element(name: string, attributes: Record<string, string | number>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`);
  return `<${name}${written.join('')} data-page>`;
}
