/**
 * A pose is a set of numbers in the fighter's own frame: forward is towards the opponent, lead is the side of
 * the foot in front. Both fighters share every movement; a southpaw is the same numbers with sides swapped.
 * Moves (`moves.ts`) are differences to a pose, and reaches, which pull a hand or a foot to a point of the opponent.
 */
export const CHANNELS = [
  // Pelvis, in metres from the place on the floor, and its height.
  'forward',
  'lead',
  'height',
  // Radians. Yaw 0 is square to the opponent; positive brings the lead side in front.
  'pitch',
  'roll',
  'hipYaw',
  'shoulderYaw',
  'headPitch',
  // Hands from the middle of the shoulder line, in metres.
  'leadHandX',
  'leadHandY',
  'leadHandZ',
  'rearHandX',
  'rearHandY',
  'rearHandZ',
  // 0: elbow down, 1: elbow out to the side.
  'leadElbow',
  'rearElbow',
  // Feet: difference to where the footwork has planted them.
  'leadFootX',
  'leadFootY',
  'leadFootZ',
  'rearFootX',
  'rearFootY',
  'rearFootZ',
  // 0: knee forward, 1: knee out to the side and up, as in a roundhouse kick.
  'leadKnee',
  'rearKnee',
  // 0: rests on the floor as planted, 1: pulled to the target of the move.
  'leadHandReach',
  'rearHandReach',
  'leadFootReach',
  'rearFootReach',
] as const;

export type Channel = (typeof CHANNELS)[number];
export type Pose = Record<Channel, number>;
export type PartialPose = Partial<Pose>;

const ZERO = Object.fromEntries(CHANNELS.map((channel) => [channel, 0])) as Pose;

export const GUARD: Pose = {
  ...ZERO,
  height: 0.865,
  pitch: 0.19,
  hipYaw: 0.62,
  shoulderYaw: 0.6,
  headPitch: 0.1,
  leadHandX: 0.29,
  leadHandY: 0.09,
  leadHandZ: 0.07,
  rearHandX: 0.14,
  rearHandY: -0.08,
  rearHandZ: 0.1,
  leadElbow: 0.05,
  rearElbow: 0,
};

/** Between rounds and after the bell: upright, hands low. */
export const AT_EASE: Pose = {
  ...ZERO,
  height: 0.92,
  pitch: 0.02,
  hipYaw: 0.25,
  shoulderYaw: 0.2,
  leadHandX: 0.12,
  leadHandY: 0.27,
  leadHandZ: -0.42,
  rearHandX: 0.12,
  rearHandY: -0.27,
  rearHandZ: -0.42,
  leadElbow: 0.35,
  rearElbow: 0.35,
};

/** The referee, ready to step in. */
export const WATCHING: Pose = {
  ...AT_EASE,
  height: 0.9,
  pitch: 0.14,
  hipYaw: 0.15,
  shoulderYaw: 0.15,
  leadHandX: 0.3,
  leadHandZ: -0.3,
  rearHandX: 0.24,
  rearHandZ: -0.34,
};

export function blendPoses(a: Pose, b: Pose, part: number): Pose {
  const pose = { ...a };
  for (const channel of CHANNELS) pose[channel] += (b[channel] - a[channel]) * part;
  return pose;
}

export function addToPose(pose: Pose, difference: PartialPose): void {
  for (const channel of CHANNELS) pose[channel] += difference[channel] ?? 0;
}
