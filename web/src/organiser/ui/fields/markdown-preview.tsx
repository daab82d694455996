import { findMarkdownIssue } from '@ringside/rules/markdown';
import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import classes from './markdown-field.module.css';

const parser = new MarkdownIt({ linkify: true });
// Names without a scheme, such as www.example.org, would take quadratic time to find.
parser.linkify.set({ fuzzyLink: false });
parser.validateLink = (url) => /^(?:https?|mailto|tel):/i.test(url) || !/^[a-z][a-z\d+.-]*:/i.test(url);

/** The page has its own h1, so the headings of the text start one level lower. */
const lowered: Record<string, string> = { h1: 'h2', h2: 'h3', h3: 'h4' };

const alignments = ['left', 'center', 'right'] as const;

/** Deeper elements show their words alone: a browser is slow with deep trees. */
const depthLimit = 40;

/** As the server decides it: an image that cannot be shown is its words. */
const ownPicture = /^\/media\/pictures\/[\da-f-]{36}\/[\w-]+\.(?:avif|webp|jpg)$/;

/**
 * What the server makes of the text (`server/src/markdown/to-html.ts`), while it is being written. Each token becomes a
 * React element, so no text is ever read as HTML.
 */
export function MarkdownPreview({ text }: { text: string }) {
  // Parsing what exceeds the limits could freeze the page.
  if (findMarkdownIssue(text) !== undefined) return <p className={classes.plain}>{text}</p>;
  return createElement(Fragment, null, ...toNodes(parser.parse(text, {})));
}

function toNodes(tokens: Token[]): ReactNode[] {
  const opened: Array<{ token: Token; before: ReactNode[] } | undefined> = [];
  let nodes: ReactNode[] = [];
  for (const token of tokens) {
    if (token.nesting === 0) {
      nodes.push(toNode(token));
    } else if (token.nesting === 1) {
      // The paragraphs of a list without blank lines are hidden.
      const isShown = !token.hidden && opened.length < depthLimit;
      opened.push(isShown ? { token, before: nodes } : undefined);
      if (isShown) nodes = [];
    } else {
      const element = opened.pop();
      if (element) {
        element.before.push(toElement(element.token, nodes));
        nodes = element.before;
      }
    }
  }
  return nodes;
}

function toNode(token: Token): ReactNode {
  switch (token.type) {
    case 'inline':
      return createElement(Fragment, null, ...toNodes(token.children ?? []));
    case 'softbreak':
      return '\n';
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'code_block':
    case 'fence':
      return (
        <pre>
          <code>{token.content}</code>
        </pre>
      );
    case 'image':
      return ownPicture.test(token.attrGet('src')?.toString() ?? '')
        ? toElement(token, [])
        : wordsOf(token.children ?? []);
    case 'hardbreak':
    case 'hr':
      return toElement(token, []);
    default:
      return token.content;
  }
}

function toElement(token: Token, children: ReactNode[]): ReactNode {
  const attribute = (name: string) => token.attrGet(name) ?? undefined;
  const align = alignments.find((side) => attribute('style') === `text-align:${side}`);
  const props = {
    href: attribute('href'),
    src: attribute('src'),
    alt: token.type === 'image' ? wordsOf(token.children ?? []) : undefined,
    title: attribute('title'),
    start: attribute('start'),
    style: align && { textAlign: align },
  };
  return createElement(lowered[token.tag] ?? token.tag, props, ...children);
}

function wordsOf(tokens: Token[]): string {
  return tokens.map(({ children, content }) => (children ? wordsOf(children) : content)).join('');
}
