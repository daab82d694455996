/** What a broadcast is at a moment, and what an organiser should change (docs/product.md, 28). */
import type { BroadcastState, Health } from './ingest.tables.ts';
import { rareProfile } from './profile.rules.ts';

/** The slate comes after this time without a frame. */
export const silenceMs = 3_000;
/** A server that owns a broadcast says so this often. */
export const heartbeatMs = 1_000;
/** Without a heartbeat for this long, another server may go on in its place. */
const orphanedMs = 3_000;
/** A heartbeat that is old stays the same for so long, unless only the date was set. */
const secondLookMs = 1_500;
/** Without a heartbeat for this long, no server has it. */
export const staleMs = 10_000;
/** An encoder sends while its last picture is younger than this. */
export const sendingMs = 1_000;
/** After a takeover the newest encoder keeps the stream for the first of these; each refusal doubles it, up to the second. */
export const [firstContestMs, longestContestMs] = [10_000, 120_000];
/** So long after the last refusal two encoders are said to use one key. */
export const contestShownMs = 150_000;
/** A broadcast ends by itself after this time without a frame, once its block has ended. */
export const silentEndMinutes = 30;

interface StateFacts {
  state: BroadcastState;
  heartbeatAt: string | null;
  remoteVideoId: string | null;
}

/** The state as it is, when the server that wrote it may have died. */
export function stateAt({ state, heartbeatAt, remoteVideoId }: StateFacts, now: Date): BroadcastState {
  // A provider that is away says nothing about the picture.
  if (remoteVideoId !== null) return state;
  const isStale = heartbeatAt === null || now.getTime() - Date.parse(heartbeatAt) > staleMs;
  if (!isStale || state === 'idle' || state === 'ended') return state;
  return state === 'connecting' ? 'idle' : 'interrupted';
}

interface StateTimes {
  stateSince: string;
  lastFrameAt: string | null;
  heartbeatAt: string | null;
}

/** Since when a broadcast has been in this state. @param state as `stateAt` has found it. */
export function stateSince(row: StateTimes & { state: BroadcastState }, state: BroadcastState): string {
  if (state === 'interrupted') return row.lastFrameAt ?? row.stateSince;
  // Its owner died: the last thing that is known of it.
  return state === row.state ? row.stateSince : (row.heartbeatAt ?? row.stateSince);
}

/**
 * Whether another server may go on in place of the owner: it has shown a picture before, and nobody shows one now.
 * @param unchangedMs how long its heartbeat was seen to stand still: a date that was set makes each one look old.
 */
export function isOrphan(
  {
    state,
    serverId,
    heartbeatAt,
    remoteVideoId,
  }: { state: BroadcastState } & Record<'serverId' | 'heartbeatAt' | 'remoteVideoId', string | null>,
  { now, unchangedMs }: { now: Date; unchangedMs: number },
): boolean {
  if (remoteVideoId !== null || (state !== 'live' && state !== 'interrupted')) return false;
  if (serverId === null || heartbeatAt === null) return true;
  return Math.abs(now.getTime() - Date.parse(heartbeatAt)) > orphanedMs && unchangedMs > secondLookMs;
}

export type Warning =
  | 'port-closed'
  | 'codec-refused'
  | 'no-picture'
  | 'picture-lost'
  | 'no-audio'
  | 'audio-lost'
  | 'key-frames-missing'
  | 'key-frames-rare'
  | 'key-frames-many'
  | 'open-gop'
  | 'intra-refresh'
  | 'profile-rare'
  | 'frames-missing'
  | 'uplink-slow'
  | 'timestamps-jump'
  | 'clock-drifts'
  | 'bitrate-high'
  | 'packets-missing'
  | 'key-in-use'
  | 'recording-failing'
  | 'store-away';

/** A track that has not come for so many seconds is lost; without a key frame, nobody who joins sees a picture. */
const [lostSeconds, keyFrameLostSeconds] = [1.5, 10];

/** Above it, viewers at home and most venues' uplinks have trouble. */
const highBitsPerSecond = 12_000_000;

export function warningsOf(
  health: Health | null,
  {
    isListening,
    isRecordingFailing,
    isStoreAway,
    isKeyInUse,
  }: Record<'isListening' | 'isRecordingFailing' | 'isStoreAway' | 'isKeyInUse', boolean>,
): Warning[] {
  const found: Array<[Warning, boolean]> =
    health === null
      ? []
      : [
          ['codec-refused', health.refusedCodec !== null],
          ...trackWarnings(health),
          ['key-frames-rare', (health.keyFrameSeconds ?? 0) > 4.5],
          ['key-frames-many', (health.keyFrameSeconds ?? 2) < 0.9],
          ['open-gop', health.keyFrameProblem === 'open-gop'],
          ['intra-refresh', health.keyFrameProblem === 'intra-refresh'],
          ['profile-rare', rareProfile(health.codecs ?? '') !== undefined],
          ['frames-missing', isMissingFrames(health)],
          ['uplink-slow', health.behindSeconds > 2 && (health.clockRate ?? 1) === 1],
          ['timestamps-jump', health.jumps > 0],
          ['clock-drifts', (health.clockRate ?? 1) !== 1],
          ['bitrate-high', health.bitsPerSecond > highBitsPerSecond],
          ['packets-missing', (health.packetsMissing ?? 0) > 0],
        ];
  found.unshift(['port-closed', !isListening], ['key-in-use', isKeyInUse]);
  found.push(['recording-failing', isRecordingFailing], ['store-away', isStoreAway]);
  return found.filter(([, holds]) => holds).map(([warning]) => warning);
}

function trackWarnings(health: Health): Array<[Warning, boolean]> {
  const { secondsSincePicture: picture, secondsSinceSound: sound, secondsSinceKeyFrame: key } = health;
  const [hasPicture, hasSound] = [isHere(picture), isHere(sound)];
  return [
    ['no-picture', picture === null && hasSound],
    ['picture-lost', picture !== null && !hasPicture && hasSound],
    ['no-audio', (!health.hasAudio || sound === null) && health.framesPerSecond > 0],
    ['audio-lost', health.hasAudio && sound !== null && !hasSound && hasPicture],
    ['key-frames-missing', hasPicture && (key ?? 0) > keyFrameLostSeconds],
  ];
}

/** Whether the encoder of a broadcast without a picture still sends sound. */
export function isHeard(health: Health | null): boolean {
  return typeof health?.secondsSinceSound === 'number' && isHere(health.secondsSinceSound);
}

/** Of a track that older versions did not measure, nothing is said. */
function isHere(secondsSince: number | null | undefined): boolean {
  return secondsSince === undefined || (secondsSince !== null && secondsSince <= lostSeconds);
}

function isMissingFrames({ framesPerSecond, declaredFramesPerSecond: declared }: Health): boolean {
  return declared !== null && framesPerSecond > 0 && framesPerSecond < declared * 0.9;
}
