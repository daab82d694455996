import { IMPACTS, ROUND_END, ROUND_START, STRIKES_AT } from '../fight/choreography.ts';
import { WIPES } from '../graphics/wipe.ts';
import { crowdLayers } from './crowd-voices.ts';
import { hall } from './filters.ts';
import { filterLoop, LOOP_SAMPLES, type LoopBuffer, mixInto, place, silence } from './loop-buffer.ts';
import { bellSound, breathSound, kickSound, punchSound, whooshSound } from './ring-sounds.ts';

const BELLS = [ROUND_END, ROUND_END + 0.36, ROUND_END + 0.72, ROUND_START] as const;

function ringSounds(): LoopBuffer {
  const into = silence();
  IMPACTS.forEach(({ at, sound, power }, index) => {
    const blow = sound === 'kick' ? kickSound(100 + index) : punchSound(100 + index);
    place(into, blow, at, 0.55 * power, (index % 3) * 0.15 - 0.15);
  });
  STRIKES_AT.forEach((at, index) => {
    place(into, breathSound(300 + index), at - 0.1, 0.1, index % 2 ? 0.2 : -0.2);
  });
  for (const at of BELLS) place(into, bellSound(), at, 0.3, 0.25);
  for (const at of WIPES) place(into, whooshSound(), at - 0.75, 0.38);
  return into;
}

function inHall(dry: LoopBuffer, seconds: number): LoopBuffer {
  return {
    left: filterLoop(dry.left, () => hall(seconds, 0)),
    right: filterLoop(dry.right, () => hall(seconds, 37)),
  };
}

/** Loud moments bend instead of clipping. */
const limit = (sample: number): number => Math.tanh(sample * 1.15) * 0.88;

/** The whole loop as interleaved 16-bit stereo, 48 kHz. */
export function renderSoundtrack(): Buffer {
  const master = silence();
  const crowd = silence();
  for (const { sound, gain } of crowdLayers()) mixInto(crowd, sound, gain);
  mixInto(master, crowd, () => 0.6);
  mixInto(master, inHall(crowd, 1.6), () => 0.65);
  const ring = ringSounds();
  mixInto(master, ring, () => 1);
  mixInto(master, inHall(ring, 1.1), () => 0.35);
  const pcm = Buffer.alloc(LOOP_SAMPLES * 4);
  for (let index = 0; index < LOOP_SAMPLES; index += 1) {
    pcm.writeInt16LE(Math.round(limit(master.left[index] ?? 0) * 32767), index * 4);
    pcm.writeInt16LE(Math.round(limit(master.right[index] ?? 0) * 32767), index * 4 + 2);
  }
  return pcm;
}
