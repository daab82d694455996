import { type Move, REST } from './moves.ts';
import type { PartialPose } from './pose.ts';

function strike(
  details: Omit<Move, 'keys'>,
  load: PartialPose,
  hit: PartialPose,
  times: { load: number; hold: number; end: number },
): Move {
  return {
    ...details,
    keys: [
      { at: 0, pose: REST },
      { at: times.load, pose: load },
      { at: details.contact, pose: hit },
      { at: details.contact + times.hold, pose: hit },
      { at: times.end, pose: REST },
    ],
  };
}

/** A kick bends the knee before and after the touch; without that it looks like a swinging gate. */
function kick(
  details: Omit<Move, 'keys' | 'sound' | 'contact'>,
  chamber: PartialPose,
  hit: PartialPose,
): Move {
  const contact = 0.42;
  const dip = { height: -0.035, pitch: 0.05, shoulderYaw: 0.12 };
  return {
    ...details,
    contact,
    sound: 'kick',
    keys: [
      { at: 0, pose: REST },
      { at: 0.13, pose: dip },
      { at: 0.28, pose: chamber },
      { at: contact, pose: hit },
      { at: contact + 0.06, pose: hit },
      { at: 0.64, pose: chamber },
      { at: 0.92, pose: REST },
    ],
  };
}

const roundhouseChamber: PartialPose = {
  rearFootX: 0.42,
  rearFootY: -0.2,
  rearFootZ: 0.55,
  rearKnee: 0.9,
  hipYaw: -1,
  shoulderYaw: -0.7,
  pitch: -0.16,
  roll: 0.16,
  height: 0.03,
  rearHandX: -0.2,
  rearHandZ: -0.25,
};

const roundhouseHit: PartialPose = {
  rearFootReach: 1,
  rearKnee: 1,
  hipYaw: -1.7,
  shoulderYaw: -1.15,
  pitch: -0.4,
  roll: 0.3,
  height: 0.05,
  forward: 0.05,
  rearHandX: -0.36,
  rearHandY: -0.16,
  rearHandZ: -0.46,
  leadHandX: -0.1,
};

export const STRIKES = {
  jab: strike(
    { contact: 0.15, range: 1.16, aim: 'head', sound: 'punch' },
    { leadHandX: 0.14, shoulderYaw: 0.12 },
    {
      leadHandReach: 1,
      shoulderYaw: 0.42,
      hipYaw: 0.15,
      forward: 0.1,
      pitch: 0.07,
      leadElbow: 0.25,
      rearHandZ: 0.04,
    },
    { load: 0.07, hold: 0.04, end: 0.46 },
  ),
  cross: strike(
    { contact: 0.19, range: 1.13, aim: 'head', sound: 'punch' },
    { shoulderYaw: 0.18, height: -0.02 },
    {
      rearHandReach: 1,
      shoulderYaw: -1.25,
      hipYaw: -0.85,
      forward: 0.15,
      pitch: 0.13,
      height: -0.02,
      rearElbow: 0.3,
      rearFootZ: 0.05,
      leadHandX: -0.12,
      leadHandZ: 0.06,
    },
    { load: 0.08, hold: 0.05, end: 0.56 },
  ),
  hook: strike(
    { contact: 0.22, range: 1, aim: 'head', sound: 'punch' },
    { leadHandX: -0.08, leadHandY: 0.24, leadElbow: 0.9, shoulderYaw: 0.35, hipYaw: 0.15 },
    {
      leadHandReach: 1,
      shoulderYaw: -0.75,
      hipYaw: -0.6,
      forward: 0.1,
      leadElbow: 1,
      roll: -0.08,
      rearHandZ: 0.05,
    },
    { load: 0.11, hold: 0.05, end: 0.58 },
  ),
  lowKick: kick(
    { range: 1.22, aim: 'thigh' },
    { ...roundhouseChamber, rearFootZ: 0.3, rearKnee: 0.7 },
    { ...roundhouseHit, pitch: -0.2, hipYaw: -1.45, height: -0.01 },
  ),
  bodyKick: kick({ range: 1.27, aim: 'body' }, roundhouseChamber, roundhouseHit),
  headKick: kick(
    { range: 1.22, aim: 'head' },
    { ...roundhouseChamber, rearFootZ: 0.72 },
    { ...roundhouseHit, pitch: -0.72, roll: 0.42, height: 0.07, hipYaw: -1.85 },
  ),
  teep: kick(
    { range: 1.36, aim: 'body' },
    { rearFootX: 0.42, rearFootZ: 0.6, hipYaw: -0.6, shoulderYaw: -0.3, pitch: -0.12 },
    {
      rearFootReach: 1,
      hipYaw: -1,
      shoulderYaw: -0.5,
      pitch: -0.42,
      forward: 0.1,
      height: 0.03,
      rearHandX: -0.14,
      rearHandZ: -0.2,
    },
  ),
  knee: strike(
    { contact: 0.26, range: 0.66, aim: 'neck', sound: 'kick' },
    { rearFootX: -0.12, rearFootZ: 0.03, pitch: 0.08 },
    {
      rearFootX: 0.36,
      rearFootY: 0.06,
      rearFootZ: 0.5,
      hipYaw: -0.5,
      pitch: -0.18,
      forward: 0.07,
      height: 0.04,
    },
    { load: 0.12, hold: 0.05, end: 0.6 },
  ),
} satisfies Record<string, Move>;

export type StrikeName = keyof typeof STRIKES;
