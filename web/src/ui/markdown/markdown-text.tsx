import classes from './markdown-text.module.css';

/** For the preview of a text. */
export const textClass = classes.text;

/**
 * The organiser's text, which the server has rendered and made safe: the contract calls it `SafeHtml`
 * (docs/product.md, 32.1). Nothing else may be given to it.
 */
export function MarkdownText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
