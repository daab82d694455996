/** Chooses the tracks of a film, and reads what describes them. */
import { type Box, boxesIn, childOf, findBoxes } from '../../media/origin/mp4-boxes.ts';
import { codecName } from '../codec-names.ts';
import type { FilmProblem } from '../ingest.tables.ts';
import { type AacConfig, readAacConfig } from '../packager/aac.ts';
import { readVideoConfig } from '../packager/read-video-config.ts';
import { pictureOf as shownPicture, type VideoConfig } from '../packager/video-config.ts';
import { rareProfile } from '../profile.rules.ts';
import { type Edit, readEdits } from './edit-list.ts';
import { FilmError } from './film-error.ts';
import { SampleTable } from './sample-table.ts';

export interface FilmTrack<Config> {
  config: Config;
  samples: SampleTable;
  /** Units a second. */
  timescale: number;
  edits: Edit[];
}

interface Trak {
  handler: string;
  box: Box;
  mdia: Box;
}

const maxTracks = 32;

/** The tracks with a handler, those that are enabled first. */
export function traksOf(bytes: Buffer): Trak[] {
  const isEnabled = ({ box }: Trak) => {
    const header = childOf(bytes, box, 'tkhd');
    return header !== undefined && (bytes.readUInt8(header.content + 3) & 1) === 1;
  };
  return findBoxes(bytes, 'moov', 'trak')
    .slice(0, maxTracks)
    .flatMap((box): Trak[] => {
      const mdia = childOf(bytes, box, 'mdia');
      const hdlr = mdia && childOf(bytes, mdia, 'hdlr');
      if (!hdlr) return [];
      return [{ box, mdia, handler: bytes.toString('latin1', hdlr.content + 8, hdlr.content + 12) }];
    })
    .toSorted((one, other) => Number(isEnabled(other)) - Number(isEnabled(one)));
}

interface Facts {
  fileSize: number;
  movieScale: number;
}

/** The first track of H.264. @throws FilmError. */
export function pictureOf(bytes: Buffer, traks: Trak[], facts: Facts): FilmTrack<VideoConfig> {
  const tracks = traks.filter(({ handler }) => handler === 'vide');
  if (tracks.length === 0) throw new FilmError('no-picture');
  const { trak, config } = firstFitting(tracks, (one) => videoConfigOf(bytes, one));
  if (isRotated(bytes, trak.box)) throw new FilmError('rotated');
  return { config, ...trackOf(bytes, trak, facts) };
}

/** The first track of AAC. @returns undefined for a film without sound. @throws FilmError. */
export function soundOf(bytes: Buffer, traks: Trak[], facts: Facts): FilmTrack<AacConfig> | undefined {
  const tracks = traks.filter(({ handler }) => handler === 'soun');
  if (tracks.length === 0) return undefined;
  const { trak, config } = firstFitting(tracks, (one) => audioConfigOf(bytes, one));
  return { config, ...trackOf(bytes, trak, facts) };
}

/** @throws FilmError of the first track when none fits. */
function firstFitting<Config>(traks: Trak[], read: (trak: Trak) => Config): { trak: Trak; config: Config } {
  let refusal: unknown;
  for (const trak of traks) {
    try {
      return { trak, config: read(trak) };
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

function videoConfigOf(bytes: Buffer, trak: Trak): VideoConfig {
  const entry = entryOf(bytes, trak);
  if (entry?.type === 'encv') throw new FilmError('encrypted');
  if (entry?.type !== 'avc1' && entry?.type !== 'avc3') throw refused('picture-codec', entry?.type);
  const fields = entry.content + 78;
  const record = childAt(bytes, fields, entry.end, 'avcC');
  const config = record && readVideoConfig('avc1', bytes.subarray(record.content, record.end));
  if (config === undefined)
    throw new FilmError('picture-codec', 'Its record is not understood', 'this kind of H.264');
  const rare = rareProfile(config.codec);
  if (rare !== undefined) throw new FilmError('picture-profile', config.codec, rare);
  const shape = childAt(bytes, fields, entry.end, 'pasp');
  if (shape === undefined) return config;
  const [width, height] = [bytes.readUInt32BE(shape.content), bytes.readUInt32BE(shape.content + 4)];
  return {
    ...config,
    ...shownPicture(config.coded, { pixelAspect: { width, height }, range: config.range }),
  };
}

function refused(problem: FilmProblem, type: string | undefined): FilmError {
  return new FilmError(problem, type, type && codecName(type));
}

function audioConfigOf(bytes: Buffer, trak: Trak): AacConfig {
  const entry = entryOf(bytes, trak);
  if (entry?.type === 'enca') throw new FilmError('encrypted');
  if (entry?.type !== 'mp4a') throw refused('sound-codec', entry?.type);
  // QuickTime adds fields, and wraps the descriptor.
  const version = bytes.readUInt16BE(entry.content + 8);
  const fields = 28 + (version === 1 ? 16 : version === 2 ? 36 : 0);
  const wave = childAt(bytes, entry.content + fields, entry.end, 'wave');
  const esds =
    childAt(bytes, entry.content + fields, entry.end, 'esds') ?? (wave && childOf(bytes, wave, 'esds'));
  const record = esds && decoderConfig(bytes.subarray(esds.content + 4, esds.end));
  const config = record && readAacConfig(record);
  if (config === undefined)
    throw new FilmError('sound-codec', 'Its record is not understood', 'this kind of AAC');
  return config;
}

function trackOf(bytes: Buffer, { box, mdia }: Trak, { fileSize, movieScale }: Facts) {
  const mdhd = childOf(bytes, mdia, 'mdhd');
  const minf = childOf(bytes, mdia, 'minf');
  const stbl = minf && childOf(bytes, minf, 'stbl');
  if (!mdhd || !stbl) throw new FilmError('damaged', 'A track is not whole');
  const timescale = timescaleOf(bytes, mdhd);
  const samples = new SampleTable(bytes, stbl, fileSize);
  return { samples, timescale, edits: readEdits(bytes, box, { timescale, movieScale }) };
}

/** The description of the samples; a track with several is refused. */
function entryOf(bytes: Buffer, { mdia }: Trak): Box | undefined {
  const minf = childOf(bytes, mdia, 'minf');
  const stbl = minf && childOf(bytes, minf, 'stbl');
  const stsd = stbl && childOf(bytes, stbl, 'stsd');
  if (!stsd) return undefined;
  const entries = [...boxesIn(bytes, stsd.content + 8, stsd.end)];
  if (entries.length > 1) throw new FilmError('damaged', 'The film changes its format');
  return entries[0];
}

export function timescaleOf(bytes: Buffer, box: Box): number {
  const at = box.content + (bytes.readUInt8(box.content) === 1 ? 20 : 12);
  const scale = bytes.readUInt32BE(at);
  if (scale === 0) throw new FilmError('damaged', 'A timescale is 0');
  return scale;
}

/** Players of HLS ignore the matrix: the film would lie on its side. */
function isRotated(bytes: Buffer, trak: Box): boolean {
  const tkhd = childOf(bytes, trak, 'tkhd');
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

function childAt(bytes: Buffer, from: number, to: number, type: string): Box | undefined {
  for (const box of boxesIn(bytes, from, to)) if (box.type === type) return box;
  return undefined;
}
