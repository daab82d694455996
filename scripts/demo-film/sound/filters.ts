import { type Filter, SAMPLE_RATE } from './loop-buffer.ts';

interface Coefficients {
  b0: number;
  b1: number;
  b2: number;
  a0: number;
  a1: number;
  a2: number;
}

/** The second-order sections of the well-known "Audio EQ Cookbook" by Robert Bristow-Johnson. */
function section({ b0, b1, b2, a0, a1, a2 }: Coefficients): Filter {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  };
}

const angles = (hertz: number, q: number) => {
  const turn = (2 * Math.PI * hertz) / SAMPLE_RATE;
  return { cosine: Math.cos(turn), alpha: Math.sin(turn) / (2 * q) };
};

export function bandPass(hertz: number, q: number): Filter {
  const { cosine, alpha } = angles(hertz, q);
  return section({ b0: alpha, b1: 0, b2: -alpha, a0: 1 + alpha, a1: -2 * cosine, a2: 1 - alpha });
}

export function lowPass(hertz: number, q = Math.SQRT1_2): Filter {
  const { cosine, alpha } = angles(hertz, q);
  const half = (1 - cosine) / 2;
  return section({ b0: half, b1: 1 - cosine, b2: half, a0: 1 + alpha, a1: -2 * cosine, a2: 1 - alpha });
}

export function highPass(hertz: number, q = Math.SQRT1_2): Filter {
  const { cosine, alpha } = angles(hertz, q);
  const half = (1 + cosine) / 2;
  return section({ b0: half, b1: -1 - cosine, b2: half, a0: 1 + alpha, a1: -2 * cosine, a2: 1 - alpha });
}

/** A hall after Schroeder: parallel echoes that feed themselves, then two that blur them. */
export function hall(seconds: number, spread: number): Filter {
  const lengths = [1687, 1601, 2053, 2251, 1931, 2399].map((length) => length + spread);
  const combs = lengths.map((length) => ({
    line: new Float32Array(length),
    at: 0,
    low: 0,
    feedback: 10 ** ((-3 * length) / (seconds * SAMPLE_RATE)),
  }));
  const blurs = [347, 113].map((length) => ({ line: new Float32Array(length + spread), at: 0 }));
  return (sample) => {
    let sum = 0;
    for (const comb of combs) {
      const echo = comb.line[comb.at] ?? 0;
      // Air and people swallow the high notes first.
      comb.low = echo * 0.62 + comb.low * 0.38;
      comb.line[comb.at] = sample + comb.low * comb.feedback;
      comb.at = (comb.at + 1) % comb.line.length;
      sum += echo;
    }
    sum /= combs.length;
    for (const blur of blurs) {
      const echo = blur.line[blur.at] ?? 0;
      blur.line[blur.at] = sum + echo * 0.5;
      sum = echo - sum * 0.5;
      blur.at = (blur.at + 1) % blur.line.length;
    }
    return sum;
  };
}
