/**
 * Packages uploaded films, one at a time on each server. A server that dies in the middle leaves a row without a sign of
 * life; another one, or the same after its start, begins anew. The same happens while the database or the object store is
 * away: an upload of hours is given up only for what is wrong with the film.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import { toProblem } from '../../http/error-handler.ts';
import { type Loop, type LoopOptions, startLoop } from '../../loop.ts';
import { recordingIndex } from '../../media/origin/videos/recorded-video.ts';
import type { FilmProblem } from '../ingest.tables.ts';
import { openRecording, type Recording } from '../recordings/recording.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { applyFilm } from './apply-film.ts';
import {
  claimFilm,
  deleteAbandonedFilms,
  failFilm,
  failLostFilms,
  findFilm,
  listWaitingFilms,
  noteProgress,
} from './film.repository.ts';
import { abandonedHours, packagingStaleMs } from './film.rules.ts';
import { FilmError } from './film-error.ts';
import { FilmUploads, isDiskFull } from './film-uploads.ts';
import { packageFilm } from './package-film.ts';

interface Options {
  db: Db;
  now: () => Date;
  recordingDir: string;
  store: RecordingStore | undefined;
  log: LoopOptions['log'];
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: LoopOptions['isPaused'];
  /** It is the replay of this ingest now. */
  onApplied: (ingestId: string) => Promise<void>;
}

type Waiting = Awaited<ReturnType<typeof listWaitingFilms>>[number];

const lookEveryMs = 10_000;
const noteEveryMs = 1_000;

/** Its upload was cancelled, or this server stops. */
class Cancelled extends Error {}

export class Films implements AsyncDisposable {
  readonly uploads: FilmUploads;
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #loop: Loop | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.uploads = new FilmUploads(options.recordingDir, options.store);
  }

  start(): Loop {
    const { log, isPaused } = this.#options;
    this.#loop ??= startLoop({
      run: () => this.#packageAll(),
      pauseMs: lookEveryMs,
      log,
      failure: 'uploaded films could not be looked for',
      isPaused,
      startsWithPause: true,
    });
    return this.#loop;
  }

  /** Looks for a film to package: at once, or once more after the run in hand. */
  wake() {
    this.start().wake();
  }

  /** @returns how many uploads that nobody goes on with were removed. */
  async removeAbandoned(): Promise<number> {
    const { db, now } = this.#options;
    const before = new Date(now().getTime() - abandonedHours * 3_600_000).toISOString();
    const removed = await deleteAbandonedFilms(db, before);
    await failLostFilms(db, { before, now: now().toISOString() });
    return removed;
  }

  async [Symbol.asyncDispose]() {
    this.#stopping.abort();
    await this.#loop?.[Symbol.asyncDispose]();
  }

  get #staleBefore() {
    return new Date(this.#options.now().getTime() - packagingStaleMs).toISOString();
  }

  async #packageAll(): Promise<void> {
    const { db, now } = this.#options;
    const seen = new Set<string>();
    for (;;) {
      const waiting = await listWaitingFilms(db, this.#staleBefore);
      const film = waiting.find(({ id }) => !seen.has(id));
      if (film === undefined || this.#stopping.signal.aborted) return;
      seen.add(film.id);
      const { id } = film;
      // Its server has it, and will come back.
      if (!(await this.uploads.has(id, Number(film.size)))) continue;
      if (await claimFilm(db, { id, staleBefore: this.#staleBefore, now: now().toISOString() }))
        await this.#package(film);
    }
  }

  async #package(waiting: Waiting): Promise<void> {
    const { db, now, log } = this.#options;
    const { id, liveStreamId, size: stated } = waiting;
    const size = Number(stated);
    try {
      await this.#make(waiting, size);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      if (isElsewhere(error))
        return log.warn({ err: error }, 'a film waits for the database or the object store');
      const problem = problemOf(error);
      if (problem === 'failed') log.warn({ err: error }, 'an uploaded film could not be packaged');
      const refusedCodec = (error instanceof FilmError && error.codec) || null;
      if (problem !== undefined) await failFilm(db, { id, problem, refusedCodec, now: now().toISOString() });
      // Another server may have made it, when this one stood still for long.
      const left = await findFilm(db, liveStreamId, id);
      if (left?.state === 'packaging') return;
      if (left?.state !== 'ready') await rm(this.uploads.folder(id), { recursive: true, force: true });
    }
    // What stays goes with the film.
    await this.uploads
      .removeUpload(id, size)
      .catch((error) => log.warn({ err: error }, 'the parts of an upload stay in the object store for now'));
  }

  async #make(waiting: Waiting, size: number): Promise<void> {
    const { db, now, onApplied } = this.#options;
    const { id, liveStreamId } = waiting;
    const note = this.#noteNowAndThen(id);
    await using source = await this.uploads.open(id, size, () => note(1));
    const { seconds, bytes } = await this.#write(waiting, source, note);
    const film = await findFilm(db, liveStreamId, id);
    if (film === undefined) throw new Cancelled();
    const packaged = { id, fileName: film.fileName, seconds, bytes };
    const ingestId = await applyFilm(db, waiting, packaged, now().toISOString());
    if (ingestId === undefined) throw new Cancelled();
    await onApplied(ingestId);
  }

  async #write(
    { id, number, createdAt }: Waiting,
    source: Parameters<typeof packageFilm>[0],
    note: (progress: number) => Promise<void>,
  ): Promise<{ seconds: number; bytes: number }> {
    const { store, log } = this.#options;
    const folder = this.uploads.folder(id);
    // What a server that died has begun.
    await rm(path.join(folder, recordingIndex.file), { force: true });
    const recording = await openRecording(
      folder,
      (error) => log.warn({ err: error }, 'a film could not be written'),
      {
        onWritten: (segment) => store?.uploads.add(id, segment),
      },
    );
    for await (const { facts, bytes, init, progress } of packageFilm(source, {
      number,
      epochMs: Date.parse(createdAt),
    })) {
      recording.add(facts, bytes, init);
      await recording.settled();
      throwIfFailing(recording);
      await note(progress);
    }
    // Any server must be able to play it from the first moment.
    while (store && (await store.countStored(id)) < recording.segments.length) {
      await note(99);
      await wait(200);
    }
    const seconds = recording.segments.reduce((sum, segment) => sum + segment.seconds, 0);
    const bytes = recording.segments.reduce((sum, segment) => sum + segment.bytes, 0);
    return { seconds, bytes };
  }

  /** Stores the progress now and then, for the page and for other servers. Throws when the upload was cancelled. */
  #noteNowAndThen(id: string) {
    const { db, now } = this.#options;
    let notedAt = performance.now();
    return async (progress: number) => {
      if (this.#stopping.signal.aborted) throw new Cancelled();
      if (performance.now() - notedAt < noteEveryMs) return;
      notedAt = performance.now();
      if (!(await noteProgress(db, { id, progress, now: now().toISOString() }))) throw new Cancelled();
    };
  }
}

/** Nothing is wrong with the film. */
function isElsewhere(error: unknown): boolean {
  if (error instanceof FilmError || error instanceof Cancelled) return false;
  return toProblem(error).status === 503;
}

/** @returns undefined: it was cancelled. */
function problemOf(error: unknown): FilmProblem | undefined {
  if (error instanceof Cancelled) return undefined;
  if (error instanceof FilmError) return error.problem;
  return isDiskFull(error) ? 'disk-full' : 'failed';
}

function throwIfFailing({ facts }: Recording) {
  if (facts.problem === null) return;
  const problem: FilmProblem = facts.problem === 'disk-full' ? 'disk-full' : 'failed';
  throw new FilmError(problem, facts.problem);
}
