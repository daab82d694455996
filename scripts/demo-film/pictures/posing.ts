import { AT_EASE, addToPose, GUARD, type PartialPose, type Pose } from '../fight/pose.ts';
import { poseSkeleton, type Skeleton, type Targets } from '../fight/skeleton.ts';
import { along, type Vec3 } from '../stage/vector.ts';

interface Standing {
  at: Vec3;
  /** Radians; 0 looks to the right of the ring. */
  towards: number;
  handed?: 1 | -1;
  change?: PartialPose;
  targets?: Targets;
  /** Half of the stance: forward and aside, in metres. */
  stride?: readonly [number, number];
}

function standing(
  base: Pose,
  { at, towards, handed = 1, change, targets, stride = [0.2, 0.13] }: Standing,
): Skeleton {
  const forward: Vec3 = [Math.cos(towards), Math.sin(towards), 0];
  const lead: Vec3 = [-forward[1] * handed, forward[0] * handed, 0];
  const pose = { ...base };
  addToPose(pose, change ?? {});
  const stance = {
    at,
    forward,
    handed,
    leadFoot: along(at, [forward, stride[0]], [lead, stride[1]]),
    rearFoot: along(at, [forward, -stride[0]], [lead, -stride[1]]),
  };
  return poseSkeleton(pose, stance, targets);
}

/** One person in a pose, for pictures that are not a moment of the broadcast. */
export const inGuard = (how: Standing): Skeleton => standing(GUARD, how);
export const upright = (how: Standing): Skeleton => standing(AT_EASE, how);
