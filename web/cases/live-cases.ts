/** What encoders, cameras and networks do to a live broadcast, and what viewers and the desk must see of it. */
import {
  damage,
  jitter,
  jump,
  noise,
  noKeys,
  pictureStops,
  rate,
  rounded,
  soundBegins,
  soundOffset,
  soundRate,
  soundStops,
} from './changes.ts';
import { metadataOf, type PublishOptions } from './publisher.ts';
import { amf, isPicture, isSound, uint } from './rtmp.ts';

export interface LiveCase {
  name: string;
  file: string;
  seconds?: number;
  feed?: Partial<PublishOptions>;
  /** A second encoder with the same key, from this second on. */
  next?: { at: number; file: string; feed?: Partial<PublishOptions> };
  /** What the desk must say at some time, and what it must not. */
  says?: string[];
  saysNot?: string[];
  /** Refused in words instead of a picture. */
  isRefused?: boolean;
  /** The size that viewers see in the end. */
  size?: { width: number; height: number };
  /** Of its kind, for a short run. */
  isSample?: boolean;
  /** A recording with damage inside of a slice makes decoders complain. */
  mayComplain?: boolean;
  /** Longer than 3 seconds, where no picture was sent. */
  longestStillMs?: number;
}

const audio = (message: Parameters<typeof isSound>[0]) => isSound(message);
const metadata = (name: string, bytes: Buffer): LiveCase => ({
  name: `metadata: ${name}`,
  file: 'base.flv',
  seconds: 12,
  feed: { metadata: bytes },
});
const plain = { encoder: 'case', duration: 0 };

export const liveCases: LiveCase[] = [
  { name: 'nothing odd', file: 'base.flv', saysNot: ['no-audio', 'timestamps-jump', 'uplink-slow'] },

  ...[200, -200, 2_900, -2_900].map((ms) => ({
    name: `sound ${ms} ms beside the picture`,
    file: 'base.flv',
    feed: { change: [soundOffset(ms)] },
    saysNot: ['timestamps-jump', 'audio-lost'],
  })),
  {
    name: 'sound stops and comes back',
    isSample: true,
    file: 'base.flv',
    seconds: 30,
    feed: { change: [soundStops(8, 18)] },
    says: ['audio-lost'],
  },
  { name: 'sound stops for good', file: 'base.flv', feed: { change: [soundStops(8)] }, says: ['audio-lost'] },
  { name: 'sound begins late', file: 'base.flv', feed: { change: [soundBegins(6)] }, says: ['no-audio'] },
  { name: 'no sound', file: 'no-sound.flv', says: ['no-audio'] },
  {
    name: 'sound, then an encoder without',
    file: 'base.flv',
    seconds: 30,
    next: { at: 10, file: 'no-sound.flv' },
    says: ['no-audio'],
  },
  {
    name: 'an encoder without sound, then one with',
    file: 'no-sound.flv',
    seconds: 30,
    next: { at: 10, file: 'base.flv' },
    says: ['no-audio'],
  },
  {
    name: 'another size, rate and number of channels',
    file: 'base.flv',
    seconds: 30,
    next: { at: 10, file: 'other-size.flv' },
    size: { width: 480, height: 270 },
  },
  {
    name: 'stereo, then 5.1',
    file: 'base.flv',
    seconds: 30,
    next: { at: 10, file: 'surround.flv' },
    mayComplain: true,
  },
  {
    name: 'the picture stops beside a living sound',
    file: 'base.flv',
    seconds: 30,
    feed: { change: [pictureStops(8, 16)] },
    says: ['picture-lost'],
    longestStillMs: 4_500,
  },
  {
    name: 'the picture is away for two seconds',
    file: 'base.flv',
    feed: { change: [pictureStops(8, 10)] },
    longestStillMs: 4_500,
  },
  { name: 'noise in place of sound', file: 'base.flv', feed: { change: [noise(8, 9)] }, mayComplain: true },

  { name: 'a damaged picture', isSample: true, file: 'base.flv', feed: { change: [damage(10)] } },
  { name: 'a damaged key picture', file: 'base.flv', feed: { change: [damage(10, { isKey: true })] } },
  {
    name: 'damage inside a slice',
    file: 'base.flv',
    feed: { change: [damage(10, { from: 60 })] },
    mayComplain: true,
  },

  {
    name: 'times beyond 0xFFFFFF, older reading',
    isSample: true,
    file: 'big.flv',
    feed: { startMs: 16_770_000, repeatsTime: false },
  },
  { name: 'times beyond 0xFFFFFF, newer reading', file: 'big.flv', feed: { startMs: 16_770_000 } },
  { name: 'times that wrap', file: 'base.flv', feed: { startMs: 2 ** 32 - 8_000 } },
  {
    name: 'sound of another clock',
    file: 'base.flv',
    feed: { change: [soundOffset(4_000)] },
    saysNot: ['timestamps-jump'],
  },
  { name: 'sound of another week', file: 'base.flv', feed: { change: [soundOffset(600_000_000)] } },
  ...[0.9, 1.1].map((factor) => ({
    name: `a clock that runs at ${factor}`,
    file: 'base.flv',
    seconds: 40,
    feed: { change: [rate(factor)] },
    says: ['clock-drifts'],
    saysNot: ['uplink-slow'],
  })),
  {
    name: 'a clock of the sound alone that runs at 0.97',
    file: 'base.flv',
    seconds: 40,
    feed: { change: [soundRate(0.97)] },
  },
  ...[5_000, -5_000, -2_000].map((ms) => ({
    name: `all times jump by ${ms} ms`,
    file: 'base.flv',
    feed: { change: [jump(10, ms)], startMs: 60_000 },
    says: ['timestamps-jump'],
    saysNot: ['uplink-slow'],
  })),
  {
    name: 'only the sound jumps',
    file: 'base.flv',
    feed: { change: [jump(10, 7_000, audio)] },
    says: ['timestamps-jump'],
  },
  {
    name: 'only the picture jumps',
    file: 'base.flv',
    feed: { change: [jump(10, 7_000, isPicture)] },
    says: ['timestamps-jump'],
  },
  { name: 'times in steps of 10 ms', file: 'base.flv', feed: { change: [rounded(10)] } },
  { name: 'times that tremble by 15 ms', file: 'base.flv', feed: { change: [jitter(15)] } },

  { name: 'B-frames', file: 'b-frames.flv' },
  { name: 'ten pictures a second', file: 'slow-pictures.flv' },
  {
    name: 'key frames ten seconds apart',
    file: 'long-gop.flv',
    seconds: 30,
    says: ['key-frames-rare'],
    longestStillMs: 12_000,
  },
  {
    name: 'key frames that stop',
    file: 'base.flv',
    seconds: 30,
    feed: { change: [noKeys(8, 22)] },
    says: ['key-frames-missing'],
    longestStillMs: 12_000,
  },
  { name: 'open GOP', file: 'open-gop.flv', longestStillMs: 12_000 },
  { name: 'intra refresh', file: 'intra-refresh.flv', longestStillMs: 12_000, isRefused: true },
  { name: 'wide pixels', file: 'wide-pixels.flv', size: { width: 512, height: 288 } },
  { name: 'High 10', file: 'high10.flv', says: ['profile-rare'] },
  {
    name: 'another size in the same feed',
    isSample: true,
    file: 'size-change.flv',
    seconds: 30,
    size: { width: 640, height: 360 },
  },

  metadata('an array without an end', metadataOf(amf.ecmaArray(plain, Buffer.alloc(0)))),
  metadata('unsupported', metadataOf(amf.ecmaArray({ ...plain, extra: Buffer.from([0x0d]) }))),
  metadata(
    'typed',
    metadataOf(Buffer.from([0x10]), uint(4, 2), Buffer.from('Meta'), amf.fields(plain), amf.end),
  ),
  metadata('AVM+', metadataOf(Buffer.from([0x11, 0x0a, 0x0b, 0x01, 0x01]))),
  metadata('nothing at all', Buffer.alloc(0)),
  metadata('a text that never ends', metadataOf(Buffer.from([2, 0xff, 0xff, 0x41]))),
  { name: 'a first chunk of type 1', file: 'base.flv', seconds: 12, feed: { firstFormat: 1 } },
  { name: 'chunks of 2 MB', file: 'base.flv', seconds: 12, feed: { chunkBytes: 2_000_000 } },
  { name: 'chunks of 2 GB', file: 'base.flv', seconds: 12, feed: { chunkBytes: 0x7fffffff } },
  { name: 'commands in AMF3', file: 'base.flv', seconds: 12, feed: { commandsInAmf3: true } },
];
