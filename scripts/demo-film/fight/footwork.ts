import { LOOP_SECONDS, smooth, wrap } from '../stage/tracks.ts';
import { mix, type Vec3 } from '../stage/vector.ts';

/** Fifty steps of each foot in a loop: a whole number, so that the last step leads into the first. */
const STEP_SECONDS = LOOP_SECONDS / 50;
const SWING_PART = 0.42;

/**
 * Feet that stay where they are planted and catch up in steps. `wanted` says where the foot should be at a
 * time; each step lands on the place wanted half a step later, so that the body moves over a standing foot.
 */
export function footAt(wanted: (seconds: number) => Vec3, seconds: number, phase: number): Vec3 {
  const steps = (seconds - phase * STEP_SECONDS) / STEP_SECONDS;
  const step = Math.floor(steps);
  const landing = (index: number) => wanted(wrap((index + 0.5 + phase) * STEP_SECONDS));
  const planted = landing(step);
  const part = (steps - step - (1 - SWING_PART)) / SWING_PART;
  if (part <= 0) return planted;
  const next = landing(step + 1);
  const stride = Math.hypot(next[0] - planted[0], next[1] - planted[1]);
  const [x, y] = mix(planted, next, smooth(part));
  // A foot that hardly moves hardly lifts: fighters slide.
  return [x, y, Math.sin(Math.PI * part) * Math.min(0.07, stride * 0.45)];
}
