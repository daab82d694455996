import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());

// Locales with a clock of 12 hours, with other digits, with a word behind the hour, and with one digit in the morning.
it.each(['en-GB', 'en-US', 'ko-KR', 'ar-EG', 'fa-IR', 'ja-JP', 'de-DE', 'bg-BG', 'hi-IN-u-nu-deva'])(
  'says tonight from 17:00 to midnight to a reader of %s',
  async (locale) => {
    vi.doMock('../locales.ts', () => ({ locales: [locale] }));
    const { dayName } = await import('./day-name.ts');
    const at = (time: string) => Date.parse(`2026-11-28T${time}+09:00`);
    const name = (time: string) => dayName(at(time), at('09:00'), 'Asia/Tokyo');
    const tonight = ['17:00', '18:30', '22:00', '23:59'];
    expect(tonight.map(name)).toEqual(tonight.map(() => 'Tonight'));
    const today = ['00:00', '02:00', '09:00', '10:00', '12:30', '13:00', '16:59'];
    expect(today.map(name)).toEqual(today.map(() => 'Today'));
  },
);
