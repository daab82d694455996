import type { Camera } from '../stage/camera.ts';
import { type Ctx, fillGlow } from '../stage/drawing.ts';
import { rgb } from '../stage/palette.ts';
import { along, mix, normalize, subtract, UP, type Vec3 } from '../stage/vector.ts';
import { type Body, drawBodies, drawBody, type Section, traceSections, visibleHalf } from './body-shapes.ts';
import type { Outfit } from './outfits.ts';
import type { Limb, Skeleton } from './skeleton.ts';

interface Part {
  depth: number;
  draw(): void;
}

const between = (a: Vec3, b: Vec3, ...parts: readonly (readonly [number, number])[]): Section[] =>
  parts.map(([part, half]) => ({ at: mix(a, b, part), half }));

function drawLeg(ctx: Ctx, camera: Camera, leg: Limb, toe: Vec3, outfit: Outfit): void {
  const heel = along(leg.end, [normalize(subtract(leg.end, toe)), 0.05], [UP, -0.02]);
  const foot = [
    { at: heel, half: 0.04 },
    { at: mix(leg.end, toe, 0.35), half: 0.045 },
    { at: toe, half: 0.03 },
  ];
  const thigh = between(leg.root, leg.joint, [0.05, 0.096], [0.35, 0.094], [0.75, 0.074], [1, 0.062]);
  const shin = between(leg.joint, leg.end, [-0.02, 0.06], [0.3, 0.066], [0.7, 0.047], [1.02, 0.038]);
  const bodies: Body[] = [
    { sections: foot, tones: outfit.feet },
    { sections: shin, tones: outfit.legs },
    { sections: thigh, tones: outfit.legs, seamFrom: 1 },
  ];
  drawBodies(ctx, camera, bodies);
  if (outfit.anklets)
    drawBody(ctx, camera, between(leg.joint, leg.end, [0.86, 0.045], [1, 0.045]), outfit.anklets, 0.004);
  if (!outfit.shorts) return;
  // Loose shorts: wider than the thigh and widest at the hem.
  const cloth = between(leg.root, leg.joint, [-0.06, 0.112], [0.14, 0.116], [0.4, 0.124], [0.58, 0.134]);
  drawBodies(ctx, camera, [{ sections: cloth, tones: outfit.shorts, seamFrom: 2 }]);
  drawHem(ctx, camera, leg, outfit);
}

function drawHem(ctx: Ctx, camera: Camera, leg: Limb, outfit: Outfit): void {
  if (!outfit.trim) return;
  const a = camera.project(mix(leg.root, leg.joint, 0.63));
  const from = camera.project(mix(leg.root, leg.joint, 0.4));
  const run = Math.hypot(a.x - from.x, a.y - from.y);
  if (run < 2) return;
  const nx = -(a.y - from.y) / run;
  const ny = (a.x - from.x) / run;
  const half = 0.122 * a.scale;
  ctx.strokeStyle = outfit.trim;
  ctx.lineCap = 'butt';
  ctx.lineWidth = 0.026 * a.scale;
  ctx.beginPath();
  ctx.moveTo(a.x + nx * half, a.y + ny * half);
  ctx.quadraticCurveTo(
    a.x + ((a.x - from.x) / run) * half * 0.5,
    a.y + ((a.y - from.y) / run) * half * 0.5,
    a.x - nx * half,
    a.y - ny * half,
  );
  ctx.stroke();
}

function drawArm(ctx: Ctx, camera: Camera, arm: Limb, outfit: Outfit): void {
  const direction = normalize(subtract(arm.end, arm.joint));
  const upper = between(arm.root, arm.joint, [-0.1, 0.062], [0.18, 0.074], [0.6, 0.058], [1.02, 0.048]);
  const fore = between(arm.joint, arm.end, [-0.02, 0.048], [0.3, 0.054], [1, 0.037]);
  const bodies: Body[] = [
    { sections: fore, tones: outfit.hands },
    { sections: upper, tones: outfit.arms, seamFrom: 1 },
  ];
  if (!outfit.gloves) {
    const fist = [
      { at: arm.end, half: 0.042 },
      { at: along(arm.end, [direction, 0.085]), half: 0.038 },
    ];
    bodies.unshift({ sections: fist, tones: outfit.hands });
  }
  drawBodies(ctx, camera, bodies);
  if (outfit.sleeves) {
    const sleeve = between(arm.root, arm.joint, [-0.12, 0.072], [0.2, 0.084], [0.5, 0.082], [0.62, 0.08]);
    drawBodies(ctx, camera, [{ sections: sleeve, tones: outfit.sleeves, seamFrom: 1 }]);
  }
  if (!outfit.gloves) return;
  if (outfit.cuffs)
    drawBody(ctx, camera, between(arm.joint, arm.end, [0.74, 0.054], [0.98, 0.06]), outfit.cuffs, 0.006);
  const glove = [
    { at: along(arm.end, [direction, -0.005]), half: 0.062 },
    { at: along(arm.end, [direction, 0.065]), half: 0.086 },
    { at: along(arm.end, [direction, 0.12]), half: 0.074 },
  ];
  drawBody(ctx, camera, glove, outfit.gloves);
}

function drawTorso(ctx: Ctx, camera: Camera, body: Skeleton, outfit: Outfit): void {
  const { pelvis, chest, hipAxis, shoulderAxis } = body;
  const spine = normalize(subtract(chest, pelvis));
  const half = (axis: Vec3, broad: number, thin: number) => visibleHalf(camera, axis, broad, thin);
  const trunk = [
    { at: along(pelvis, [spine, 0.02]), half: half(hipAxis, 0.15, 0.115) },
    { at: along(pelvis, [spine, 0.17]), half: half(hipAxis, 0.14, 0.108) },
    { at: along(pelvis, [spine, 0.33]), half: half(shoulderAxis, 0.185, 0.13) },
    { at: along(chest, [spine, -0.03]), half: half(shoulderAxis, 0.215, 0.12) },
    { at: along(chest, [spine, 0.045]), half: half(shoulderAxis, 0.12, 0.075) },
  ];
  const hips = [
    { at: along(pelvis, [UP, -0.1]), half: half(hipAxis, 0.165, 0.135) },
    { at: along(pelvis, [spine, outfit.shorts ? 0.03 : -0.05]), half: half(hipAxis, 0.16, 0.125) },
    { at: along(pelvis, [spine, outfit.shorts ? 0.09 : -0.01]), half: half(hipAxis, 0.148, 0.115) },
  ];
  const bodies: Body[] = [
    { sections: trunk, tones: outfit.trunk },
    { sections: hips, tones: outfit.shorts ?? outfit.legs, seamFrom: 1 },
  ];
  drawBodies(ctx, camera, bodies);
  const band = [
    { at: along(pelvis, [spine, 0.085]), half: half(hipAxis, 0.152, 0.12) },
    { at: along(pelvis, [spine, 0.12]), half: half(hipAxis, 0.15, 0.117) },
  ];
  drawBelt(ctx, camera, band, outfit.belt);
  if (outfit.title) drawTitle(ctx, camera, body, band, outfit.title);
}

/** A champion's belt: a broad strap and a round plate. */
function drawTitle(ctx: Ctx, camera: Camera, body: Skeleton, band: readonly Section[], color: string): void {
  const [low] = band;
  if (!low) return;
  const { x, y, scale } = camera.project(low.at);
  ctx.fillStyle = '#20150c';
  ctx.beginPath();
  ctx.roundRect(
    x - low.half * scale * 1.04,
    y - 0.06 * scale,
    low.half * scale * 2.08,
    0.1 * scale,
    0.03 * scale,
  );
  ctx.fill();
  const plate = camera.project(along(low.at, [body.facing, 0.1]));
  for (const [radius, style] of [
    [0.1, '#7a5416'],
    [0.092, color],
    [0.066, '#b8862c'],
    [0.058, '#ffdf94'],
    [0.03, '#c4932f'],
  ] as const) {
    ctx.fillStyle = style;
    ctx.beginPath();
    ctx.ellipse(
      plate.x,
      plate.y - 0.01 * scale,
      radius * 0.86 * scale,
      radius * 0.84 * scale,
      0,
      0,
      2 * Math.PI,
    );
    ctx.fill();
  }
}

function drawBelt(ctx: Ctx, camera: Camera, [low, high]: Section[], color: string): void {
  if (!low || !high) return;
  const a = camera.project(low.at);
  const b = camera.project(high.at);
  const angle = Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2;
  ctx.save();
  ctx.translate(a.x, a.y);
  ctx.rotate(angle);
  ctx.fillStyle = color;
  const half = low.half * a.scale;
  ctx.beginPath();
  ctx.roundRect(-half, -0.04 * a.scale, half * 2, 0.045 * a.scale, 0.015 * a.scale);
  ctx.fill();
  ctx.restore();
}

function drawHead(ctx: Ctx, camera: Camera, body: Skeleton, outfit: Outfit): void {
  const { neck, head, facing } = body;
  const axis = normalize(subtract(head, neck));
  const nose = along(head, [axis, -0.02], [facing, 0.098]);
  const stem = [
    { at: along(neck, [UP, -0.06]), half: 0.07 },
    { at: mix(neck, head, 0.7), half: 0.058 },
  ];
  const skull = [
    { at: along(head, [axis, -0.088], [facing, 0.036]), half: 0.048 },
    { at: along(head, [axis, -0.03], [facing, 0.016]), half: 0.08 },
    { at: along(head, [axis, 0.04]), half: 0.092 },
    { at: along(head, [axis, 0.08], [facing, -0.004]), half: 0.076 },
  ];
  const bridge = [
    { at: along(nose, [axis, 0.03], [facing, -0.014]), half: 0.014 },
    { at: nose, half: 0.02 },
  ];
  drawBodies(ctx, camera, [
    { sections: stem, tones: outfit.skin, seamFrom: 1 },
    { sections: bridge, tones: outfit.skin },
    { sections: skull, tones: outfit.skin },
  ]);
  drawHair(ctx, camera, skull, along(head, [axis, 0.085], [facing, -0.07]), outfit);
}

/** Cropped hair is a part of the skull: a round patch from the forehead to the nape. */
function drawHair(ctx: Ctx, camera: Camera, skull: readonly Section[], at: Vec3, outfit: Outfit): void {
  const { x, y, scale } = camera.project(at);
  ctx.save();
  traceSections(ctx, camera, skull);
  ctx.clip();
  fillGlow(ctx, x, y, 0.094 * scale, 0.092 * scale, [
    [0, rgb(outfit.hair.light)],
    [0.55, rgb(outfit.hair.middle)],
    [1, rgb(outfit.hair.dark)],
  ]);
  ctx.restore();
}

/** Farthest part first. Legs lie under the trunk unless a kick brings one in front of it. */
export function drawFigure(ctx: Ctx, camera: Camera, body: Skeleton, outfit: Outfit): void {
  const depth = (point: Vec3) => camera.project(point).depth;
  const trunkDepth = depth(mix(body.pelvis, body.chest, 0.6));
  const legDepth = (leg: Limb) =>
    leg.end[2] > 0.45
      ? depth(mix(leg.joint, leg.end, 0.5))
      : trunkDepth + 0.3 + (depth(leg.joint) - trunkDepth) * 0.4;
  const armDepth = (arm: Limb) => depth(mix(arm.joint, arm.end, 0.4));
  const parts: Part[] = [
    { depth: legDepth(body.leadLeg), draw: () => drawLeg(ctx, camera, body.leadLeg, body.leadToe, outfit) },
    { depth: legDepth(body.rearLeg), draw: () => drawLeg(ctx, camera, body.rearLeg, body.rearToe, outfit) },
    { depth: trunkDepth, draw: () => drawTorso(ctx, camera, body, outfit) },
    {
      depth: Math.min(trunkDepth - 0.001, depth(body.head)),
      draw: () => drawHead(ctx, camera, body, outfit),
    },
    { depth: armDepth(body.leadArm), draw: () => drawArm(ctx, camera, body.leadArm, outfit) },
    { depth: armDepth(body.rearArm), draw: () => drawArm(ctx, camera, body.rearArm, outfit) },
  ];
  parts.sort((a, b) => b.depth - a.depth);
  for (const part of parts) part.draw();
}

/** Soft pools under the feet: without them nobody stands on anything. */
export function drawShadow(ctx: Ctx, camera: Camera, body: Skeleton): void {
  const flat = Math.abs(camera.forward[2]) + 0.12;
  const spots = [
    { at: body.pelvis, radius: 0.62, strength: 0.42 },
    { at: body.leadLeg.end, radius: 0.26, strength: 0.5 },
    { at: body.rearLeg.end, radius: 0.26, strength: 0.5 },
  ];
  for (const { at, radius, strength } of spots) {
    const floor = camera.project([at[0] + 0.06, at[1] - 0.03, 0]);
    const height = radius > 0.5 ? 0 : Math.min(1, at[2] / 0.5);
    const reach = radius * floor.scale;
    const dark = strength * (1 - height);
    fillGlow(ctx, floor.x, floor.y, reach, reach * flat, [
      [0, `rgba(8,14,22,${dark})`],
      [0.5, `rgba(8,14,22,${dark * 0.5})`],
      [1, 'rgba(8,14,22,0)'],
    ]);
  }
}
