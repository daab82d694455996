import { render } from '@testing-library/react';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MarkdownPreview } from './markdown-preview.tsx';

const show = (text: string) => renderToStaticMarkup(<MarkdownPreview text={text} />);

/** What markup is made of. */
const unit = fc
  .array(
    fc.constantFrom(
      '*',
      '`',
      '[',
      '](',
      '![',
      '<',
      '&#35;',
      '\\',
      '|',
      '> ',
      '- ',
      '# ',
      'a',
      ' ',
      '\n',
      'http://',
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));

describe('the preview of Markdown', () => {
  it('makes only elements and addresses that are harmless', () => {
    const address = fc.constantFrom(
      'javascript:a',
      'JAVASCRIPT:a',
      'data:text/html,a',
      'vbscript:a',
      'java\tscript:a',
    );
    const attack = fc.oneof(
      address.map((to) => `[a](${to}) `),
      address.map((to) => `![a](<${to}> "t") `),
      address.map((to) => `<${to}> `),
      address.map((to) => `[a]: ${to}\n\n[a] `),
      fc.constantFrom(
        '[a](java&#115;cript:a) ',
        '<img src=x onerror=a>',
        '<script>a</script>',
        '<a href="javascript:a">',
      ),
      unit,
    );
    const harmless =
      /^(?:A|BLOCKQUOTE|BR|CODE|EM|H[2-6]|HR|IMG|LI|OL|P|PRE|S|STRONG|TABLE|TBODY|TD|TH|THEAD|TR|UL)$/;
    fc.assert(
      fc.property(fc.array(attack, { maxLength: 8 }), (attacks) => {
        const page = new DOMParser().parseFromString(show(attacks.join('')), 'text/html');
        for (const element of page.body.querySelectorAll('*')) {
          expect(element.tagName).toMatch(harmless);
          for (const { name, value } of element.attributes) {
            expect(name).toMatch(/^(?:href|src|alt|title|start|style)$/);
            if (name === 'href' || name === 'src')
              expect(URL.parse(value, 'https://site.test')?.protocol ?? 'https:').toMatch(
                /^(?:https?|mailto|tel):$/,
              );
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('knows tables, lists, links and images', () => {
    const text = [
      '| a | b |\n|--:|---|\n| 1 | 2 |',
      '3. one\n4. two',
      '[in](/rules "Rules") https://example.org info@example.org',
      '![a *ring*](/media/pictures/0199a3c4-0007-7000-8000-0000000000f1/640.avif) ![of another *host*](//x.test/y.png)',
      'one\\\ntwo `x < y` ~~no~~',
    ].join('\n\n');
    expect(render(<MarkdownPreview text={text} />).container.innerHTML).toBe(
      [
        '<table><thead><tr><th style="text-align: right;">a</th><th>b</th></tr></thead>',
        '<tbody><tr><td style="text-align: right;">1</td><td>2</td></tr></tbody></table>',
        '<ol start="3"><li>one</li><li>two</li></ol>',
        '<p><a href="/rules" title="Rules">in</a> <a href="https://example.org">https://example.org</a> ',
        '<a href="mailto:info@example.org">info@example.org</a></p>',
        '<p><img alt="a ring" src="/media/pictures/0199a3c4-0007-7000-8000-0000000000f1/640.avif"> of another host</p>',
        '<p>one<br>two <code>x &lt; y</code> <s>no</s></p>',
      ].join(''),
    );
  });

  it('keeps the words of a text that is nested very deep', () => {
    const { container } = render(<MarkdownPreview text={`${'*'.repeat(1_400)}ring${'*'.repeat(1_400)}`} />);
    expect(container.textContent).toBe('ring');
    expect(container.querySelectorAll('*').length).toBeLessThan(100);
  });
});
