/** Reads what a player must know of an AAC stream from its configuration (ISO/IEC 14496-3, 1.6.2.1). */

export interface AacConfig {
  record: Buffer;
  codec: string;
  sampleRate: number;
  channels: number;
  /** Of one frame: 1024 but for a rare kind. */
  frameSamples: number;
  /** A frame in which nothing is heard. */
  silence: Buffer;
}

const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** What a frame holds, by the layout of its channels: single ones, pairs and a low one, each with the bits that name it. */
const [single, pair, low, end] = ['000', '001', '011', '111'] as const;
const layouts: ReadonlyArray<ReadonlyArray<typeof single | typeof pair | typeof low>> = [
  [],
  [single],
  [pair],
  [single, pair],
  [single, pair, single],
  [single, pair, pair],
  [single, pair, pair, low],
  [single, pair, pair, pair, low],
];

/** @returns undefined when it is no configuration of AAC, or of a kind that browsers do not play. */
export function readAacConfig(record: Buffer): AacConfig | undefined {
  const [first = 0, second = 0] = record;
  if (record.length < 2 || record.length > 64) return undefined;
  const objectType = first >> 3;
  const sampleRate = sampleRates[((first & 7) << 1) | (second >> 7)];
  const layout = (second >> 3) & 0x0f;
  if (![2, 5, 29].includes(objectType) || sampleRate === undefined || layout === 0 || layout > 7)
    return undefined;
  return {
    record: Buffer.from(record),
    codec: `mp4a.40.${objectType}`,
    sampleRate,
    channels: layout === 7 ? 8 : layout,
    frameSamples: objectType === 2 && second & 4 ? 960 : 1024,
    silence: silentFrame(layout),
  };
}

/** What viewers hear while no sound is known: stereo at 48 kHz. */
export const usualAacConfig = readAacConfig(Buffer.from([0x11, 0x90])) as AacConfig;

/** ISO/IEC 14496-3, 4.4.2: each channel has a gain, an empty list of bands, and nothing else. */
function silentFrame(layout: number): Buffer {
  const channel = '0'.repeat(8 + 11 + 3);
  const counts = new Map<string, number>();
  let bits = '';
  for (const element of layouts[layout] ?? []) {
    const tag = counts.get(element) ?? 0;
    counts.set(element, tag + 1);
    bits += element + tag.toString(2).padStart(4, '0');
    bits += element === pair ? `0${channel}${channel}` : channel;
  }
  bits += end;
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
