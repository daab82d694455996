import { expect, it } from 'vitest';
import { withoutNames } from './anonymise.rules.ts';

it('replaces names in all texts, the longest first, and leaves everything else', () => {
  const entry = {
    statusReason: 'Jan de Vries is ill; Jan was ill before.',
    replacements: [{ name: 'Jan de Vries', corner: 'red', day: null, kg: 70.5, isMissed: false }],
  };
  expect(withoutNames(entry, ['Jan', 'Jan de Vries', 'Li', ''])).toEqual({
    statusReason: 'Anonymous fighter is ill; Anonymous fighter was ill before.',
    replacements: [{ name: 'Anonymous fighter', corner: 'red', day: null, kg: 70.5, isMissed: false }],
  });
  expect(withoutNames('Linen', ['Li'])).toBe('Linen');
  expect(withoutNames(null, ['Jan'])).toBeNull();
});

it('finds a name in capitals and with other spaces, and not as a part of a word', () => {
  const names = ['Jan de Vries', 'The Axe (45)'];
  expect(withoutNames('JAN  DE VRIES v Bo: "the axe (45)"', names)).toBe(
    'Anonymous fighter v Bo: "Anonymous fighter"',
  );
  expect(withoutNames('Jan de Vriesendorp', names)).toBe('Jan de Vriesendorp');
  expect(withoutNames('NOOR EL-HADDAD / "N" won', ['Noor El-Haddad'])).toBe('Anonymous fighter / "N" won');
});
