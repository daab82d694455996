import {
  add,
  along,
  cross,
  dot,
  length,
  mix,
  normalize,
  scale,
  subtract,
  UP,
  type Vec3,
} from '../stage/vector.ts';
import type { Pose } from './pose.ts';

/** Lengths of a fighter of about 1.80 m, in metres. */
const SPINE = 0.47;
const NECK = 0.1;
const HIP_HALF = 0.095;
const SHOULDER_HALF = 0.19;
const UPPER_ARM = 0.31;
const FOREARM = 0.29;
const THIGH = 0.44;
const SHIN = 0.44;
const ANKLE_HEIGHT = 0.08;

export interface Stance {
  /** Where the fighter stands on the floor. */
  at: Vec3;
  forward: Vec3;
  /** 1: left foot in front, -1: southpaw. */
  handed: 1 | -1;
  leadFoot: Vec3;
  rearFoot: Vec3;
}

export interface Limb {
  root: Vec3;
  joint: Vec3;
  end: Vec3;
}

export interface Skeleton {
  pelvis: Vec3;
  chest: Vec3;
  neck: Vec3;
  head: Vec3;
  hipAxis: Vec3;
  shoulderAxis: Vec3;
  facing: Vec3;
  leadArm: Limb;
  rearArm: Limb;
  leadLeg: Limb;
  rearLeg: Limb;
  leadToe: Vec3;
  rearToe: Vec3;
}

export interface Targets {
  hand?: Vec3;
  foot?: Vec3;
}

/** Two bones from `root` towards `end`, bent to the side of `pole`; an end out of reach is brought nearer. */
function bend(root: Vec3, end: Vec3, upper: number, lower: number, pole: Vec3): Limb {
  const line = subtract(end, root);
  const reach = Math.min(Math.max(length(line), Math.abs(upper - lower) + 0.05), (upper + lower) * 0.995);
  const direction = normalize(line);
  const side = normalize(subtract(pole, scale(direction, dot(pole, direction))));
  const cosine = (upper * upper + reach * reach - lower * lower) / (2 * upper * reach);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  return {
    root,
    joint: along(root, [direction, upper * cosine], [side, upper * sine]),
    end: along(root, [direction, reach]),
  };
}

export function poseSkeleton(pose: Pose, stance: Stance, targets: Targets = {}): Skeleton {
  const { forward } = stance;
  const lead = scale(cross(UP, forward), stance.handed);
  const axis = (yaw: number): Vec3 => add(scale(lead, Math.cos(yaw)), scale(forward, Math.sin(yaw)));

  const pelvis = along(stance.at, [forward, pose.forward], [lead, pose.lead], [UP, pose.height]);
  const hipAxis = axis(pose.hipYaw);
  const shoulderAxis = axis(pose.shoulderYaw);
  const spine = normalize(
    along(
      [0, 0, 0],
      [UP, Math.cos(pose.pitch)],
      [forward, Math.sin(pose.pitch)],
      [lead, Math.sin(pose.roll)],
    ),
  );
  const chest = along(pelvis, [spine, SPINE]);
  const neck = along(chest, [spine, 0.07]);
  const nod = pose.pitch * 0.5 + pose.headPitch;
  const head = along(
    neck,
    [UP, NECK * Math.cos(nod) + 0.05],
    [forward, NECK * Math.sin(nod) + 0.03],
    [lead, pose.roll * 0.1],
  );

  const arm = (side: 1 | -1, x: number, y: number, z: number, reach: number, flare: number): Limb => {
    const shoulder = along(chest, [shoulderAxis, side * SHOULDER_HALF], [spine, -0.015]);
    const guard = along(chest, [forward, x], [lead, y], [UP, z]);
    const end = targets.hand && reach > 0 ? mix(guard, targets.hand, Math.min(reach, 1)) : guard;
    const pole = along([0, 0, 0], [UP, flare - 1], [shoulderAxis, side * (0.35 + flare)], [forward, -0.25]);
    return bend(shoulder, end, UPPER_ARM, FOREARM, pole);
  };

  const leg = (side: 1 | -1, foot: Vec3, x: number, y: number, z: number, reach: number, open: number) => {
    const hip = along(pelvis, [hipAxis, side * HIP_HALF], [UP, -0.04]);
    const ankle = along(foot, [forward, x], [lead, y], [UP, z + ANKLE_HEIGHT]);
    const end = targets.foot && reach > 0 ? mix(ankle, targets.foot, Math.min(reach, 1)) : ankle;
    const pole = along(
      [0, 0, 0],
      [forward, 1 - open * 0.7],
      [lead, side * (0.3 + open * 0.8)],
      [UP, open * 0.6],
    );
    return bend(hip, end, THIGH, SHIN, pole);
  };

  const leadLeg = leg(
    1,
    stance.leadFoot,
    pose.leadFootX,
    pose.leadFootY,
    pose.leadFootZ,
    pose.leadFootReach,
    pose.leadKnee,
  );
  const rearLeg = leg(
    -1,
    stance.rearFoot,
    pose.rearFootX,
    pose.rearFootY,
    pose.rearFootZ,
    pose.rearFootReach,
    pose.rearKnee,
  );
  return {
    pelvis,
    chest,
    neck,
    head,
    hipAxis,
    shoulderAxis,
    facing: forward,
    leadArm: arm(1, pose.leadHandX, pose.leadHandY, pose.leadHandZ, pose.leadHandReach, pose.leadElbow),
    rearArm: arm(-1, pose.rearHandX, pose.rearHandY, pose.rearHandZ, pose.rearHandReach, pose.rearElbow),
    leadLeg,
    rearLeg,
    leadToe: toeOf(leadLeg, along([0, 0, 0], [forward, 1], [lead, 0.12])),
    rearToe: toeOf(rearLeg, along([0, 0, 0], [forward, 0.72], [lead, -0.62])),
  };
}

/** A foot on the floor lies flat; one in the air points on along the shin. */
function toeOf(leg: Limb, flat: Vec3): Vec3 {
  const lifted = Math.min(1, Math.max(0, (leg.end[2] - ANKLE_HEIGHT - 0.05) / 0.3));
  const shin = normalize(subtract(leg.end, leg.joint));
  const pointed = normalize(along([0, 0, 0], [shin, 0.8], [flat, 0.55]));
  const direction = normalize(mix(normalize(flat), pointed, lifted));
  const toe = along(leg.end, [direction, 0.17]);
  return [toe[0], toe[1], lifted > 0 ? toe[2] - 0.03 : 0.03];
}
