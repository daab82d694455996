import { useIsTakenOver } from '../../rendering.ts';
import { locales } from '../locales.ts';
import type { Reader } from './time.ts';

const languages = ['en-GB'];

/**
 * Whose clock and language the words of a page are in. Nobody knows the reader while the server renders, so it is the clock
 * of the venue then. @returns undefined for the reader's own device.
 */
export function useReader(venueZone: string): Reader | undefined {
  return useIsTakenOver() ? undefined : servedIn(venueZone);
}

/** As the server writes it. */
export const servedIn = (venueZone: string): Reader => ({ zone: venueZone, locales: languages });

/** The languages of numbers. */
export function useLanguages(): readonly string[] {
  return useIsTakenOver() ? locales : languages;
}
