import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';

dayjs.extend(customParseFormat);

export const dayFormat = 'ddd, D MMM YYYY';
const formats = [dayFormat, 'ddd D MMM YYYY', 'D MMM YYYY', 'D MMMM YYYY', 'MMMM D, YYYY'].concat(
  'YYYY-MM-DD',
  ['/', '-', '.'].flatMap((dash) => [`D${dash}M${dash}YYYY`, `DD${dash}MM${dash}YYYY`]),
);

/** Reads a typed day, also `21/11/2026` and `21 Nov 2026`; null for anything else, never a day that does not exist. */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const format = formats.find((each) => dayjs(text, each, 'en', true).isValid());
  // A strict format wants the day of the week to fit; without it the day is what counts.
  return format ? dayjs(text, format, 'en', true).format('YYYY-MM-DD') : null;
}
