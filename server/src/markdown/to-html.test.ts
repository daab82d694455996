import { findMarkdownIssue } from '@ringside/rules/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHtml } from './to-html.ts';

const longest = 20_000;

/** What parsers know to be slow with, and what markup is made of. */
const pieces = fc.constantFrom(
  '*',
  '_',
  '**',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '](',
  '](b)',
  '![',
  '[a]',
  '[a](b (',
  '[a](b "',
  '[^a]',
  '[a]: b\n',
  '<',
  '<!--',
  '<a ',
  '<?',
  '<b@c.d>',
  '&',
  '&amp;',
  '&#35;',
  '\\',
  '|',
  '|-',
  '|a|\n|-|\n',
  '|||||\n',
  '-|-|-|-|\n',
  '>',
  '> ',
  '- ',
  '+ ',
  '1) ',
  '- [ ] ',
  '# ',
  '=\n',
  'a\n-\n',
  '***\n',
  '```\n',
  '    a\n',
  '  \n',
  '\n',
  '\n\n',
  'a',
  ' ',
  '.',
  ':',
  '@',
  '/',
  '"',
  '\t',
  '\r',
  'é',
  '👍',
  '\u00a0',
  'www.',
  'www.a.b ',
  'http://',
  'a@b.c ',
  '//a.b ',
);
const unit = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const run = fc.tuple(unit, fc.constantFrom(1, 10, 100, 1_000, longest)).map(repeat);
const hostile = fc.array(run, { minLength: 1, maxLength: 3 }).map((runs) => accepted(runs.join('')));

function repeat([text, times]: [string, number]): string {
  return text.repeat(Math.min(times, Math.ceil(longest / text.length)));
}

/** As much of the text as the check accepts. */
function accepted(text: string): string {
  let [fits, tooLong] = [0, Math.min(text.length, longest) + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (findMarkdownIssue(text.slice(0, middle)) === undefined) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, fits);
}

/** In milliseconds of this thread alone, so that other processes do not count. */
function costOf(text: string): number {
  const before = process.threadCpuUsage();
  toHtml(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The best of three: the collector of garbage runs when it wants. */
function bestCostOf(text: string): number {
  return Math.min(costOf(text), costOf(text), costOf(text));
}

const list = bestCostOf('- a\n'.repeat(longest / 4));

function expectQuick(text: string): void {
  if (costOf(text) < 2 * list) return;
  expect(bestCostOf(text), `a list of the greatest length takes ${list} ms`).toBeLessThan(3 * list);
}

describe('an accepted text', () => {
  it('is shown within a few times the time of a plain list of the greatest length', () => {
    fc.assert(fc.property(hostile, expectQuick), { numRuns: 100, endOnFailure: true });
  }, 120_000);

  it.each([
    ['emphasis', '*_'],
    ['strikethrough', '~a'],
    ['brackets', 'a]'],
    ['images', '*!['],
    ['signs after images', `${'!['.repeat(24)}${'!'.repeat(longest)}`],
    ['quotes', '>'],
    ['lists', '- '],
    ['headings', 'a\n-\n'],
    ['addresses', 'www.a.b '],
    ['mail addresses', 'a@b.c '],
    ['comments', '<!--'],
    ['titles', '[a](b ('],
  ])('is quick with many: %s', (_, text) => {
    expectQuick(accepted(repeat([text, longest])));
  });
});

const harmless =
  /^(?:a|blockquote|br|code|em|h[2-6]|hr|img|li|ol|p|pre|s|strong|table|tbody|td|th|thead|tr|ul)$/;

/** Every tag of the HTML with its attributes. @throws when a `<` is not the beginning of a tag in its plainest form. */
function tagsOf(html: string) {
  const plain = /<\/?([a-z\d]+)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g;
  expect(html.replaceAll(plain, '')).not.toMatch(/[<>]/);
  return [...html.matchAll(plain)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => ({
      key,
      value: value.replaceAll('&amp;', '&'),
    })),
  }));
}

describe('Markdown (docs/product.md, 32.1)', () => {
  it('makes only elements and addresses that are harmless', () => {
    const address = fc.constantFrom(
      'javascript:a',
      'JAVASCRIPT:a',
      'data:text/html,a',
      'vbscript:a',
      'java\tscript:a',
      '//evil.test/a',
      '/\\evil.test/a',
      '/api/v1/identity/auth/credentials/logout',
      '/media/pictures/../../api/v1/identity/auth/credentials/logout',
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
        '</script><!--',
        '<a href="javascript:a">',
        '![" onerror="a](/media/pictures/0199a3c4-0007-7000-8000-0000000000f1/640.jpg "\'\\"><b>") ',
      ),
      unit,
    );
    fc.assert(
      fc.property(fc.array(attack, { maxLength: 8 }), (attacks) => {
        for (const { name, attributes } of tagsOf(toHtml(attacks.join('')))) {
          expect(name).toMatch(harmless);
          for (const { key, value } of attributes) {
            expect(key).toMatch(/^(?:href|src|alt|title|start|style|rel|loading)$/);
            if (key === 'src') expect(value).toMatch(/^\/media\/pictures\/[\da-f-]{36}\/640\.jpg$/);
            if (key !== 'href') continue;
            const url = URL.parse(value, 'https://site.test');
            expect(url?.protocol ?? 'https:').toMatch(/^(?:https?|mailto|tel):$/);
            if (url?.protocol.startsWith('http') && url.host !== 'site.test')
              expect(attributes).toContainEqual({ key: 'rel', value: 'nofollow noopener noreferrer' });
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('knows tables, lists, links and pictures', () => {
    const picture = '/media/pictures/0199a3c4-0007-7000-8000-0000000000f1/640.jpg';
    const text = [
      '| a | b |\n|--:|---|\n| 1 | 2 |',
      '3. one\n4. two',
      '[in](/rules "Rules") https://example.org info@example.org',
      `![a *ring*](${picture})`,
      'one\\\ntwo `x < y` ~~no~~',
    ].join('\n\n');
    expect(toHtml(text).replaceAll(/\n(?=<|$)/g, '')).toBe(
      [
        '<table><thead><tr><th style="text-align:right">a</th><th>b</th></tr></thead>',
        '<tbody><tr><td style="text-align:right">1</td><td>2</td></tr></tbody></table>',
        '<ol start="3"><li>one</li><li>two</li></ol>',
        '<p><a href="/rules" title="Rules">in</a> ',
        '<a href="https://example.org" rel="nofollow noopener noreferrer">https://example.org</a> ',
        '<a href="mailto:info@example.org">info@example.org</a></p>',
        `<p><img src="${picture}" alt="a ring" loading="lazy" /></p>`,
        '<p>one<br />\ntwo <code>x &lt; y</code> <s>no</s></p>',
      ].join(''),
    );
  });

  it('shows the words of an image that is no picture of this site', () => {
    expect(toHtml('![the *ring*](https://elsewhere.test/ring.png)')).toBe('<p>the ring</p>\n');
    expect(toHtml('![out](/api/v1/identity/auth/credentials/logout)')).toBe('<p>out</p>\n');
  });

  it('sets headings below that of the page', () => {
    expect(toHtml('# One\n\n## Two\n\n#### Four')).toBe('<h2>One</h2>\n<h3>Two</h3>\n<h4>Four</h4>\n');
  });

  it('keeps the words of a text that is nested very deep', () => {
    const html = toHtml(`${'*'.repeat(1_400)}ring${'*'.repeat(1_400)}`);
    expect(html.replaceAll(/<[^>]*>/g, '').trim()).toBe('ring');
    expect(tagsOf(html).length).toBeLessThan(200);
  });

  it.each([
    ['quotes', '>'.repeat(10_000)],
    ['brackets', '['.repeat(10_000)],
    ['words of 20 KB', '<script>*_'.repeat(2_000)],
  ])('shows %s that exceed the limits as they are', (_, text) => {
    expect(findMarkdownIssue(text)).toBeDefined();
    expect(tagsOf(toHtml(text)).map(({ name }) => name)).toEqual(['p', 'p']);
    expect(toHtml('a\n*'.repeat(10_000)).startsWith('<p>a<br>*a<br>*a')).toBe(true);
  });
});
