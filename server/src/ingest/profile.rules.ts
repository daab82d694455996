/** Which pictures all devices decode: of H.264, HEVC and AV1 those with 4:2:0, of H.264 with 8 bits. */

const h264: Record<string, string> = {
  '42': '',
  '4d': '',
  '64': '',
  '58': 'H.264 Extended',
  '6e': 'H.264 High 10',
  '7a': 'H.264 High 4:2:2',
  f4: 'H.264 High 4:4:4',
  '2c': 'H.264 CAVLC 4:4:4',
};
const usualHevc = ['1', '2'];

/** @param codecs as RFC 6381 writes them. @returns what phones do not decode, by its usual name; undefined: nothing. */
export function rareProfile(codecs: string): string | undefined {
  const [entry, profile = ''] = (codecs.split(',')[0] ?? '').toLowerCase().split('.');
  if (entry === 'avc1') return (h264[profile.slice(0, 2)] ?? 'this profile of H.264') || undefined;
  if (entry === 'hvc1') return usualHevc.includes(profile) ? undefined : 'HEVC beyond Main 10';
  if (entry === 'av01') return profile === '0' ? undefined : 'AV1 beyond Main';
  return undefined;
}
