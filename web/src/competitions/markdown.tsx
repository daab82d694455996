import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** The page has its own h1, so the headings of the text start one level lower. */
const components = {
  h1: ({ node: _, ...props }: ComponentProps<'h2'> & { node?: unknown }) => (
    <h2 {...props}>{props.children}</h2>
  ),
  h2: ({ node: _, ...props }: ComponentProps<'h3'> & { node?: unknown }) => (
    <h3 {...props}>{props.children}</h3>
  ),
  h3: ({ node: _, ...props }: ComponentProps<'h4'> & { node?: unknown }) => (
    <h4 {...props}>{props.children}</h4>
  ),
};

/** Markdown without raw HTML; the result is sanitised. */
export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={components}>
      {text}
    </ReactMarkdown>
  );
}
