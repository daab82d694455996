import { createHash } from 'node:crypto';
import { toHtml } from './to-html.ts';

/** As many texts as are open at one time on a busy site; each has at most 20,000 characters. */
const mostTexts = 200;
/** Oldest first, by a hash of the Markdown. */
const rendered = new Map<string, string>();

/** @returns null for no text. The same text is rendered once. */
export function renderMarkdown(text: string | null): string | null {
  if (text === null) return null;
  const key = createHash('sha256').update(text).digest('base64');
  const html = rendered.get(key) ?? toHtml(text);
  rendered.delete(key);
  rendered.set(key, html);
  const [oldest] = rendered.keys();
  if (rendered.size > mostTexts && oldest !== undefined) rendered.delete(oldest);
  return html;
}
