/** What a Markdown text may contain, and what an author reads about a text that has too much. */
import { describe, expect, it } from 'vitest';
import { findMarkdownIssue } from './markdown.ts';

const limits = { characters: 100, marks: 6, images: 2, cells: 8, indentation: 5 };
const issueOf = (text: string) => findMarkdownIssue(text, limits);

describe('findMarkdownIssue', () => {
  it.each([
    ['a text of the greatest length', 'x'.repeat(100)],
    ['emoji, each of which is one character', '🥊'.repeat(100)],
    ['as many marks as are allowed', '**a** [b]'],
    ['a nested list', '- a\n  - b\n     c'],
    ['a line below a heading', 'a\n----------'],
    ['a table', 'a | b\n--|--\nc\nd'],
    ['a long list after a table', `|-\n\n${'- a\n'.repeat(20)}`],
  ])('accepts %s', (_, text) => {
    expect(issueOf(text)).toBeUndefined();
  });

  it.each([
    ['length', 'x'.repeat(101), 'Must be at most 100 characters long.'],
    ['length in emoji', '🥊'.repeat(101), 'Must be at most 100 characters long.'],
    ['marks', 'a\r\n\r*a*\nb **a** [c', /^Too much markup: line 4 exceeds the 6 marks of a text\./],
    ['addresses', 'a ://\n'.repeat(7), /^Too much markup: line 7/],
    ['quotes', 'a\n> > > b', /^Line 2 is nested too deep: .* more than 5 columns\.$/],
    ['list items', '- - - b', /^Line 1 is nested too deep/],
    ['tabs', 'a\n\t\tb', /^Line 2 is nested too deep/],
    ['numbered items', '1) 2) b', /^Line 1 is nested too deep/],
    ['images', '![a ![\nb ![', /^Too many images: line 2 exceeds the 2 images of a text\.$/],
    ['cells', 'a|b\n-|-\nc\nd\ne\nf', /^The tables are too large: line 6 exceeds their 8 cells in all\.$/],
  ])('refuses too many: %s', (_, text, message) => {
    expect(issueOf(text)).toMatch(message);
  });

  it('accepts the page of a large event', () => {
    const bout =
      '| 7 | **Karim Ouali** ([record](https://example.org/karim)) | **Sander de Vries** | 72 kg | 3 × 3 |';
    const part = [
      '## Part',
      'Doors open at **18:00**; see [the rules](https://example.org/rules).',
      '- a\n  - b',
    ];
    const table = ['| # | Red | Blue | Weight | Rounds |', '|--:|:----|:-----|-------:|--------|'];
    const text = [...Array(40).fill(part).flat(), '', ...table, ...Array(50).fill(bout)].join('\n');
    expect(text.length).toBeGreaterThan(8_000);
    expect(findMarkdownIssue(text)).toBeUndefined();
  });

  it('reads a hostile line once', () => {
    const line = `${'|-'.repeat(9_000)}x`;
    expect(findMarkdownIssue(line)).toMatch(/^Too much markup: line 1/);
  });
});
