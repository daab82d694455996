/** An ingest as organisers see it, in its dialog and at the live desk. */
import type { ShownAttempt } from './attempts/attempt.repository.ts';
import { noLoss } from './health/health-meter.ts';
import { contestShownMs, isHeard, staleMs, stateAt, stateSince, warningsOf } from './ingest.rules.ts';
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
  | 'encoderNetwork'
  | 'isEncoderKept'
> & { attempts: ShownAttempt[] };

/** @param isListening whether this server takes encoders. @param providerName of the video provider; undefined without one. */
export function describeIngest(
  row: DescribedIngest,
  { now, isListening, providerName }: { now: Date; isListening: boolean; providerName: string | undefined },
) {
  const { startedAt, lastFrameAt, heartbeatAt, endedAt, history, attempts, encoderNetwork, isEncoderKept } =
    row;
  // Rows of earlier versions lack what was not measured then.
  const health = row.health && { ...noLoss, ...row.health };
  const state = stateAt(row, now);
  const provider = row.remoteVideoId === null ? null : (providerName ?? 'A video provider');
  const { isStoreAway = false, ...recorded } = row.recording ?? {};
  const none = { seconds: 0, bytes: 0, isFailing: false, problem: null };
  // A film in its place is what the replay has.
  const { film } = row;
  const recording = film
    ? { ...none, seconds: Math.round(film.seconds), bytes: film.bytes }
    : { ...none, ...recorded };
  const isContest = ({ refusal, at }: ShownAttempt) =>
    refusal === 'key-in-use' && now.getTime() - Date.parse(at) < contestShownMs;
  // Its encoder may be there without a picture.
  const isOwned = heartbeatAt !== null && now.getTime() - Date.parse(heartbeatAt) <= staleMs;
  const hasFeed =
    state === 'connecting' || state === 'live' || (state === 'interrupted' && isOwned && isHeard(health));
  const warnings = warningsOf(hasFeed ? health : null, {
    isListening: isListening || endedAt !== null || provider !== null,
    isRecordingFailing: recording.isFailing && state !== 'ended',
    isStoreAway: isStoreAway && state !== 'ended',
    isKeyInUse: hasFeed && !isEncoderKept && attempts.some(isContest),
  });
  const since = stateSince(row, state);
  const times = { since, startedAt, lastFrameAt, endedAt };
  const encoder = { encoderNetwork, isEncoderKept, attempts };
  // What is wrong with its key frames is said by the warnings.
  const { keyFrameProblem: _, ...measured } = health ?? {};
  const shown = health && (measured as Omit<typeof health, 'keyFrameProblem'>);
  return { provider, state, ...times, health: shown, history, recording, warnings, ...encoder };
}
