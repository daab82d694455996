import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Html, html } from './html.ts';

/** What the build of the client says of its first screens (`web/build/first-paint.ts`). */
export interface FirstPaint {
  /** By style sheet, then by the name of the class in it. */
  classes: Record<string, Record<string, string>>;
  /** The files of the first module, which loads the others. */
  first: readonly string[];
  /** The files of each page beyond the app. */
  pages: Record<string, { first: readonly string[]; later: readonly string[] }>;
  logo: string;
  button: string;
  smallButton: string;
  playButton: string;
}

/** A class of a style sheet, such as `home.hero`; several with a space between them. */
export type ClassNames = (names: string) => Html;

/** @param folder of the built client. @returns undefined when the build wrote nothing to draw with. */
export function readFirstPaint(folder: string): FirstPaint | undefined {
  const file = path.join(folder, 'first-paint.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstPaint) : undefined;
}

/** @throws for a class that the build does not know, instead of drawing without its style. */
export function classNamesOf({ classes }: FirstPaint): ClassNames {
  return (names) => {
    const known = names.split(' ').map((name) => {
      const [sheet = '', key = ''] = name.split('.');
      const found = key === '' ? sheet : classes[sheet]?.[key];
      if (found === undefined) throw new Error(`The built client has no class ${name}`);
      return found;
    });
    return new Html(known.join(' '));
  };
}

/** A button of the client. It does nothing yet, so it is only its look. */
export function drawButton(
  paint: FirstPaint,
  words: string,
  {
    look = 'button',
    className = '',
  }: { look?: 'button' | 'smallButton' | 'playButton'; className?: string } = {},
): Html {
  const template = paint[look];
  return new Html(template.replace('{class}', () => className).replace('{words}', () => words));
}

/**
 * The head of a page that is drawn. Its style sheets come first; scripts and the other styles are named and not loaded
 * before the first screen is painted (`loadRest` of the client), because a slow line has no room for them until then.
 */
export function drawingHead(head: string, { first: entry, pages }: FirstPaint, page: string): string {
  const { first = [], later = [] } = pages[page] ?? {};
  return [
    head.replaceAll(
      /<link rel="modulepreload"([^>]*) href="([^"]*)">/g,
      (link, attributes: string, href: string) =>
        entry.includes(href)
          ? link
          : `<link data-later fetchpriority="low" as="script"${attributes} href="${href}">`,
    ),
    ...first.map((href) => html`  <link rel="stylesheet" crossorigin href="${href}">\n  `.text),
    ...later.map(
      (href) =>
        html`  <link data-later fetchpriority="low" as="${href.endsWith('.css') ? 'style' : 'script'}" crossorigin href="${href}">\n  `
          .text,
    ),
  ].join('');
}
