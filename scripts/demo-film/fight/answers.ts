import { type Aim, type Move, REST } from './moves.ts';
import type { PartialPose } from './pose.ts';

const answer = (peak: number, end: number, pose: PartialPose, contact = peak): Move => ({
  contact,
  range: 0,
  aim: 'head',
  sound: 'none',
  keys: [
    { at: 0, pose: REST },
    { at: peak, pose },
    { at: peak + 0.09, pose },
    { at: end, pose: REST },
  ],
});

/** A blow is met when it lands; a guard is there before it does. */
const hurt = (peak: number, end: number, pose: PartialPose): Move => answer(peak, end, pose, 0.03);

/** What the other one does; `contact` is the moment of the touch within it. */
export const ANSWERS = {
  block: answer(0.14, 0.5, {
    leadHandX: -0.13,
    leadHandZ: 0.08,
    rearHandX: -0.05,
    rearHandZ: 0.06,
    pitch: 0.12,
    forward: -0.05,
    headPitch: 0.16,
    height: -0.02,
  }),
  blockKick: answer(0.2, 0.62, {
    leadHandX: -0.14,
    leadHandY: 0.08,
    leadHandZ: -0.16,
    rearHandX: -0.02,
    rearHandZ: -0.1,
    pitch: 0.1,
    roll: -0.12,
    forward: -0.07,
    shoulderYaw: 0.2,
  }),
  check: answer(0.22, 0.6, {
    leadFootZ: 0.42,
    leadFootX: -0.04,
    leadKnee: 0.35,
    pitch: -0.05,
    forward: -0.05,
    height: 0.02,
  }),
  lean: answer(0.2, 0.66, {
    pitch: -0.46,
    forward: -0.14,
    headPitch: -0.16,
    height: -0.02,
    leadHandZ: -0.06,
  }),
  slip: answer(0.14, 0.48, { roll: -0.42, pitch: 0.2, height: -0.07, lead: -0.05, headPitch: 0.1 }),
  hitHead: hurt(0.1, 0.62, {
    headPitch: -0.75,
    pitch: -0.27,
    forward: -0.07,
    roll: 0.1,
    leadHandZ: -0.08,
    rearHandZ: -0.1,
  }),
  hitBody: hurt(0.11, 0.66, {
    pitch: 0.3,
    forward: -0.13,
    height: -0.05,
    leadHandZ: -0.12,
    rearHandZ: -0.14,
    headPitch: 0.2,
  }),
  hitLeg: hurt(0.1, 0.55, { height: -0.06, roll: 0.14, leadFootX: -0.09, leadFootZ: 0.03, pitch: 0.08 }),
  stagger: hurt(0.17, 1.4, {
    headPitch: -0.8,
    pitch: -0.42,
    forward: -0.22,
    roll: 0.24,
    height: -0.07,
    leadHandZ: -0.3,
    rearHandZ: -0.3,
    leadHandY: 0.14,
    rearHandY: -0.12,
  }),
} satisfies Record<string, Move>;

export type AnswerName = keyof typeof ANSWERS;

const held = (contact: number, from: number, to: number, end: number, aim: Aim, pose: PartialPose): Move => ({
  contact,
  range: 0.66,
  aim,
  sound: 'none',
  keys: [
    { at: 0, pose: REST },
    { at: from, pose },
    { at: to, pose },
    { at: end, pose: REST },
  ],
});

export const HOLDS = {
  clinch: held(0, 0.4, 2, 2.35, 'neck', {
    leadHandReach: 1,
    rearHandReach: 1,
    shoulderYaw: -0.55,
    hipYaw: -0.4,
    pitch: 0.12,
    forward: 0.04,
    leadElbow: 0.2,
    rearElbow: 0.2,
    headPitch: 0.2,
  }),
  touchGloves: held(0, 0.35, 0.6, 1, 'middle', { leadHandReach: 1, rearHandReach: 0.9, pitch: 0.1 }),
  stepIn: held(0, 0.45, 1.3, 1.9, 'middle', {
    leadHandX: 0.22,
    leadHandY: 0.34,
    leadHandZ: 0.42,
    rearHandX: 0.22,
    rearHandY: -0.34,
    rearHandZ: 0.42,
    leadElbow: 0.6,
    rearElbow: 0.6,
  }),
  start: held(0, 0.3, 0.42, 0.75, 'middle', {
    leadHandX: 0.24,
    leadHandY: -0.12,
    leadHandZ: 0.62,
    pitch: 0.08,
  }),
} satisfies Record<string, Move>;

export type HoldName = keyof typeof HOLDS;
