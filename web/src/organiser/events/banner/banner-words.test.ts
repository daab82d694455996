import { expect, it } from 'vitest';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { bannerLength, lengthOf, placesOf, proposedBanner } from './banner-words.ts';

const bout = fakeBout('Noor Haddad', 'Jens Okafor');
const replaced = (...replacements: (typeof bout)['replacements']) =>
  fakeBout('Noor Haddad', 'Jens Okafor', { status: 'replaced', replacements });
const tim = { corner: 'blue', fighterId: 'tim', name: 'Tim de Wit' } as const;

it.each([
  [
    'the fighter who stays, and who is out',
    replaced(tim),
    'Noor Haddad now meets Jens Okafor. Tim de Wit is out.',
  ],
  [
    'the blue corner first when the red one changed',
    replaced({ ...tim, corner: 'red' }),
    'Jens Okafor now meets Noor Haddad. Tim de Wit is out.',
  ],
  [
    'both who are out',
    replaced({ corner: 'red', fighterId: 'ada', name: 'Ada' }, tim),
    'Noor Haddad now meets Jens Okafor. Ada and Tim de Wit are out.',
  ],
  [
    'a cancelled bout with its reason',
    { ...bout, status: 'cancelled' as const, statusReason: 'Injury' },
    'Noor Haddad v Jens Okafor is cancelled. Injury.',
  ],
  [
    'an open corner',
    { ...replaced(tim), blue: fakeBout('Ada', '').blue },
    'Noor Haddad v To be announced. Tim de Wit is out.',
  ],
])('names %s', (_what, changed, words) => {
  expect(proposedBanner(changed, 'Fight 4')).toBe(`Fight 4: ${words}`);
});

it('says who fights there by now after a change of the order', () => {
  expect(proposedBanner(bout, 'Fight 4')).toBe('Fight 4 is now Noor Haddad v Jens Okafor.');
});

it('has room for long names and reasons, and no character that a banner refuses', () => {
  const long = 'Ærøskøbing🥊'.repeat(20);
  for (const [red, reason] of [
    ['Noor', `Injury\n\u202Eof ${long}`],
    [long, 'Injury'],
    [`No\u2028or ${long}`, null],
  ] as const) {
    const text = proposedBanner(
      fakeBout(red, 'Jens', { status: 'cancelled', statusReason: reason }),
      `${long}, fight 4`,
    );
    expect(lengthOf(text)).toBeLessThanOrEqual(bannerLength);
    expect(text).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+$/u);
  }
});

it('counts as viewers do: in its block, with the name of the block where several have bouts', () => {
  const of = (name: string, ...ids: string[]) => ({ block: { name }, bouts: ids.map((id) => ({ id })) });
  expect([...placesOf([of('Prelims'), of('Main card', 'x', 'y')])]).toEqual([
    ['x', 'Fight 1'],
    ['y', 'Fight 2'],
  ]);
  expect([...placesOf([of('Prelims', 'x'), of('Main card', 'y')]).values()]).toEqual([
    'Prelims, fight 1',
    'Main card, fight 1',
  ]);
});
