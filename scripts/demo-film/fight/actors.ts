import { wave } from '../stage/tracks.ts';
import { along, mix, scale, subtract, UP, type Vec3 } from '../stage/vector.ts';
import {
  type Actor,
  centreX,
  centreY,
  distanceBetween,
  easeOf,
  lineOfFight,
  MOVES,
  ROUND_END,
  type Side,
} from './choreography.ts';
import { footAt } from './footwork.ts';
import { type Aim, moveAt } from './moves.ts';
import { AT_EASE, addToPose, blendPoses, GUARD, type Pose, WATCHING } from './pose.ts';
import { poseSkeleton, type Skeleton, type Stance, type Targets } from './skeleton.ts';

const directionAt = (seconds: number): Vec3 => {
  const angle = (lineOfFight(seconds) * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle), 0];
};
const centreAt = (seconds: number): Vec3 => [centreX(seconds), centreY(seconds), 0];
const acrossAt = (seconds: number): Vec3 => {
  const [x, y] = directionAt(seconds);
  return [-y, x, 0];
};

interface Placing {
  handed: 1 | -1;
  at(seconds: number): Vec3;
  forward(seconds: number): Vec3;
  /** Feet from the place on the floor: forward and to the lead side. */
  feet: { lead: readonly [number, number]; rear: readonly [number, number] };
  phase: number;
}

/** How near the referee stands: he comes between them to break a clinch and at the bell. */
function refereeDistance(seconds: number): number {
  const near = (at: number) => Math.exp(-(((seconds - at) / 0.75) ** 2));
  return 1.75 - 0.8 * Math.min(1, near(12.1) + near(ROUND_END + 0.7)) - 0.5 * near(16.9);
}

const PLACES: Record<Actor, Placing> = {
  red: {
    handed: 1,
    at: (seconds) => along(centreAt(seconds), [directionAt(seconds), -distanceBetween(seconds) / 2]),
    forward: directionAt,
    feet: { lead: [0.24, 0.1], rear: [-0.24, -0.15] },
    phase: 0,
  },
  blue: {
    handed: -1,
    at: (seconds) => along(centreAt(seconds), [directionAt(seconds), distanceBetween(seconds) / 2]),
    forward: (seconds) => scale(directionAt(seconds), -1),
    feet: { lead: [0.24, 0.1], rear: [-0.24, -0.15] },
    phase: 0.31,
  },
  referee: {
    handed: 1,
    at: (seconds) =>
      along(
        centreAt(seconds),
        [acrossAt(seconds), refereeDistance(seconds)],
        [directionAt(seconds), 1.1 * Math.tanh(1.6 * wave(seconds, 2, 1))],
      ),
    forward: (seconds) => scale(acrossAt(seconds), -1),
    feet: { lead: [0.08, 0.17], rear: [-0.06, -0.17] },
    phase: 0.6,
  },
};

function stanceAt(placing: Placing, seconds: number): Stance {
  const wanted =
    ([ahead, aside]: readonly [number, number]) =>
    (time: number): Vec3 => {
      const forward = placing.forward(time);
      const lead: Vec3 = [-forward[1] * placing.handed, forward[0] * placing.handed, 0];
      return along(placing.at(time), [forward, ahead], [lead, aside]);
    };
  return {
    at: placing.at(seconds),
    forward: placing.forward(seconds),
    handed: placing.handed,
    leadFoot: footAt(wanted(placing.feet.lead), seconds, placing.phase),
    rearFoot: footAt(wanted(placing.feet.rear), seconds, placing.phase + 0.5),
  };
}

function poseAt(actor: Actor, seconds: number): { pose: Pose; aim: Aim | undefined } {
  const phase = PLACES[actor].phase * 9;
  const pose =
    actor === 'referee'
      ? { ...WATCHING }
      : blendPoses(GUARD, AT_EASE, Math.min(1, Math.max(0, easeOf(seconds))));
  // Breath and bounce: whole periods in a loop, so that the join does not show.
  pose.height += 0.012 * wave(seconds, 58, phase);
  pose.leadHandZ += 0.018 * wave(seconds, 29, phase + 1);
  pose.rearHandZ += 0.014 * wave(seconds, 37, phase + 2);
  pose.leadHandX += 0.025 * wave(seconds, 23, phase);
  pose.roll += 0.045 * wave(seconds, 19, phase);
  pose.shoulderYaw += 0.06 * wave(seconds, 13, phase);
  let aim: Aim | undefined;
  for (const { start, move } of MOVES[actor]) {
    const difference = moveAt(move, seconds - start);
    if (!difference) continue;
    addToPose(pose, difference);
    const reaches = move.keys.some(
      ({ pose: key }) => key.leadHandReach || key.rearHandReach || key.rearFootReach,
    );
    if (reaches) aim = move.aim;
  }
  return { pose, aim };
}

/** The glove is longer than the wrist, and the foot than the ankle: both stop before the point they hit. */
function targetsOn(aim: Aim, self: Skeleton, opponent: Skeleton): Targets {
  const point: Record<Aim, Vec3> = {
    head: opponent.head,
    body: mix(opponent.pelvis, opponent.chest, 0.6),
    thigh: mix(opponent.leadLeg.root, opponent.leadLeg.joint, 0.8),
    neck: along(opponent.neck, [self.facing, 0.06]),
    middle: along(mix(self.chest, opponent.chest, 0.5), [UP, -0.12]),
  };
  const at = point[aim];
  const hand = aim === 'neck' ? at : along(at, [self.facing, aim === 'middle' ? -0.12 : -0.24]);
  return { hand, foot: along(at, [self.facing, -0.1], [UP, aim === 'head' ? -0.02 : 0]) };
}

export type Skeletons = Record<Actor, Skeleton>;

export function skeletonsAt(seconds: number): Skeletons {
  const stances = { red: stanceAt(PLACES.red, seconds), blue: stanceAt(PLACES.blue, seconds) };
  const poses = { red: poseAt('red', seconds), blue: poseAt('blue', seconds) };
  const free = {
    red: poseSkeleton(poses.red.pose, stances.red),
    blue: poseSkeleton(poses.blue.pose, stances.blue),
  };
  const aimed = (side: Side, opponent: Side): Skeleton => {
    const { pose, aim } = poses[side];
    return aim ? poseSkeleton(pose, stances[side], targetsOn(aim, free[side], free[opponent])) : free[side];
  };
  return {
    red: aimed('red', 'blue'),
    blue: aimed('blue', 'red'),
    referee: poseSkeleton(poseAt('referee', seconds).pose, stanceAt(PLACES.referee, seconds)),
  };
}

export const awayFrom = (skeleton: Skeleton, eye: Vec3): number =>
  Math.hypot(...subtract(skeleton.pelvis, eye));
