/** What odd encoders, cameras and networks do to a feed. */
import type { Change } from './publisher.ts';
import { isHeader, isKeyPicture, isPicture, isSound, type Message } from './rtmp.ts';

const drop = (isDropped: (message: Message & { seconds: number }) => boolean): Change => {
  return (message) => (isDropped(message) ? [] : [message]);
};

export const soundOffset =
  (ms: number): Change =>
  (message) => [isSound(message) ? { ...message, time: message.time + ms } : message];

export const rate =
  (factor: number): Change =>
  (message) => [{ ...message, time: Math.round(message.time * factor) }];

/** Only the clock of the sound. */
export const soundRate =
  (factor: number): Change =>
  (message) => [isSound(message) ? { ...message, time: Math.round(message.time * factor) } : message];

export const soundStops = (from: number, until = Number.POSITIVE_INFINITY) =>
  drop(
    (message) => isSound(message) && !isHeader(message) && message.seconds >= from && message.seconds < until,
  );

export const pictureStops = (from: number, until: number) =>
  drop((message) => isPicture(message) && message.seconds >= from && message.seconds < until);

/** The header of the sound, and the sound, begin late. */
export function soundBegins(from: number): Change {
  let header: Message | undefined;
  return (message) => {
    if (!isSound(message)) return [message];
    if (isHeader(message)) header = message;
    if (message.seconds < from) return [];
    const first = header;
    header = undefined;
    return first ? [{ ...first, time: message.time }, message] : [message];
  };
}

/** The time of some messages jumps once. */
export const jump =
  (at: number, ms: number, isOf: (message: Message) => boolean = () => true): Change =>
  (message) => [message.seconds >= at && isOf(message) ? { ...message, time: message.time + ms } : message];

/** Timestamps that are rounded to a step, as by encoders that count in 10 ms. */
export const rounded =
  (step: number): Change =>
  (message) => [{ ...message, time: Math.round(message.time / step) * step }];

/** Each frame is up to so much too early or too late. */
export const jitter =
  (ms: number): Change =>
  (message) => [{ ...message, time: Math.max(0, message.time + ((message.time * 7_919) % (2 * ms)) - ms) }];

/** Writes nonsense over the first unit of a picture, from an offset on; the lengths stay right. */
function scrambled(body: Buffer, from: number): Buffer {
  const out = Buffer.from(body);
  const end = Math.min(out.length, 9 + out.readUInt32BE(5));
  for (let at = from; at < end; at += 1) out[at] = (at * 131 + 7) & 255;
  return out;
}

/** One picture whose slice header cannot be read. */
export function damage(at: number, { isKey = false, from = 10 } = {}): Change {
  let isDone = false;
  return (message) => {
    const isIt = isPicture(message) && isKeyPicture(message) === isKey && message.seconds >= at;
    if (isDone || !isIt) return [message];
    isDone = true;
    return [{ ...message, body: scrambled(message.body, from) }];
  };
}

/** A frame of sound that is nonsense. */
export const noise = (from: number, until: number): Change => {
  return (message) =>
    isSound(message) && !isHeader(message) && message.seconds >= from && message.seconds < until
      ? [{ ...message, body: Buffer.concat([message.body.subarray(0, 2), Buffer.alloc(200, 0xff)]) }]
      : [message];
};

/** A key frame no more, from here on. */
export const noKeys = (from: number, until: number) =>
  drop((message) => isKeyPicture(message) && message.seconds >= from && message.seconds < until);
