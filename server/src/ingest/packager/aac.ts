/** Reads what a player must know of an AAC stream from its configuration (ISO/IEC 14496-3, 1.6.2.1). */

export interface AacConfig {
  record: Buffer;
  codec: string;
  sampleRate: number;
  channels: number;
}

const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** The samples of one frame. */
export const aacFrameSamples = 1024;

/** @returns undefined when it is no configuration of AAC, or of a kind that browsers do not play. */
export function readAacConfig(record: Buffer): AacConfig | undefined {
  const [first = 0, second = 0] = record;
  if (record.length < 2 || record.length > 64) return undefined;
  const objectType = first >> 3;
  const sampleRate = sampleRates[((first & 7) << 1) | (second >> 7)];
  const layout = (second >> 3) & 0x0f;
  if (![2, 5, 29].includes(objectType) || sampleRate === undefined || layout === 0 || layout > 7)
    return undefined;
  const channels = layout === 7 ? 8 : layout;
  return { record: Buffer.from(record), codec: `mp4a.40.${objectType}`, sampleRate, channels };
}
