/** An ingest as organisers see it, in its dialog and at the live desk. */
import { stateAt, stateSince, warningsOf } from './ingest.rules.ts';
import type { IngestRow } from './ingest.tables.ts';

export type DescribedIngest = Pick<
  IngestRow,
  | 'state'
  | 'stateSince'
  | 'startedAt'
  | 'lastFrameAt'
  | 'heartbeatAt'
  | 'endedAt'
  | 'health'
  | 'history'
  | 'recording'
  | 'film'
  | 'remoteVideoId'
>;

/** @param isListening whether this server takes encoders. @param providerName of the video provider; undefined without one. */
export function describeIngest(
  row: DescribedIngest,
  { now, isListening, providerName }: { now: Date; isListening: boolean; providerName: string | undefined },
) {
  const { startedAt, lastFrameAt, endedAt, health, history } = row;
  const state = stateAt(row, now);
  const provider = row.remoteVideoId === null ? null : (providerName ?? 'A video provider');
  const { isStoreAway = false, ...recorded } = row.recording ?? {};
  const none = { seconds: 0, bytes: 0, isFailing: false, problem: null };
  // A film in its place is what the replay has.
  const { film } = row;
  const recording = film
    ? { ...none, seconds: Math.round(film.seconds), bytes: film.bytes }
    : { ...none, ...recorded };
  const hasFeed = state === 'connecting' || state === 'live';
  const warnings = warningsOf(hasFeed ? health : null, {
    isListening: isListening || endedAt !== null || provider !== null,
    isRecordingFailing: recording.isFailing && state !== 'ended',
    isStoreAway: isStoreAway && state !== 'ended',
  });
  const since = stateSince(row, state);
  return { provider, state, since, startedAt, lastFrameAt, endedAt, health, history, recording, warnings };
}
