import { expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

it('is nothing for no text', () => {
  expect(renderMarkdown(null)).toBeNull();
});

it('renders the same text once', () => {
  const text = '- a\n'.repeat(5_000);
  const costOf = (times: number) => {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < times; turn += 1) renderMarkdown(text);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const first = costOf(1);
  expect(costOf(10)).toBeLessThan(first);
});

it('keeps no text for ever', () => {
  const text = '# First';
  for (let index = 0; index < 500; index += 1) renderMarkdown(`${index}`);
  expect(renderMarkdown(text)).toBe('<h2>First</h2>\n');
});
