import { describe, expect, it } from 'vitest';
import { filesOf, marksOf } from './test-tiers.ts';

const withMarks = (file: string, ...marks: string[]) =>
  marksOf(file, ['/**', ' * What it proves.', ' *', ...marks.map((mark) => ` * @${mark}`), ' */'].join('\n'));
const marks = [
  withMarks('plain'),
  withMarks('differs', 'engine both'),
  withMarks('once', 'engine one'),
  withMarks('long', 'tier all', 'clocks apart'),
];

describe('marksOf', () => {
  it('reads the first comment alone', () => {
    const source = '/** One line. */\nconst text = `\n/**\n * @tier all\n */`;';
    expect(marksOf('plain', source)).toEqual(withMarks('plain'));
  });

  it('refuses a mark that nothing reads', () => {
    expect(() => withMarks('wrong', 'tier al')).toThrow(/^wrong: @tier al is none of tier all, /);
  });
});

describe('filesOf', () => {
  it.each([
    ['test', true, { postgres: ['plain', 'differs', 'once'], pglite: ['differs'], 'clocks-apart': [] }],
    [
      'all',
      true,
      {
        postgres: ['plain', 'differs', 'once', 'long'],
        pglite: ['plain', 'differs', 'long'],
        'clocks-apart': ['long'],
      },
    ],
    ['rest', true, { postgres: ['long'], pglite: ['plain', 'long'], 'clocks-apart': ['long'] }],
    ['test', false, { postgres: [], pglite: ['plain', 'differs', 'once'], 'clocks-apart': [] }],
    ['rest', false, { postgres: [], pglite: ['long'], 'clocks-apart': [] }],
  ] as const)('of %s, with a PostgreSQL: %s', (tier, hasPostgres, expected) => {
    expect(filesOf(marks, tier, hasPostgres)).toEqual(expected);
  });
});
