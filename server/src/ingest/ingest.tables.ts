import type { Generated, Selectable } from 'kysely';

export type BroadcastState = 'idle' | 'connecting' | 'live' | 'interrupted' | 'ended';

/** Why viewers cannot join at the key frames of an encoder. */
export type KeyFrameProblem = 'open-gop' | 'intra-refresh';

/** The feed over the last seconds, as the server that receives it measures it. */
export interface Health {
  bitsPerSecond: number;
  framesPerSecond: number;
  /** What the encoder declared; null: nothing. */
  declaredFramesPerSecond: number | null;
  keyFrameSeconds: number | null;
  /** How far the feed has fallen behind the wall clock since it began. */
  behindSeconds: number;
  jumps: number;
  reconnects: number;
  /** Of an encoder by SRT; null: by RTMP. Since it connected, and over the last ten seconds. */
  packetsLost: number | null;
  packetsMissing: number | null;
  width: number | null;
  height: number | null;
  codecs: string | null;
  hasAudio: boolean;
  encoder: string | null;
  /** A codec that is not taken. */
  refusedCodec: string | null;
  /** Seconds by the clock of the encoder in a second of its media; like what follows, not there in what older versions wrote. */
  clockRate?: number;
  /** null: none has come. */
  secondsSincePicture?: number | null;
  secondsSinceSound?: number | null;
  secondsSinceKeyFrame?: number | null;
  /** Missing in what older versions wrote. */
  keyFrameProblem?: KeyFrameProblem | null;
}

/** The last minutes of a feed. Each list has one figure for a step, the newest last; null: no encoder was connected. */
export interface HealthHistory {
  until: string;
  stepSeconds: number;
  bitsPerSecond: Array<number | null>;
  framesPerSecond: Array<number | null>;
  behindSeconds: Array<number | null>;
}

export type RecordingProblem = 'disk-full' | 'folder-unusable' | 'disk-slow' | 'failed';

export interface RecordingFacts {
  seconds: number;
  bytes: number;
  /** The last segment could not be written. */
  isFailing: boolean;
  /** Why; null while it is not failing. */
  problem: RecordingProblem | null;
  /** The object store does not take it: it waits on the disk. */
  isStoreAway?: boolean;
}

/** An uploaded film as the replay of a stream. */
export interface ShownFilm {
  id: string;
  fileName: string;
  seconds: number;
  bytes: number;
  /** Of the recording, for when it is the replay again. */
  recordingTrim: { startSeconds: number; endSeconds: number } | null;
}

/** Why an uploaded film cannot become a replay. */
export type FilmProblem =
  | 'not-mp4'
  | 'fragmented'
  | 'truncated'
  | 'damaged'
  | 'no-picture'
  | 'picture-codec'
  | 'sound-codec'
  | 'picture-profile'
  | 'open-gop'
  | 'key-frames-rare'
  | 'edits'
  | 'edit-rate'
  | 'encrypted'
  | 'rotated'
  | 'too-long'
  | 'disk-full'
  | 'broadcast-on'
  | 'failed';

interface FilmTable {
  id: Generated<string>;
  liveStreamId: string;
  number: Generated<number>;
  fileName: string;
  size: number;
  /** Of the file on the disk of its owner, in milliseconds since 1970. */
  fileModified: number | null;
  received: Generated<number>;
  state: Generated<'receiving' | 'packaging' | 'ready' | 'failed'>;
  problem: FilmProblem | null;
  /** Which codec, where that is the problem and it has a name. */
  refusedCodec: string | null;
  /** Of the packaging, in percent. */
  progress: Generated<number>;
  seconds: number | null;
  bytes: number | null;
  /** The last sign of life. */
  workedAt: Generated<string>;
  createdAt: Generated<string>;
}

interface IngestTable {
  /** Also the videoId of the stream that it feeds, unless a provider takes the encoder. */
  id: Generated<string>;
  liveStreamId: string;
  keyHash: string;
  keyCreatedAt: string;
  /** Of the last few keys before it, the newest first. */
  replacedKeyHashes: Generated<string[]>;
  /** What the stream showed before. */
  previousVideoId: string;
  state: Generated<BroadcastState>;
  /** Written by a trigger. */
  stateSince: Generated<string>;
  /** Grows with each encoder that was accepted: only the newest may write. */
  generation: Generated<number>;
  /** When the first encoder was accepted. */
  startedAt: string | null;
  lastFrameAt: string | null;
  /** Written every second by the server that owns the broadcast, or whenever a provider is asked. */
  heartbeatAt: string | null;
  endedAt: string | null;
  /** The server that owns the broadcast, by an id that each start of a server makes anew; null: none does. */
  serverId: string | null;
  /** Where other servers reach it. */
  serverUrl: string | null;
  /** Of the live playlist, in seconds. */
  target: number | null;
  health: Health | null;
  history: HealthHistory | null;
  recording: RecordingFacts | null;
  /** What the replay shows of the recording; null: all of it. */
  trim: { startSeconds: number; endSeconds: number } | null;
  /** What the replay shows in place of the recording; null: nothing. `trim` is then about it. */
  film: ShownFilm | null;
  /** The video at the provider that takes the encoder; null: this server does. */
  remoteVideoId: string | null;
  remoteRtmpUrl: string | null;
  /** Where the newest encoder came from, shortened. */
  encoderNetwork: string | null;
  /** An organiser has chosen it: no other one takes over while it sends. */
  isEncoderKept: Generated<boolean>;
  /** After a takeover the newest encoder keeps the stream until then, while it sends. */
  contestedUntil: string | null;
  contestWaitMs: Generated<number>;
}

/** A segment of a recording that is in the object store. */
interface RecordedSegmentTable {
  ingestId: string;
  name: string;
  /** Its line of the index. */
  segment: object;
  storedAt: Generated<string>;
}

export interface IngestTables {
  recordedSegments: RecordedSegmentTable;
  ingests: IngestTable;
  films: FilmTable;
}

export type IngestRow = Selectable<IngestTable>;
export type FilmRow = Selectable<FilmTable>;
