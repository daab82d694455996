import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import type { Ctx } from '../stage/drawing.ts';

const FAMILY = 'Archivo Broadcast';

/** Loads the display face that the client ships, so that pictures and pages speak with one voice. */
export function loadFonts(): void {
  const file = import.meta.resolve('@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2');
  if (!GlobalFonts.registerFromPath(fileURLToPath(file), FAMILY)) throw new Error(`No font at ${file}`);
}

/** `width` runs from 62 (condensed) to 125 (expanded), as the face's own axis does. */
export function setFont(ctx: Ctx, size: number, weight: number, width: number, spacing = 0): void {
  ctx.font = `${size}px '${FAMILY}'`;
  ctx.fontVariationSettings = `"wght" ${weight}, "wdth" ${width}`;
  ctx.letterSpacing = `${spacing}px`;
}
