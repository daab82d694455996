/** How long an access lasts: the presets of a grant. All instants are ISO date-times. */

/** An empty text: the time is not chosen yet. */
export interface AccessWindow {
  startDate: string;
  /** null: it never ends. */
  endDate: string | null;
}

/** The event or the block that the access is for. */
export interface WindowTarget {
  startDate: string;
  endDate: string;
}

export type Preset = 'event' | 'replay' | 'ever' | 'own';

const hourMs = 3_600_000;
const replayHours = 48;

export const presetWords: Record<Preset, { label: string; text: string }> = {
  event: { label: 'Live only', text: 'Ends with the last bell' },
  replay: { label: 'Live and replay', text: `Ends ${replayHours} hours after the last bell` },
  ever: { label: 'For ever', text: 'Never ends' },
  own: { label: 'Own times', text: 'Choose start and end' },
};

/** The end that a preset sets; undefined for own times. */
export function endOfPreset(preset: Preset, target: WindowTarget) {
  if (preset === 'own') return undefined;
  if (preset === 'ever') return null;
  const hours = preset === 'replay' ? replayHours : 0;
  return instantOf(Date.parse(target.endDate) + hours * hourMs);
}

/** As the server writes instants, so that the stored end is no change. */
function instantOf(ms: number) {
  return new Date(ms).toISOString().replace('.000Z', '+00:00');
}

/** The presets that would still let somebody watch. */
export function isPresetOpen(preset: Preset, target: WindowTarget, now: number) {
  const end = endOfPreset(preset, target);
  return end === undefined || end === null || Date.parse(end) > now;
}

/** The preset that has this end. */
export function presetOf({ startDate, endDate }: AccessWindow, target: WindowTarget): Preset {
  if (startDate === '') return 'own';
  if (endDate === null) return 'ever';
  const isEndOf = (preset: Preset) => Date.parse(endOfPreset(preset, target) ?? '') === Date.parse(endDate);
  return (['event', 'replay'] as const).find(isEndOf) ?? 'own';
}

/**
 * From today on, with the replay while there is one, else for two days from now. The start is the start of the day in
 * the organiser's zone, so that the same list sent twice on one day makes no second accesses.
 */
export function firstWindow(target: WindowTarget, now: number): AccessWindow {
  const startDate = instantOf(new Date(now).setHours(0, 0, 0, 0));
  if (isPresetOpen('replay', target, now))
    return { startDate, endDate: endOfPreset('replay', target) ?? null };
  const endDate = twoDaysFrom(now);
  return { startDate, endDate };
}

/** Two days from the next full hour. */
export function twoDaysFrom(now: number) {
  return instantOf(Math.ceil(now / hourMs) * hourMs + replayHours * hourMs);
}

/** An empty end must never become none. */
export function isChosen({ startDate, endDate }: AccessWindow) {
  return startDate !== '' && endDate !== '';
}
