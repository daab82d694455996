/**
 * Gives a stream the recording of its broadcast when the block has ended (docs/product.md, 15.7). It asks the provider: a
 * message of the provider only makes it ask at once. So a message that is lost, repeated or out of order changes nothing,
 * and any number of servers may do it.
 */
import type { Db } from '../../db/database.ts';
import { type Loop, startLoop } from '../../loop.ts';
import type { RemoteProvider } from '../../media/video-provider.ts';
import { type EndedStream, listEndedStreams, replaceVideo } from './replay.repository.ts';

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

/** Wake it when something may have become ready. A stop waits for the call that runs. */
export function startReplayWorker(options: ReplayOptions): Loop {
  const { log, isPaused, pollMs = 30 * second } = options;
  const round = createReplayRound(options);
  return startLoop({
    run: ({ signal, isWoken }) => round({ isUrgent: isWoken, signal }),
    pauseMs: pollMs,
    log,
    failure: 'recordings could not be asked for: the next round retries',
    isPaused,
  });
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
