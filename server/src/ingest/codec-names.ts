/** What organisers call a codec, by its name in RTMP and MP4 (four letters) or in ffmpeg. */
const names: Record<string, string> = {
  ...{
    avc1: 'H.264',
    avc3: 'H.264',
    h264: 'H.264',
    hvc1: 'HEVC',
    hev1: 'HEVC',
    hevc: 'HEVC',
    vvc1: 'VVC',
    vvc: 'VVC',
  },
  ...{ av01: 'AV1', av1: 'AV1', vp08: 'VP8', vp8: 'VP8', vp09: 'VP9', vp9: 'VP9', mpeg2video: 'MPEG-2' },
  ...{ mp4v: 'MPEG-4 Part 2', mpeg4: 'MPEG-4 Part 2', mjpg: 'Motion JPEG', mjpeg: 'Motion JPEG' },
  ...{ apch: 'ProRes', apcn: 'ProRes', apcs: 'ProRes', apco: 'ProRes', ap4h: 'ProRes', ap4x: 'ProRes' },
  ...{ mp4a: 'AAC', aac: 'AAC', opus: 'Opus', flac: 'FLAC', '.mp3': 'MP3', mp3: 'MP3', mp2: 'MP2' },
  ...{ 'ac-3': 'AC-3', ac3: 'AC-3', 'ec-3': 'E-AC-3', eac3: 'E-AC-3', dts: 'DTS', samr: 'AMR', alac: 'ALAC' },
  ...{ sowt: 'PCM', twos: 'PCM', lpcm: 'PCM', ipcm: 'PCM', s302m: 'PCM' },
};

/** @returns undefined: it is not known. */
export function codecName(name: string): string | undefined {
  const known = name.toLowerCase();
  return Object.hasOwn(names, known) ? names[known] : undefined;
}
