import { add, cross, dot, mix, normalize, scale, subtract, UP, type Vec3 } from './vector.ts';

export interface View {
  eye: Vec3;
  target: Vec3;
  /** Focal length in widths of the picture: 1 is a wide lens, 2 a long one. */
  zoom: number;
}

export interface Projected {
  x: number;
  y: number;
  /** Distance in front of the camera, in metres. */
  depth: number;
  /** Pixels per metre at that distance. */
  scale: number;
}

export interface Camera {
  width: number;
  height: number;
  eye: Vec3;
  right: Vec3;
  forward: Vec3;
  project(point: Vec3): Projected;
  /** The visible part of a line or an area: what lies behind the camera is cut off. */
  outline(points: readonly Vec3[], closed: boolean): Projected[];
}

const NEAREST = 0.25;

export function createCamera(view: View, width: number, height: number): Camera {
  const forward = normalize(subtract(view.target, view.eye));
  const right = normalize(cross(forward, UP));
  const upward = cross(right, forward);
  const focal = view.zoom * width;
  const depthOf = (point: Vec3) => dot(subtract(point, view.eye), forward);

  function project(point: Vec3): Projected {
    const from = subtract(point, view.eye);
    const depth = Math.max(dot(from, forward), NEAREST);
    const pixels = focal / depth;
    return {
      x: width / 2 + dot(from, right) * pixels,
      y: height / 2 - dot(from, upward) * pixels,
      depth,
      scale: pixels,
    };
  }

  function outline(points: readonly Vec3[], closed: boolean): Projected[] {
    const kept: Vec3[] = [];
    points.forEach((point, index) => {
      const before = points[index - 1] ?? (closed ? points.at(-1) : undefined);
      const depth = depthOf(point) - NEAREST;
      if (before !== undefined) {
        const depthBefore = depthOf(before) - NEAREST;
        if (depth < 0 !== depthBefore < 0) kept.push(mix(before, point, depthBefore / (depthBefore - depth)));
      }
      if (depth >= 0) kept.push(point);
    });
    return kept.map(project);
  }

  return { width, height, eye: view.eye, right, forward, project, outline };
}

/** A view that stands `distance` from its target, `azimuth` radians round the ring from the main side. */
export function orbit(target: Vec3, azimuth: number, distance: number, height: number, zoom: number): View {
  const away: Vec3 = [Math.sin(azimuth), -Math.cos(azimuth), 0];
  const eye = add(target, scale(away, distance));
  return { eye: [eye[0], eye[1], height], target, zoom };
}
