/**
 * Gives a stream the recording of its broadcast when the block has ended (docs/product.md, 15.7). It asks the provider: a
 * message of the provider only makes it ask at once. So a message that is lost, repeated or out of order changes nothing,
 * and any number of servers may do it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import type { RemoteProvider } from '../../media/video-provider.ts';
import { type EndedStream, listEndedStreams, replaceVideo } from './replay.repository.ts';

/** Disposing waits for the call that runs. */
export interface ReplayWorker extends AsyncDisposable {
  /** Something may have become ready. */
  wake(): void;
}

export interface ReplayOptions {
  db: Db;
  provider: Pick<RemoteProvider, 'findRecording'>;
  /** Whether the video is this server's own. */
  isOwn: (videoId: string) => boolean;
  now: () => Date;
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
  pollMs?: number;
}

const [second, day] = [1_000, 86_400_000];
/** A recording that is not there after this time will not come. */
const patienceMs = 3 * day;
/** The longer ago a block has ended, the more seldom its recording is asked for. */
const patienceShare = 20;
const stopLimitMs = 8 * second;

export function startReplayWorker(options: ReplayOptions): ReplayWorker {
  const { log, isPaused = async () => false, pollMs = 30 * second } = options;
  const round = createReplayRound(options);
  const stopping = new AbortController();
  let alarm = new AbortController();
  let isWoken = false;

  const finished = run();
  return {
    wake() {
      isWoken = true;
      alarm.abort();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      alarm.abort();
      await Promise.race([finished, wait(stopLimitMs, undefined, { ref: false })]);
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      const isUrgent = isWoken;
      isWoken = false;
      try {
        if (!(await isPaused())) await round({ isUrgent, signal: stopping.signal });
      } catch (error) {
        log.warn({ err: error }, 'recordings could not be asked for: the next round retries');
      }
      if (!stopping.signal.aborted && !isWoken)
        await wait(pollMs, undefined, { signal: alarm.signal, ref: false }).catch(() => {});
    }
  }
}

/** @returns one round: asks for the recordings that are due; an urgent one asks for all that are pending. */
export function createReplayRound(options: ReplayOptions) {
  const { db, provider, isOwn, now, log } = options;
  /** By stream and video: when to ask next; Infinity: never. */
  const askAt = new Map<string, number>();

  return async ({
    isUrgent = false,
    signal,
  }: {
    isUrgent?: boolean;
    signal?: AbortSignal;
  } = {}): Promise<void> => {
    const before = now();
    const ended = await listEndedStreams(db, { after: new Date(before.getTime() - patienceMs), before });
    const keys = new Set(ended.map(keyOf));
    for (const key of askAt.keys()) if (!keys.has(key)) askAt.delete(key);
    for (const stream of ended) {
      const due = askAt.get(keyOf(stream)) ?? 0;
      if (signal?.aborted) return;
      if (isOwn(stream.videoId) || (isUrgent ? due === Infinity : due > before.getTime())) continue;
      await takeOver(stream).catch((error) =>
        log.warn({ err: error, liveStreamId: stream.id }, 'a recording could not be asked for'),
      );
    }
  };

  async function takeOver(stream: EndedStream): Promise<void> {
    const { id, videoId, startDate, endDate } = stream;
    const sinceEndMs = now().getTime() - Date.parse(endDate);
    askAt.set(keyOf(stream), now().getTime() + Math.max(30 * second, sinceEndMs / patienceShare));
    const recording = await provider.findRecording(videoId, new Date(startDate));
    if (recording.state === 'none') askAt.set(keyOf(stream), Infinity);
    if (recording.state !== 'ready') return;
    if (await replaceVideo(db, id, videoId, recording.videoId))
      log.info({ liveStreamId: id }, 'the recording of a broadcast has taken its place');
  }
}

const keyOf = ({ id, videoId }: EndedStream) => `${id} ${videoId}`;
