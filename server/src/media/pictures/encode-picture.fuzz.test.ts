/**
 * Pictures with changed bytes: each is accepted or refused with a reason; none causes an error, a crash or a hang.
 *
 * @tier all
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, expect, it, vi } from 'vitest';
import { PictureRefusal, readPicture } from './encode-picture.ts';
import { createEncodeProcess } from './encode-process-handle.ts';

vi.setConfig({ testTimeout: 180_000 });

const seed = process.env.FUZZ_SEED ?? '20261121';
const runs = Number(process.env.FUZZ_RUNS ?? 75);
const decoder = createEncodeProcess();
afterAll(() => decoder.end());

const drawn = sharp({
  create: {
    width: 1280,
    height: 720,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 12 },
  },
});
const formats = {
  JPEG: drawn
    .clone()
    .jpeg({ quality: 40 })
    .withExif({ IFD0: { Copyright: 'x' } }),
  PNG: drawn.clone().png({ palette: true, colours: 4 }).withIccProfile('p3'),
  WebP: drawn.clone().webp({ quality: 20, alphaQuality: 20 }),
  AVIF: drawn.clone().avif({ quality: 20, effort: 0 }),
};

/** Random numbers from 0 to `below` - 1, the same for the same seed. */
function chance(name: string) {
  let state = createHash('sha256').update(`${seed} ${name}`).digest();
  return (below: number) => {
    state = createHash('sha256').update(state).digest();
    return state.readUIntBE(0, 6) % below;
  };
}

/** Half of the changes go to the beginning, where the headers are. */
function mutate(original: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(original);
  for (let change = random(3) + 1; change > 0; change -= 1) {
    const at = random(Math.max(1, random(2) === 0 ? Math.min(400, bytes.length) : bytes.length));
    const length = random(16) + 1;
    const kind = random(9);
    if (kind >= 4) bytes[at] = random(256);
    else if (kind === 1) bytes.fill(random(2) * 255, at, Math.min(at + length, bytes.length));
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(at + 1))]);
    else if (kind === 0) bytes = bytes.subarray(0, Math.max(at, 12));
  }
  return bytes;
}

it.each(Object.keys(formats) as Array<keyof typeof formats>)('%s', async (format) => {
  const original = await formats[format].toBuffer();
  await readPicture(original);
  const random = chance(format);
  const counted = { accepted: 0, refused: 0 };
  for (let run = 0; run < runs; run += 1) {
    const upload = mutate(original, random);
    // Only a few are encoded too: the encoder always gets the same kind of pixels, so more runs would test nothing new.
    const isAccepted = await (run % 15 === 0 ? isEncodable(upload) : isReadable(upload));
    counted[isAccepted ? 'accepted' : 'refused'] += 1;
  }
  expect(counted.refused, JSON.stringify(counted)).toBeGreaterThan(runs / 10);
});

async function isReadable(upload: Buffer): Promise<boolean> {
  try {
    await readPicture(upload);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(PictureRefusal);
    return false;
  }
}

async function isEncodable(upload: Buffer): Promise<boolean> {
  const answer = await decoder.encode({ upload, shape: 'wide' });
  if (typeof answer === 'string' || 'failure' in answer) throw new Error(JSON.stringify(answer));
  return 'picture' in answer;
}
