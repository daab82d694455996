import { codecInWords } from '../../turned-away/codec-words.ts';
import type { Film } from './films.queries.ts';

type OwnWords = 'picture-codec' | 'sound-codec' | 'picture-profile';

const filmProblems: Record<Exclude<NonNullable<Film['problem']>, OwnWords>, string> = {
  'not-mp4': 'The file is no MP4. Export it as MP4 with H.264 and AAC.',
  fragmented:
    'The file is a fragmented MP4. In OBS choose "File, Remux recordings", or run "ffmpeg -i film.mp4 -c copy whole.mp4".',
  'open-gop':
    'Viewers could not seek in it: its key frames need the pictures before them. Export it with closed GOP and without intra refresh.',
  'key-frames-rare': 'Its key frames are too far apart. Export it with a key frame every 2 s.',
  edits:
    'Its parts are put together by edits in another order. Export it anew, not as a reference or by copying.',
  'edit-rate': 'An edit changes its speed. Export it anew, so that the change is in the pictures.',
  truncated: 'The file ends too early. Copy it from the camera again, or export it again.',
  damaged: 'The file is damaged, or changes its format in the middle. Export it again.',
  'no-picture': 'The file has no picture.',
  encrypted: 'The file is encrypted. Export it without protection.',
  rotated: 'The file turns its picture, as phones do. Export it upright.',
  'too-long': 'The film is longer than 12 hours. Split it.',
  'disk-full': 'The disk of the server is full. Make room, or ask who runs it, then upload the film again.',
  'broadcast-on': 'A broadcast has begun meanwhile. End it, then upload the film again.',
  failed: 'The server could not make a replay of it. Try again, or ask who runs it.',
};

/** What to do about a film that was refused. */
export function filmProblemInWords({
  problem,
  refusedCodec,
}: Pick<Film, 'problem' | 'refusedCodec'>): string {
  if (problem === 'picture-codec' || problem === 'sound-codec') return codecInWords(refusedCodec);
  if (problem === 'picture-profile')
    return `Phones do not decode ${refusedCodec ?? 'its profile'}. Export it with the profile High, 8 bits and 4:2:0.`;
  return problem === null ? '' : filmProblems[problem];
}

/** "412 MB", "1.7 GB" */
export function sizeInWords(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(0)} MB`;
}

export function percentOf({ received, size }: Pick<Film, 'received' | 'size'>): number {
  return Math.floor((received / size) * 100);
}
