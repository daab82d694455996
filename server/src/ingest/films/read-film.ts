/**
 * Reads what an MP4 says of its film: one track of H.264 and at most one of AAC. Only the movie box is in memory; the media
 * is read later, sample by sample. Not a general parser: whatever it does not know it skips or refuses in words.
 */
import { type Box, boxesIn, findBoxes } from '../../media/origin/mp4-boxes.ts';
import { codecName } from '../codec-names.ts';
import type { FilmProblem } from '../ingest.tables.ts';
import { type AacConfig, readAacConfig } from '../packager/aac.ts';
import { readVideoConfig } from '../packager/read-video-config.ts';
import type { VideoConfig } from '../packager/video-config.ts';
import { FilmError } from './film-error.ts';
import { SampleTable } from './sample-table.ts';

/** A file of any size. */
export interface FilmSource {
  size: number;
  /** @returns fewer bytes only at the end. */
  read(position: number, length: number): Promise<Buffer>;
}

export interface FilmTrack<Config> {
  config: Config;
  samples: SampleTable;
  /** Units a second. */
  timescale: number;
  /** In seconds: what an edit list adds to the time of each sample. */
  shift: number;
}

export interface Film {
  video: FilmTrack<VideoConfig>;
  audio: FilmTrack<AacConfig> | undefined;
  seconds: number;
}

const maxMovieBytes = 96 * 1024 * 1024;
const maxTopBoxes = 10_000;
const maxSeconds = 12 * 3_600;
const maxTracks = 32;

/** @throws FilmError. */
export async function readFilm(source: FilmSource): Promise<Film> {
  const movie = await readMovie(source);
  try {
    return filmOf(movie, source.size);
  } catch (error) {
    if (error instanceof FilmError) throw error;
    // A box that does not fit, or an offset beyond the bytes.
    throw new FilmError('damaged', String(error));
  }
}

async function readMovie({ size, read }: FilmSource): Promise<Buffer> {
  let [at, hasType, isFragmented] = [0, false, false];
  let movie: { at: number; size: number } | undefined;
  for (let count = 0; at + 8 <= size; count += 1) {
    const head = await read(at, 16);
    if (head.length < 8 || count > maxTopBoxes) break;
    const type = head.toString('latin1', 4, 8);
    if (count === 0) hasType = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(type);
    if (!hasType) throw new FilmError('not-mp4');
    const short = head.readUInt32BE(0);
    const length =
      short === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8) throw new FilmError(movie ? 'truncated' : 'damaged');
    if (type === 'moof' || type === 'sidx') isFragmented = true;
    if (type === 'moov') movie = { at, size: length };
    at += length;
  }
  if (isFragmented) throw new FilmError('fragmented');
  if (!hasType) throw new FilmError('not-mp4');
  // Cameras write it last: a file that was cut off has none.
  if (movie === undefined || movie.at + movie.size > size) throw new FilmError('truncated');
  if (movie.size > maxMovieBytes) throw new FilmError('too-long');
  return read(movie.at, movie.size);
}

interface Trak {
  handler: string;
  box: Box;
  mdia: Box;
}

function filmOf(bytes: Buffer, fileSize: number): Film {
  if (findBoxes(bytes, 'moov', 'mvex').length > 0) throw new FilmError('fragmented');
  const [header] = findBoxes(bytes, 'moov', 'mvhd');
  if (header === undefined) throw new FilmError('damaged', 'No movie header');
  const movieScale = timescaleOf(bytes, header);
  const traks = findBoxes(bytes, 'moov', 'trak')
    .slice(0, maxTracks)
    .flatMap((box): Trak[] => {
      const mdia = child(bytes, box, 'mdia');
      const hdlr = mdia && child(bytes, mdia, 'hdlr');
      if (!hdlr) return [];
      return [{ box, mdia, handler: bytes.toString('latin1', hdlr.content + 8, hdlr.content + 12) }];
    });
  const video = pictureOf(bytes, traks, { fileSize, movieScale });
  const audio = soundOf(bytes, traks, { fileSize, movieScale });
  const seconds = video.samples.duration / video.timescale;
  if (seconds > maxSeconds) throw new FilmError('too-long');
  if (video.samples.count === 0 || !(seconds > 0)) throw new FilmError('no-picture');
  return { video, audio, seconds };
}

interface Facts {
  fileSize: number;
  movieScale: number;
}

function pictureOf(bytes: Buffer, traks: Trak[], facts: Facts): FilmTrack<VideoConfig> {
  const tracks = traks.filter(({ handler }) => handler === 'vide');
  if (tracks.length === 0) throw new FilmError('no-picture');
  const described = tracks.map((trak) => ({ trak, entry: entryOf(bytes, trak) }));
  const found = described.find(({ entry }) => entry?.type === 'avc1' || entry?.type === 'avc3');
  if (found?.entry === undefined) {
    const isEncrypted = described.some(({ entry }) => entry?.type === 'encv');
    if (isEncrypted) throw new FilmError('encrypted');
    throw refused('picture-codec', described[0]?.entry?.type);
  }
  const { trak, entry } = found;
  const record = childAt(bytes, entry.content + 78, entry.end, 'avcC');
  const config = record && readVideoConfig('avc1', bytes.subarray(record.content, record.end));
  if (config === undefined)
    throw new FilmError('picture-codec', 'Its record is not understood', 'this kind of H.264');
  if (isRotated(bytes, trak.box)) throw new FilmError('rotated');
  return { config, ...trackOf(bytes, trak, facts) };
}

function refused(problem: FilmProblem, type: string | undefined): FilmError {
  return new FilmError(problem, type, type && codecName(type));
}

function soundOf(bytes: Buffer, traks: Trak[], facts: Facts): FilmTrack<AacConfig> | undefined {
  const trak = traks.find(({ handler }) => handler === 'soun');
  if (trak === undefined) return undefined;
  const entry = entryOf(bytes, trak);
  if (entry?.type === 'enca') throw new FilmError('encrypted');
  if (entry?.type !== 'mp4a') throw refused('sound-codec', entry?.type);
  // QuickTime adds fields, and wraps the descriptor.
  const version = bytes.readUInt16BE(entry.content + 8);
  const fields = 28 + (version === 1 ? 16 : version === 2 ? 36 : 0);
  const wave = childAt(bytes, entry.content + fields, entry.end, 'wave');
  const esds =
    childAt(bytes, entry.content + fields, entry.end, 'esds') ?? (wave && child(bytes, wave, 'esds'));
  const record = esds && decoderConfig(bytes.subarray(esds.content + 4, esds.end));
  const config = record && readAacConfig(record);
  if (config === undefined)
    throw new FilmError('sound-codec', 'Its record is not understood', 'this kind of AAC');
  return { config, ...trackOf(bytes, trak, facts) };
}

function trackOf(bytes: Buffer, { box, mdia }: Trak, { fileSize, movieScale }: Facts) {
  const mdhd = child(bytes, mdia, 'mdhd');
  const minf = child(bytes, mdia, 'minf');
  const stbl = minf && child(bytes, minf, 'stbl');
  if (!mdhd || !stbl) throw new FilmError('damaged', 'A track is not whole');
  const timescale = timescaleOf(bytes, mdhd);
  const samples = new SampleTable(bytes, stbl, fileSize);
  return { samples, timescale, shift: shiftOf(bytes, box, { timescale, movieScale }) };
}

/** The description of the samples; a track with several is refused. */
function entryOf(bytes: Buffer, { mdia }: Trak): Box | undefined {
  const minf = child(bytes, mdia, 'minf');
  const stbl = minf && child(bytes, minf, 'stbl');
  const stsd = stbl && child(bytes, stbl, 'stsd');
  if (!stsd) return undefined;
  const entries = [...boxesIn(bytes, stsd.content + 8, stsd.end)];
  if (entries.length > 1) throw new FilmError('damaged', 'The film changes its format');
  return entries[0];
}

function timescaleOf(bytes: Buffer, box: Box): number {
  const at = box.content + (bytes.readUInt8(box.content) === 1 ? 20 : 12);
  const scale = bytes.readUInt32BE(at);
  if (scale === 0) throw new FilmError('damaged', 'A timescale is 0');
  return scale;
}

/** ISO/IEC 14496-12, 8.6.6: an empty edit delays the track, the first other one begins inside of it. */
function shiftOf(
  bytes: Buffer,
  trak: Box,
  { timescale, movieScale }: { timescale: number; movieScale: number },
) {
  const edts = child(bytes, trak, 'edts');
  const elst = edts && child(bytes, edts, 'elst');
  if (!elst) return 0;
  const isLong = bytes.readUInt8(elst.content) === 1;
  const count = Math.min(bytes.readUInt32BE(elst.content + 4), 4);
  let shift = 0;
  for (let index = 0; index < count; index += 1) {
    const at = elst.content + 8 + index * (isLong ? 20 : 12);
    if (at + (isLong ? 20 : 12) > elst.end) break;
    const duration = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
    const start = isLong ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readInt32BE(at + 4);
    if (start >= 0) return shift - start / timescale;
    shift += duration / movieScale;
  }
  return shift;
}

/** Players of HLS ignore the matrix: the film would lie on its side. */
function isRotated(bytes: Buffer, trak: Box): boolean {
  const tkhd = child(bytes, trak, 'tkhd');
  if (!tkhd) return false;
  const at = tkhd.content + (bytes.readUInt8(tkhd.content) === 1 ? 52 : 40);
  const [a, b, c, d] = [0, 4, 12, 16].map((step) => bytes.readInt32BE(at + step));
  return b !== 0 || c !== 0 || (a ?? 1) < 0 || (d ?? 1) < 0;
}

/** ISO/IEC 14496-1, 7.2.6: ES descriptor (3), decoder configuration (4), its specific part (5). */
function decoderConfig(bytes: Buffer): Buffer | undefined {
  let at = 0;
  for (let depth = 0; depth < 8 && at + 2 <= bytes.length; depth += 1) {
    const tag = bytes[at] as number;
    let length = 0;
    at += 1;
    for (let digit = 0; digit < 4; digit += 1) {
      const byte = bytes[at] ?? 0;
      at += 1;
      length = (length << 7) | (byte & 0x7f);
      if (byte < 0x80) break;
    }
    if (tag === 5) return bytes.subarray(at, at + length);
    if (tag === 3) at += 3;
    else if (tag === 4) {
      // MPEG-4 audio.
      if (bytes[at] !== 0x40) return undefined;
      at += 13;
    } else at += length;
  }
  return undefined;
}

function child(bytes: Buffer, parent: Box, type: string): Box | undefined {
  return childAt(bytes, parent.content, parent.end, type);
}

function childAt(bytes: Buffer, from: number, to: number, type: string): Box | undefined {
  for (const box of boxesIn(bytes, from, to)) if (box.type === type) return box;
  return undefined;
}
