/** Films, changed in their movie box, which is what decides how the rest is read. */
import { readdirSync, readFileSync } from 'node:fs';
import { FilmError } from '../../../src/ingest/films/film-error.ts';
import { packageFilm } from '../../../src/ingest/films/package-film.ts';
import { boxesIn } from '../../../src/media/origin/mp4-boxes.ts';
import type { Random } from '../random.ts';
import { mutate } from './mutate.ts';

const folder = new URL('../../ingest/films/', import.meta.url);
const films = readdirSync(folder)
  .filter((name) => name.endsWith('.mp4'))
  .map((name) => readFileSync(new URL(name, folder)));
const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'udta'];

function filmBytes(random: Random): Buffer {
  const film = random.pick(films);
  const movie = [...boxesIn(film, 0, film.length)].find(({ type }) => type === 'moov');
  if (movie === undefined || random.withProbability(0.1)) return mutate(random, film);
  if (random.withProbability(0.3)) return withinBox(random, Buffer.from(film), movie);
  const changed = mutate(random, film.subarray(movie.start, movie.end), { from: 8 });
  changed.writeUInt32BE(changed.length, 0);
  return Buffer.concat([film.subarray(0, movie.start), changed, film.subarray(movie.end)]);
}

/** One field of one box deep inside: all sizes stay right, so that nothing is refused before it is read. */
function withinBox(random: Random, film: Buffer, box: { content: number; end: number }): Buffer {
  const inner = [...boxesIn(film, box.content, box.end)];
  const chosen = inner.length > 0 ? random.pick(inner) : undefined;
  if (chosen === undefined) return film;
  if (containers.includes(chosen.type)) return withinBox(random, film, chosen);
  const content = mutate(random, film.subarray(chosen.content, chosen.end));
  content.copy(film, chosen.content, 0, chosen.end - chosen.content);
  return film;
}

export async function mp4(random: Random): Promise<string> {
  const bytes = filmBytes(random);
  const source = {
    size: bytes.length,
    read: async (position: number, length: number) => bytes.subarray(position, position + length),
  };
  try {
    let lastMs = Number.NEGATIVE_INFINITY;
    for await (const { facts } of packageFilm(source, { number: 1, epochMs: 0 })) {
      if (!(facts.seconds > 0) || !(facts.startMs >= lastMs))
        throw new Error(`A segment of ${facts.seconds} s begins at ${facts.startMs} ms, after ${lastMs}`);
      lastMs = facts.startMs;
    }
    return 'packaged';
  } catch (error) {
    if (error instanceof FilmError) return `refused`;
    throw error;
  }
}
