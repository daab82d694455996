import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.resetModules());

it.each([
  [['en-US'], 'Sat, Nov 21, 2026, 8:00 PM', '1,499'],
  [['de-DE', 'en'], 'Sa., 21. Nov. 2026, 20:00', '1.499'],
  [['en-GB-oxendict', 'en-US'], 'Sat, 21 Nov 2026, 20:00', '1,499'],
  // Intl refuses the first.
  [['en-US@posix', 'en-GB'], 'Sat, 21 Nov 2026, 20:00', '1,499'],
])('writes dates and numbers for a viewer of %j', async (languages, date, number) => {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const { formatDateTime } = await import('./time/time.ts');
  const { locales } = await import('./locales.ts');
  // Intl writes a narrow space before AM and PM.
  expect(formatDateTime('2026-11-21T20:00:00Z', 'UTC').replaceAll('\u202f', ' ')).toBe(date);
  expect((1499).toLocaleString(locales)).toBe(number);
});
