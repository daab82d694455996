import { MarkdownText } from '../../ui/markdown/markdown-text.tsx';

export function RefundPolicy({ html }: { html: string }) {
  return <MarkdownText html={html} />;
}
