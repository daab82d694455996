import { seededRandom } from '../stage/tracks.ts';
import { bandPass, highPass, lowPass } from './filters.ts';
import { SAMPLE_RATE } from './loop-buffer.ts';

const make = (seconds: number, sampleAt: (time: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, index) =>
    sampleAt(index / SAMPLE_RATE),
  );

/** A falling tone under the blow: what the ribs of the hall feel. */
function thump(from: number, to: number, fall: number): (time: number) => number {
  return (time) => {
    const phase = to * time + (from - to) * fall * (1 - Math.exp(-time / fall));
    return Math.sin(2 * Math.PI * phase) * Math.exp(-time / (fall * 1.9));
  };
}

/** Leather on a guard or a chin: a dull slap. */
export function punchSound(seed: number): Float32Array {
  const random = seededRandom(seed);
  const leather = lowPass(1500 + random() * 700);
  const snap = bandPass(2600 + random() * 900, 1.2);
  const low = thump(150 + random() * 40, 62, 0.05);
  return make(0.3, (time) => {
    const white = random() * 2 - 1;
    const attack = Math.min(1, time / 0.0015);
    return (
      attack *
      (0.75 * low(time) +
        1.1 * leather(white) * Math.exp(-time / 0.022) +
        0.5 * snap(white) * Math.exp(-time / 0.008))
    );
  });
}

/** A shin: broader and deeper, with the crack of skin. */
export function kickSound(seed: number): Float32Array {
  const random = seededRandom(seed);
  const skin = bandPass(950 + random() * 250, 0.9);
  const crack = bandPass(2200 + random() * 500, 1);
  const low = thump(118 + random() * 20, 46, 0.075);
  return make(0.45, (time) => {
    const white = random() * 2 - 1;
    const attack = Math.min(1, time / 0.001);
    return (
      attack *
      (1 * low(time) +
        1.5 * skin(white) * Math.exp(-time / 0.03) +
        0.9 * crack(white) * Math.exp(-time / 0.012))
    );
  });
}

/** The short breath that goes with every strike, landed or not. */
export function breathSound(seed: number): Float32Array {
  const random = seededRandom(seed);
  const air = bandPass(3800, 1.4);
  return make(0.16, (time) => air(random() * 2 - 1) * Math.min(1, time / 0.02) * Math.exp(-time / 0.05));
}

const BELL = [
  [1, 1, 1.7],
  [1.51, 0.5, 1.1],
  [2.02, 0.75, 0.95],
  [2.74, 0.5, 0.7],
  [3.76, 0.36, 0.42],
  [5.1, 0.22, 0.26],
  [6.9, 0.12, 0.14],
] as const;

/** A ringside bell: partials of struck metal, each with a decay of its own, beating slightly. */
export function bellSound(): Float32Array {
  const random = seededRandom(31);
  const hammer = highPass(2500);
  return make(3.2, (time) => {
    let sum = 0.4 * hammer(random() * 2 - 1) * Math.exp(-time / 0.004);
    for (const [ratio, gain, decay] of BELL) {
      const hertz = 812 * ratio;
      const tone =
        Math.sin(2 * Math.PI * hertz * time) + 0.5 * Math.sin(2 * Math.PI * (hertz + 1.7 * ratio) * time);
      sum += gain * tone * Math.exp(-time / decay);
    }
    return sum * 0.32 * Math.min(1, time / 0.001);
  });
}

/** Air that passes with the wipe, loudest in its middle. */
export function whooshSound(): Float32Array {
  const random = seededRandom(32);
  const length = 1.5;
  const bands = [420, 900, 1900, 3600].map((hertz) => bandPass(hertz, 1.1));
  const low = thump(70, 38, 0.22);
  return make(length, (time) => {
    const part = time / length;
    const white = random() * 2 - 1;
    const height = Math.sin(Math.PI * part) ** 2;
    let sum = 0;
    bands.forEach((band, index) => {
      const reach = index / (bands.length - 1);
      sum += band(white) * Math.exp(-(((height - reach) / 0.45) ** 2));
    });
    const after = time - length / 2;
    return sum * height * 0.9 + (after > 0 ? low(after) * 0.7 : 0);
  });
}
