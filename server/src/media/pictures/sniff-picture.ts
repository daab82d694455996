/** Detects the format of a file by its first bytes; its name and its declared type are not trusted. */

export function sniffPicture(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && brandsOf(bytes).includes('avif')) return 'avif';
  return undefined;
}

/** The major brand and the compatible ones (ISO/IEC 14496-12, 4.3); HEIC and animated AVIF have only other brands. */
function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.length < 4 ? 0 : bytes.readUInt32BE(0), bytes.length, 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) {
    // Skips the minor version, which is between them.
    if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4));
  }
  return brands;
}
