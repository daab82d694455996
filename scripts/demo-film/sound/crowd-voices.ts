import { excitement } from '../fight/choreography.ts';
import { LOOP_SECONDS, seededRandom } from '../stage/tracks.ts';
import { bandPass, highPass } from './filters.ts';
import { filterLoop, LOOP_SAMPLES, type LoopBuffer, place, SAMPLE_RATE, silence } from './loop-buffer.ts';

/** First two formants of a few open vowels, in hertz. */
const VOWELS = [
  [730, 1090],
  [570, 840],
  [660, 1720],
  [530, 1840],
  [440, 1020],
] as const;

interface Call {
  seconds: number;
  pitch: number;
  /** How far the pitch falls towards the end, as a factor. */
  fall: number;
  vowel: readonly [number, number];
}

/** One syllable or shout: a rough buzz through two formants. */
function voice({ seconds, pitch, fall, vowel }: Call, random: () => number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  const low = bandPass(vowel[0], 7);
  const high = bandPass(vowel[1], 9);
  let phase = random();
  let wobble = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const part = index / samples.length;
    wobble = wobble * 0.9995 + (random() - 0.5) * 0.0012;
    const hertz =
      pitch *
      (1 + 0.12 * Math.sin(Math.PI * Math.min(1, part * 1.6))) *
      (1 - (1 - fall) * part) *
      (1 + wobble);
    phase = (phase + hertz / SAMPLE_RATE) % 1;
    const buzz = (1 - 2 * phase) * 0.8 + (random() - 0.5) * 0.5;
    const envelope = Math.min(1, part * 7) * Math.min(1, (1 - part) * 3.2);
    samples[index] = (low(buzz) + 0.55 * high(buzz)) * envelope;
  }
  return samples;
}

/** Talk in the hall: syllables of many people, near enough together that no word is heard. */
function murmur(): LoopBuffer {
  const random = seededRandom(11);
  const into = silence();
  for (let person = 0; person < 64; person += 1) {
    const pitch = 92 + random() * 130;
    const pan = random() * 2 - 1;
    const gain = 0.3 + random() * 0.7;
    for (let at = random(); at < LOOP_SECONDS; ) {
      const seconds = 0.1 + random() * 0.2;
      const vowel = VOWELS[Math.floor(random() * VOWELS.length)] ?? VOWELS[0];
      place(
        into,
        voice({ seconds, pitch: pitch * (0.9 + random() * 0.25), fall: 0.92, vowel }, random),
        at,
        gain,
        pan,
      );
      at += seconds + (random() < 0.2 ? 0.5 + random() * 1.4 : 0.03);
    }
  }
  return into;
}

/** Shouts and cheers, the more the more happens in the ring. */
function cheers(): LoopBuffer {
  const random = seededRandom(12);
  const into = silence();
  const step = 0.02;
  for (let at = 0; at < LOOP_SECONDS; at += step) {
    const level = Math.max(0, excitement(at) - 0.24);
    const count = level * level * 9;
    for (let left = count; left > 0; left -= 1) {
      if (random() > left) continue;
      const high = random() < 0.3;
      const call = {
        seconds: 0.35 + random() * 1.1,
        pitch: (high ? 260 : 165) * (0.85 + random() * 0.5),
        fall: 0.72 + random() * 0.2,
        vowel: VOWELS[Math.floor(random() * 3)] ?? VOWELS[0],
      };
      place(into, voice(call, random), at + random() * 0.25, 0.35 + random() * 0.65, random() * 2 - 1);
    }
  }
  return into;
}

/** The roar under the voices, and applause over them. */
function noise(seed: number, hertz: number, q: number): LoopBuffer {
  const random = seededRandom(seed);
  const channel = () => {
    const white = Float32Array.from({ length: LOOP_SAMPLES }, () => random() * 2 - 1);
    return filterLoop(white, () => bandPass(hertz, q));
  };
  return { left: channel(), right: channel() };
}

function applause(): LoopBuffer {
  const random = seededRandom(13);
  const into = silence();
  const clap = (): Float32Array => {
    const tone = bandPass(900 + random() * 1500, 1.6);
    return Float32Array.from({ length: 900 }, (_, index) => tone(random() * 2 - 1) * Math.exp(-index / 120));
  };
  const claps = Array.from({ length: 24 }, clap);
  for (let at = 0; at < LOOP_SECONDS; at += 0.004) {
    // Hands follow a moment after the eyes.
    const level = Math.max(0, excitement(at - 0.35) - 0.4);
    if (random() > level * 1.1) continue;
    const sound = claps[Math.floor(random() * claps.length)];
    if (sound) place(into, sound, at + random() * 0.004, 0.3 + random() * 0.7, random() * 2 - 1);
  }
  return into;
}

export interface CrowdLayer {
  sound: LoopBuffer;
  gain: (seconds: number) => number;
}

export function crowdLayers(): CrowdLayer[] {
  const trimmed = (sound: LoopBuffer): LoopBuffer => ({
    left: filterLoop(sound.left, () => highPass(140)),
    right: filterLoop(sound.right, () => highPass(140)),
  });
  return [
    { sound: trimmed(murmur()), gain: (seconds) => 0.2 + 0.1 * excitement(seconds) },
    { sound: trimmed(cheers()), gain: () => 0.24 },
    { sound: noise(14, 620, 0.5), gain: (seconds) => 0.016 + 0.075 * excitement(seconds - 0.1) ** 2 },
    { sound: noise(15, 1500, 0.6), gain: (seconds) => 0.006 + 0.05 * excitement(seconds - 0.15) ** 2 },
    { sound: applause(), gain: () => 0.2 },
  ];
}
