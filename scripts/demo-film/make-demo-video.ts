// Draws, sounds and packs the demo broadcast: `pnpm video` (minutes, needs ffmpeg).
// `pnpm video 13.2 still.png` draws the picture at 13.2 seconds and packs nothing.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { drawBroadcast, HEIGHT, WIDTH } from './broadcast.ts';
import { loadFonts } from './graphics/fonts.ts';
import {
  cutSegments,
  encodeSound,
  encodeVideo,
  FRAME_RATE,
  RUNGS,
  type RungPlan,
  SEGMENT_SECONDS,
  storeFrames,
} from './packaging/encode.ts';
import { cleanInit, codecsOf } from './packaging/init-segment.ts';
import { checkRung } from './packaging/loop-check.ts';
import { renderSoundtrack } from './sound/soundtrack.ts';
import { LOOP_SECONDS } from './stage/tracks.ts';

const target = fileURLToPath(new URL('../../server/assets/demo/video/', import.meta.url));

async function drawFrames(write: (frame: Buffer) => Promise<void>): Promise<void> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const count = LOOP_SECONDS * FRAME_RATE;
  for (let frame = 0; frame < count; frame += 1) {
    if (frame % (FRAME_RATE * SEGMENT_SECONDS) === 0) console.log(`Drawing ${frame} of ${count} frames`);
    drawBroadcast(canvas, frame / FRAME_RATE);
    await write(Buffer.from(canvas.data()));
  }
}

async function packRung(plan: RungPlan, frames: string, sound: string, work: string) {
  console.log(`Encoding ${plan.name}`);
  const video = await encodeVideo(frames, plan, work);
  const folder = join(work, 'video', plan.name);
  await mkdir(folder, { recursive: true });
  await cutSegments(video, sound, folder);
  await rm(join(folder, 'list.m3u8'));
  const initFile = join(folder, 'init.mp4');
  const init = cleanInit(await readFile(initFile));
  await writeFile(initFile, init);

  const sizes = await checkRung(folder);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${plan.name}: ${sizes.length} segments, ${total} bytes, whole and without a gap`);
  return {
    name: plan.name,
    width: plan.width,
    height: plan.height,
    bandwidth: Math.ceil((Math.max(...sizes) * 8) / SEGMENT_SECONDS),
    averageBandwidth: Math.ceil((total * 8) / LOOP_SECONDS),
    codecs: codecsOf(init),
    frameRate: FRAME_RATE,
  };
}

async function makeVideo(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'ringside-demo-'));
  try {
    console.log('Making the sound');
    const sound = await encodeSound(renderSoundtrack(), work);
    const frames = join(work, 'frames.mkv');
    await storeFrames(frames, WIDTH, HEIGHT, drawFrames);
    const rungs = [];
    for (const plan of RUNGS) rungs.push(await packRung(plan, frames, sound, work));
    const description = { segmentSeconds: SEGMENT_SECONDS, rungs };
    await writeFile(join(work, 'video', 'video.json'), `${JSON.stringify(description, null, 2)}\n`);
    // Only a whole and checked video takes the place of the old one.
    await rm(target, { recursive: true, force: true });
    await cp(join(work, 'video'), target, { recursive: true });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function makeStill(seconds: number, file: string): Promise<void> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  drawBroadcast(canvas, seconds);
  await writeFile(file, canvas.toBuffer('image/png'));
}

loadFonts();
const [, , seconds, file] = process.argv;
if (seconds !== undefined && file !== undefined) await makeStill(Number(seconds), file);
else await makeVideo();
