/** Films as editors and phones export them. */

export interface FilmCase {
  name: string;
  file: string;
  seconds?: number;
  /** It may be refused for one of these instead. */
  orRefused?: string[];
  mustBeRefused?: string[];
  /** Of its kind, for a short run. */
  isSample?: boolean;
  /** Where viewers go to. */
  seekTo?: number;
  size?: { width: number; height: number };
}

export const filmCases: FilmCase[] = [
  { name: 'sound that ends early', file: 'sound-ends.mp4', seconds: 60, seekTo: 18 },
  { name: 'a hole in the sound', isSample: true, file: 'sound-hole.mp4', seconds: 60, seekTo: 18 },
  { name: 'sound that begins late', file: 'sound-late.mp4', seconds: 30 },
  { name: 'no sound', file: 'silent.mp4', seconds: 30 },
  { name: 'cut at the start', isSample: true, file: 'cut.mp4', seconds: 12 },
  { name: 'AC-3 before AAC', file: 'ac3-first.mp4', seconds: 20 },
  { name: 'open GOP', file: 'open-gop.mp4', seconds: 20, seekTo: 13, orRefused: ['open-gop'] },
  { name: 'wide pixels', file: 'wide-pixels.mp4', seconds: 20, size: { width: 512, height: 288 } },
  { name: 'High 10', file: 'high10.mp4', mustBeRefused: ['picture-profile'] },
  { name: 'key frames a minute apart', file: 'rare-keys.mp4', seconds: 130, seekTo: 50 },
  { name: 'fragmented', file: 'fragmented.mp4', orRefused: ['fragmented'] },
  { name: 'turned', file: 'turned.mp4', orRefused: ['rotated'] },
];
