import { presentZone } from '@ringside/rules/zone-names';

/** Browsers list some zones by their former names alone, such as Asia/Calcutta, and know most present ones as well. */
function presentIfKnown(zone: string): string {
  const present = presentZone(zone);
  return isKnown(present) ? present : zone;
}

/** Europe/Amsterdam and the others that the browser knows, with UTC; and one more that is in use. */
export function zoneNames(inUse?: string): string[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone').map(presentIfKnown), 'UTC']);
  if (inUse) known.add(inUse);
  return [...known].sort();
}

function isKnown(zone: string) {
  return offsetName(zone, 0) !== '';
}

export function ownZone() {
  return presentIfKnown(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** "GMT+1" at that instant; empty when the zone is not known. */
export function offsetName(zone: string, instant: string | number): string {
  try {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' });
    const at = Number.isNaN(new Date(instant).getTime()) ? Date.now() : new Date(instant);
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === 'GMT' ? 'GMT+0' : name;
  } catch {
    return '';
  }
}

/** "Amsterdam" of "Europe/Amsterdam" */
export function cityOf(zone: string) {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}
