/**
 * Uploads of films, without React, so that they go on when their dialog is closed. The server knows how much it has: after
 * any break, also of the page, an upload goes on there.
 */
import { api } from '../../../api/client.ts';
import { isProblem, type Problem } from '../../../api/problem.ts';
import { createStore } from '../../../store.ts';
import { type Film, filmsPath, listFilms, type StreamPath } from './films.queries.ts';

export interface RunningUpload {
  file: File;
  film: Film;
  /** `waiting`: the network or the server is away, and it tries again. */
  state: 'sending' | 'paused' | 'waiting' | 'refused';
  /** What the server said, if it said anything. */
  reason?: string;
}

const partBytes = 4 * 1024 * 1024;
const [firstRetryMs, lastRetryMs] = [1_000, 15_000];

const store = createStore<ReadonlyMap<string, RunningUpload>>(new Map());
const stops = new Map<string, AbortController>();

export const filmUploads = { subscribe: store.subscribe, get: store.get };

/** Whether this is the file of an upload that has begun. */
export function isSameFile(film: Film, { name, size, lastModified }: File): boolean {
  if (film.fileName !== name || film.size !== size) return false;
  return film.fileModified === null || film.fileModified === lastModified;
}

/** @throws the problem. */
export async function beginUpload(path: StreamPath, file: File): Promise<void> {
  const body = { fileName: file.name, size: file.size, fileModified: file.lastModified };
  const { data, error } = await api.POST(filmsPath, { params: { path }, body });
  if (!data) throw error;
  goOn(path, data, file);
}

/** Sends what the server does not have yet. */
export function goOn(path: StreamPath, film: Film, file: File): void {
  pauseUpload(path);
  const stop = new AbortController();
  stops.set(path.liveStreamId, stop);
  set(path, { file, film, state: 'sending' });
  void send(path, { film, file }, stop.signal);
}

export function pauseUpload(path: StreamPath): void {
  stops.get(path.liveStreamId)?.abort();
  stops.delete(path.liveStreamId);
  const running = store.get().get(path.liveStreamId);
  if (running) set(path, { ...running, state: 'paused' });
}

/** It is cancelled, or whole. */
export function forgetUpload(path: StreamPath): void {
  pauseUpload(path);
  set(path, undefined);
}

function set({ liveStreamId }: StreamPath, upload: RunningUpload | undefined) {
  const next = new Map(store.get());
  if (upload) next.set(liveStreamId, upload);
  else next.delete(liveStreamId);
  store.set(next);
  const isSending = [...next.values()].some(({ state }) => state === 'sending' || state === 'waiting');
  // The browser asks before the page is left.
  if (isSending) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
}

function askFirst(event: BeforeUnloadEvent) {
  event.preventDefault();
}

async function send(
  path: StreamPath,
  { film: begun, file }: { film: Film; file: File },
  signal: AbortSignal,
) {
  let film = begun;
  let retryMs = firstRetryMs;
  while (film.state === 'receiving' && !signal.aborted) {
    try {
      film = await sendPart(path, { film, file }, signal);
      retryMs = firstRetryMs;
      if (!signal.aborted) set(path, { file, film, state: 'sending' });
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return set(path, { file, film, state: 'refused', reason: error.detail });
      set(path, { file, film, state: 'waiting', ...reasonOf(error) });
      await untilOnline(retryMs, signal);
      retryMs = Math.min(retryMs * 2, lastRetryMs);
      const known = await listFilms(path).catch(() => undefined);
      if (known === undefined) continue;
      const now = known.find(({ id }) => id === film.id);
      if (now === undefined) return forgetUpload(path);
      film = now;
    }
  }
  if (!signal.aborted) forgetUpload(path);
}

async function sendPart(path: StreamPath, { film, file }: { film: Film; file: File }, signal: AbortSignal) {
  const { id, received } = film;
  const { data, error } = await api.PATCH(`${filmsPath}/{filmId}`, {
    params: { path: { ...path, filmId: id }, query: { offset: received } },
    // The contract can only call bytes a text.
    body: '',
    bodySerializer: () => file.slice(received, received + partBytes),
    headers: { 'content-type': 'application/octet-stream' },
    signal,
  });
  if (!data) throw error;
  return data;
}

/** A conflict tells that the server has another part: it is asked again. */
function isFinal(error: unknown): error is Problem {
  return isProblem(error) && error.status < 500 && ![409, 429].includes(error.status);
}

/** A conflict is mended with the next part: nobody has to read of it. */
function reasonOf(error: unknown): { reason?: string } {
  return isProblem(error) && error.status !== 409 ? { reason: error.detail } : {};
}

function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
