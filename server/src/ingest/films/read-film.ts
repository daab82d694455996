/**
 * Reads what an MP4 says of its film: one track of H.264 and at most one of AAC. Only the movie box is in memory; the media
 * is read later, sample by sample. Not a general parser: whatever it does not know it skips or refuses in words.
 */
import { findBoxes } from '../../media/origin/mp4-boxes.ts';
import type { AacConfig } from '../packager/aac.ts';
import type { VideoConfig } from '../packager/video-config.ts';
import { FilmError } from './film-error.ts';
import { type FilmTrack, pictureOf, soundOf, timescaleOf, traksOf } from './film-tracks.ts';

/** A file of any size. */
export interface FilmSource {
  size: number;
  /** @returns fewer bytes only at the end. */
  read(position: number, length: number): Promise<Buffer>;
}

export interface Film {
  video: FilmTrack<VideoConfig>;
  audio: FilmTrack<AacConfig> | undefined;
}

const maxMovieBytes = 96 * 1024 * 1024;
const maxTopBoxes = 10_000;
const maxSeconds = 12 * 3_600;

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

function filmOf(bytes: Buffer, fileSize: number): Film {
  if (findBoxes(bytes, 'moov', 'mvex').length > 0) throw new FilmError('fragmented');
  const [header] = findBoxes(bytes, 'moov', 'mvhd');
  if (header === undefined) throw new FilmError('damaged', 'No movie header');
  const movieScale = timescaleOf(bytes, header);
  const traks = traksOf(bytes);
  const video = pictureOf(bytes, traks, { fileSize, movieScale });
  const audio = soundOf(bytes, traks, { fileSize, movieScale });
  const seconds = video.samples.duration / video.timescale;
  if (seconds > maxSeconds) throw new FilmError('too-long');
  if (video.samples.count === 0 || !(seconds > 0)) throw new FilmError('no-picture');
  return { video, audio };
}
