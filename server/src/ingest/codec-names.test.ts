import { expect, it } from 'vitest';
import { codecName } from './codec-names.ts';

it('calls a codec the same by its name in RTMP, in a film and in ffmpeg', () => {
  expect(['Opus', 'opus'].map(codecName)).toEqual(['Opus', 'Opus']);
  expect(['ac-3', 'ac3'].map(codecName)).toEqual(['AC-3', 'AC-3']);
  expect(['hvc1', 'hev1', 'hevc'].map(codecName)).toEqual(['HEVC', 'HEVC', 'HEVC']);
  expect(['vp09', 'vp9'].map(codecName)).toEqual(['VP9', 'VP9']);
  expect(['constructor', '', '????'].map(codecName)).toEqual([undefined, undefined, undefined]);
});
