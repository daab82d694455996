import { clamp, smooth } from '../stage/tracks.ts';
import { CHANNELS, type PartialPose } from './pose.ts';

/** A part of the opponent that a move reaches for. */
export type Aim = 'head' | 'body' | 'thigh' | 'neck' | 'middle';

interface Key {
  /** Seconds from the start of the move. */
  at: number;
  pose: PartialPose;
}

export interface Move {
  /** Seconds from the start to the touch. */
  contact: number;
  /** How far apart the fighters stand when it lands, in metres. */
  range: number;
  aim: Aim;
  sound: 'punch' | 'kick' | 'none';
  keys: readonly Key[];
}

/** The difference that a move makes to a pose, `seconds` after its start; undefined before and after it. */
export function moveAt(move: Move, seconds: number): PartialPose | undefined {
  const last = move.keys.at(-1);
  if (seconds < 0 || !last || seconds > last.at) return undefined;
  const index = move.keys.findIndex((key) => key.at > seconds);
  const to = move.keys[index];
  const from = move.keys[index - 1];
  if (!to || !from) return undefined;
  const part = smooth(clamp((seconds - from.at) / (to.at - from.at)));
  const pose: PartialPose = {};
  for (const channel of CHANNELS) {
    const a = from.pose[channel] ?? 0;
    const b = to.pose[channel] ?? 0;
    if (a !== 0 || b !== 0) pose[channel] = a + (b - a) * part;
  }
  return pose;
}

export const REST: PartialPose = {};
