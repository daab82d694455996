/** What a broadcast is at a moment, and what an organiser should change (docs/product.md, 28). */
import type { BroadcastState, Health } from './ingest.tables.ts';

/** The slate comes after this time without a frame. */
export const silenceMs = 3_000;
/** A server that owns a broadcast says so this often. */
export const heartbeatMs = 1_000;
/** Without a heartbeat for this long, another server may go on in its place. */
export const orphanedMs = 3_000;
/** Without a heartbeat for this long, no server has it. */
export const staleMs = 10_000;
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

/** Whether another server may go on in place of the owner: it has shown a picture before, and nobody shows one now. */
export function isOrphan(
  {
    state,
    serverId,
    heartbeatAt,
    remoteVideoId,
  }: { state: BroadcastState } & Record<'serverId' | 'heartbeatAt' | 'remoteVideoId', string | null>,
  now: Date,
): boolean {
  if (remoteVideoId !== null || (state !== 'live' && state !== 'interrupted')) return false;
  return serverId === null || heartbeatAt === null || now.getTime() - Date.parse(heartbeatAt) > orphanedMs;
}

export type Warning =
  | 'port-closed'
  | 'codec-refused'
  | 'no-audio'
  | 'key-frames-rare'
  | 'key-frames-many'
  | 'frames-missing'
  | 'uplink-slow'
  | 'timestamps-jump'
  | 'bitrate-high'
  | 'recording-failing'
  | 'store-away';

/** Above it, viewers at home and most venues' uplinks have trouble. */
const highBitsPerSecond = 12_000_000;

export function warningsOf(
  health: Health | null,
  {
    isListening,
    isRecordingFailing,
    isStoreAway,
  }: Record<'isListening' | 'isRecordingFailing' | 'isStoreAway', boolean>,
): Warning[] {
  const found: Array<[Warning, boolean]> =
    health === null
      ? []
      : [
          ['codec-refused', health.refusedCodec !== null],
          ['no-audio', !health.hasAudio && health.framesPerSecond > 0],
          ['key-frames-rare', (health.keyFrameSeconds ?? 0) > 4.5],
          ['key-frames-many', (health.keyFrameSeconds ?? 2) < 0.9],
          ['frames-missing', isMissingFrames(health)],
          ['uplink-slow', health.behindSeconds > 2],
          ['timestamps-jump', health.jumps > 0],
          ['bitrate-high', health.bitsPerSecond > highBitsPerSecond],
        ];
  found.unshift(['port-closed', !isListening]);
  found.push(['recording-failing', isRecordingFailing], ['store-away', isStoreAway]);
  return found.filter(([, holds]) => holds).map(([warning]) => warning);
}

function isMissingFrames({ framesPerSecond, declaredFramesPerSecond: declared }: Health): boolean {
  return declared !== null && framesPerSecond > 0 && framesPerSecond < declared * 0.9;
}
