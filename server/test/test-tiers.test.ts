import { describe, expect, it } from 'vitest';
import { filesOf, marksOf, rulesOf } from './test-tiers.ts';

const withMarks = (file: string, ...marks: string[]) =>
  marksOf(file, ['/**', ' * What it proves.', ' *', ...marks.map((mark) => ` * @${mark}`), ' */'].join('\n'));
const marks = [
  withMarks('plain'),
  withMarks('differs', 'engine both'),
  withMarks('once', 'engine one'),
  withMarks('long', 'tier all', 'clocks apart'),
  withMarks('locks', 'engine postgres'),
  withMarks('folder', 'engine pglite'),
];

describe('marksOf', () => {
  it('reads the first comment alone', () => {
    const source = '/** One line. */\nconst text = `\n/**\n * @tier all\n */`;';
    expect(marksOf('plain', source)).toEqual(withMarks('plain'));
  });

  it('refuses a mark that nothing reads', () => {
    expect(() => withMarks('wrong', 'tier al')).toThrow(/^wrong: @tier al is none of tier test, tier all, /);
  });
});

it('rulesOf leaves out of each tier what is marked for a higher one', () => {
  const rules = [withMarks('quick'), withMarks('slow', 'tier test'), withMarks('long', 'tier all')];
  expect(rulesOf(rules, 'check')).toEqual(['quick']);
  expect(rulesOf(rules, 'test')).toEqual(['quick', 'slow']);
  expect(rulesOf(rules, 'all')).toEqual(['quick', 'slow', 'long']);
  expect(rulesOf(rules, 'rest')).toEqual(['long']);
});

describe('filesOf', () => {
  it.each([
    [
      'test',
      true,
      {
        postgres: ['plain', 'differs', 'once', 'locks'],
        pglite: ['differs', 'folder'],
        'clocks-apart': [],
      },
    ],
    [
      'all',
      true,
      {
        postgres: ['plain', 'differs', 'once', 'long', 'locks'],
        pglite: ['plain', 'differs', 'long', 'folder'],
        'clocks-apart': ['long'],
      },
    ],
    ['rest', true, { postgres: ['long'], pglite: ['plain', 'long'], 'clocks-apart': ['long'] }],
    ['test', false, { postgres: [], pglite: ['plain', 'differs', 'once', 'folder'], 'clocks-apart': [] }],
    ['rest', false, { postgres: [], pglite: ['long'], 'clocks-apart': [] }],
  ] as const)('of %s, with a PostgreSQL: %s', (tier, hasPostgres, expected) => {
    expect(filesOf(marks, tier, hasPostgres)).toEqual(expected);
  });
});
