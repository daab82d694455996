/** Messages that some encoders send together, in one (RTMP 1.0, 7.1.6): each is written like a tag of FLV. */
import { messageType, type RtmpMessage } from './rtmp-chunks.ts';

const [headerBytes, sizeBytes] = [11, 4];
const kinds: number[] = [messageType.audio, messageType.video, messageType.data, messageType.dataOfAmf3];

/** @returns those that are whole. Their times keep their distances from the first one, which has the time of the whole. */
export function aggregatedMessages({ streamId, timestamp, payload }: RtmpMessage): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  let firstTime: number | undefined;
  for (let at = 0; at + headerBytes <= payload.length; ) {
    const begin = at + headerBytes;
    const end = begin + payload.readUIntBE(at + 1, 3);
    if (end > payload.length) break;
    const type = payload[at] ?? 0;
    const time = payload.readUIntBE(at + 4, 3) + (payload[at + 7] ?? 0) * 2 ** 24;
    firstTime ??= time;
    if (kinds.includes(type))
      messages.push({
        type,
        streamId,
        timestamp: (timestamp + time - firstTime) >>> 0,
        payload: payload.subarray(begin, end),
      });
    at = end + sizeBytes;
  }
  return messages;
}
