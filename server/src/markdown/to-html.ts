/**
 * Markdown as HTML that a page can show as it is. `markdown-it` reads no raw HTML; `sanitize-html` then lets only the
 * elements, attributes and addresses below through, so that no fault of the parser reaches a page.
 */
import { findMarkdownIssue } from '@ringside/rules/markdown';
import MarkdownIt, { type Token } from 'markdown-it';
import sanitize from 'sanitize-html';

const parser = new MarkdownIt({ linkify: true });
// Names without a scheme, such as www.example.org, would take quadratic time to find.
parser.linkify.set({ fuzzyLink: false });
parser.validateLink = (url) => /^(?:https?|mailto|tel):/i.test(url) || !/^[a-z][a-z\d+.-]*:/i.test(url);

/** Only pictures of this site: an image can be any call that a browser makes with the viewer's cookies. */
const ownPicture = /^\/media\/pictures\/[\da-f-]{36}\/[\w-]+\.(?:avif|webp|jpg)$/;

// An image that cannot be shown is its words.
parser.renderer.rules.image = (tokens, index) => {
  const { children, attrs } = tokens[index] as Token;
  const attribute = (name: string) => String(attrs?.find(([key]) => key === name)?.[1] ?? '');
  const [src, title] = [attribute('src'), attribute('title')];
  const { escapeHtml } = parser.utils;
  const words = escapeHtml(wordsOf(children ?? []));
  if (!ownPicture.test(src)) return words;
  return `<img src="${src}" alt="${words}"${title ? ` title="${escapeHtml(title)}"` : ''}>`;
};

const alignments = ['left', 'center', 'right'].map((side) => `text-align:${side}`);

const allowed: sanitize.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'em',
    'strong',
    's',
    'a',
    'img',
    'ol',
    'ul',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading'],
    ol: ['start'],
    th: [{ name: 'style', values: alignments }],
    td: [{ name: 'style', values: alignments }],
  },
  // The values are listed above; a parser of styles would cost more than all the rest.
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // Deeper elements show their words alone: a browser is slow with deep trees.
  nestingLimit: 40,
  transformTags: {
    // The page has its own h1, so the headings of the text start one level lower.
    h1: 'h2',
    h2: 'h3',
    h3: 'h4',
    a: (tagName, attribs) => ({
      tagName,
      attribs: leadsAway(attribs.href) ? { ...attribs, rel: 'nofollow noopener noreferrer' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownPicture.test(attribs.src ?? ''),
};

/** @returns the HTML of a text of any length in bounded time (docs/product.md, 32.1). */
export function toHtml(text: string): string {
  // A text from before the limits, which would take long to parse.
  if (findMarkdownIssue(text) !== undefined)
    return `<p>${parser.utils.escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>')}</p>`;
  return sanitize(parser.render(text), allowed);
}

function leadsAway(href = ''): boolean {
  const here = 'https://this.site';
  return URL.parse(href, here)?.origin !== here && !/^(?:mailto|tel):/i.test(href);
}

function wordsOf(tokens: Token[]): string {
  return tokens.map(({ children, content }) => (children ? wordsOf(children) : content)).join('');
}
