import { renderMarkdown } from '../markdown/render-markdown.ts';

/** A competition as viewers get it: the organiser's text also as HTML. */
export function withHtml<Row extends { content: string | null }>(competition: Row) {
  return { ...competition, contentHtml: renderMarkdown(competition.content) };
}
