/**
 * What Apple's "HLS Authoring Specification for Apple Devices" and RFC 8216bis ask of a stream, as far as a script can tell.
 * docs/streaming.md has the same rules as a table.
 */
import { boxTypes, firstUnits, type Rung, type Served, tracksOf } from './served.ts';

export interface Rule {
  rule: string;
  how: string;
  /** @returns what breaks it. */
  faults(served: Served): string[];
}

const close = (a: number, b: number, tolerated: number) => Math.abs(a - b) <= tolerated;
const say = (isFault: boolean, text: string) => (isFault ? [text] : []);
const eachRung = (check: (rung: Rung, served: Served) => string[]) => (served: Served) =>
  served.rungs.flatMap((rung) => check(rung, served).map((fault) => `${rung.variant.uri}: ${fault}`));
const codecsOf = ({ variant }: Rung) => (variant.codecs ?? '').split(',');
const bitsPerSecond = ({ bytes, seconds }: { bytes: Buffer; seconds: number }) =>
  (bytes.length * 8) / seconds;
const lengthOf = ({ playlist }: Rung) =>
  playlist.segments.reduce((sum, { duration, uri }) => sum + (uri ? duration : 0), 0);
/** RFC 8216bis, 4.4.6.2: of every run of segments between half a target duration and one and a half. */
function peakOf({ segments, playlist: { targetDuration } }: Rung): number {
  const runs = segments.flatMap((_, first) => segments.map((_, last) => segments.slice(first, last + 1)));
  const rates = runs.flatMap((run) => {
    const seconds = run.reduce((sum, segment) => sum + segment.seconds, 0);
    const isPeak = seconds >= targetDuration / 2 && seconds <= targetDuration * 1.5;
    return isPeak ? bitsPerSecond({ bytes: Buffer.concat(run.map(({ bytes }) => bytes)), seconds }) : [];
  });
  return Math.max(...rates);
}
const measured = (rung: Rung) => ({ ...measuredOver(rung), peak: peakOf(rung) });
const measuredOver = ({ segments }: Rung) => ({
  average:
    (segments.reduce((sum, { bytes }) => sum + bytes.length, 0) * 8) /
    segments.reduce((sum, { seconds }) => sum + seconds, 0),
  frameRate:
    segments.reduce((sum, { frames }) => sum + frames, 0) /
    segments.reduce((sum, { seconds }) => sum + seconds, 0),
});

export const rules: Rule[] = [
  {
    rule: 'The container is fragmented MP4',
    how: 'the boxes of every file',
    faults: eachRung(({ init, segments }) => [
      ...say(boxTypes(init).join() !== 'ftyp,moov', 'init'),
      ...segments.flatMap(({ bytes }) =>
        boxTypes(bytes).filter((type) => !['styp', 'sidx', 'moof', 'mdat'].includes(type)),
      ),
    ]),
  },
  {
    rule: 'H.264 is at most High Profile at level 5.2, sound is AAC',
    how: '`CODECS`',
    faults: eachRung((rung) =>
      codecsOf(rung).filter((codec) => {
        const [, profile = '', level = ''] = /^avc1\.(..)..(..)$/.exec(codec) ?? [];
        const isVideo = Number.parseInt(profile, 16) <= 100 && Number.parseInt(level, 16) <= 52;
        return !isVideo && !['mp4a.40.2', 'mp4a.40.5', 'mp4a.40.29'].includes(codec);
      }),
    ),
  },
  {
    rule: 'There are at most 60 frames a second',
    how: '`FRAME-RATE`',
    faults: eachRung(({ variant }) => say((variant.frameRate ?? 61) > 60, 'too many')),
  },
  {
    rule: 'A segment begins with a key frame, and says so only then',
    how: 'the units of each segment against `EXT-X-INDEPENDENT-SEGMENTS`',
    faults: eachRung(({ segments, playlist }) => {
      const others = segments.filter(({ bytes }) => firstUnits(bytes).at(-1) !== 5);
      return say((others.length === 0) !== playlist.independentSegments, `${others.length} do not`);
    }),
  },
  {
    rule: 'A key frame comes every 2 seconds',
    how: 'the lengths of the segments',
    faults: eachRung(({ segments }) =>
      segments.filter(({ seconds }) => seconds > 2.05).map(({ seconds }) => `${seconds} s`),
    ),
  },
  {
    rule: 'Each rung has a playlist of key frames, and its ranges hold nothing else',
    how: '`EXT-X-I-FRAME-STREAM-INF`, and the bytes of each range',
    faults: eachRung(({ keyFrames, keyFrameBytes, segments }) => [
      ...say(!keyFrames?.isIFrame, 'none'),
      ...say(keyFrameBytes.length !== segments.length, `${keyFrameBytes.length} of ${segments.length}`),
      ...keyFrameBytes.flatMap((bytes) =>
        say(bytes.toString('latin1', 4, 8) !== 'moof' || firstUnits(bytes).at(-1) !== 5, 'no key frame'),
      ),
    ]),
  },
  {
    rule: 'No segment is longer than the target duration',
    how: 'rounded `EXTINF`',
    faults: eachRung(({ playlist }) =>
      playlist.segments
        .filter(({ duration }) => Math.round(duration) > playlist.targetDuration)
        .map(({ uri }) => uri),
    ),
  },
  {
    rule: '`EXTINF` is the length of the media',
    how: 'the sum of the durations of the samples',
    faults: eachRung(({ segments }) =>
      segments
        .filter(({ entry, seconds }) => !close(entry.duration, seconds, 0.002))
        .map(({ entry, seconds }) => `${entry.uri}: ${seconds}`),
    ),
  },
  {
    rule: 'Media times go on from segment to segment, except at a discontinuity',
    how: 'decode times of the picture',
    faults: eachRung(({ segments }) =>
      segments.flatMap(({ entry, start }, index) => {
        const before = segments[index - 1];
        const isGap = before && !entry.discontinuity && !close(start, before.start + before.seconds, 0.002);
        return isGap ? [entry.uri] : [];
      }),
    ),
  },
  {
    rule: 'Playlists have dates, and the dates follow the media',
    how: '`EXT-X-PROGRAM-DATE-TIME` against decode times',
    faults: eachRung(({ segments, text }) => {
      const dated = segments.filter(({ entry }) => entry.programDateTime);
      const [first] = dated;
      const wrong = dated.filter(
        ({ entry, start }) =>
          first &&
          !close(
            Number(entry.programDateTime) - Number(first.entry.programDateTime),
            (start - first.start) * 1000,
            2,
          ),
      );
      return [
        ...say(!text.includes('#EXT-X-PROGRAM-DATE-TIME'), 'none'),
        ...wrong.map(({ entry }) => entry.uri),
      ];
    }),
  },
  {
    rule: 'A live playlist is at least three target durations long',
    how: 'the sum of `EXTINF`',
    faults: eachRung((rung, { isLive }) =>
      say(isLive && lengthOf(rung) < 3 * rung.playlist.targetDuration, `${lengthOf(rung)} s`),
    ),
  },
  {
    rule: 'A replay says that it is complete',
    how: '`EXT-X-PLAYLIST-TYPE:VOD`, `EXT-X-ENDLIST`',
    faults: eachRung(({ playlist }, { isLive }) =>
      say(!isLive && !(playlist.endlist && playlist.playlistType === 'VOD'), 'it does not'),
    ),
  },
  {
    rule: '`CODECS` names every format',
    how: 'the decoder configuration of the initialization segment',
    faults: eachRung((rung) => {
      const at = rung.init.indexOf('avcC') + 5;
      const codec = `avc1.${rung.init.toString('hex', at, at + 3)}`;
      const hasSound = [...tracksOf(rung.init).values()].some(({ isVideo }) => !isVideo);
      const named = codecsOf(rung).map((name) => name.toLowerCase());
      return [
        ...say(!named.includes(codec), codec),
        ...say(hasSound !== named.some((name) => name.startsWith('mp4a')), 'sound'),
      ];
    }),
  },
  {
    rule: '`RESOLUTION` is the size of the picture',
    how: 'the sample entry of the initialization segment',
    faults: eachRung(({ init, variant }) => {
      const at = init.indexOf('avc1', init.indexOf('stsd')) + 4 + 24;
      const size = `${init.readUInt16BE(at)}x${init.readUInt16BE(at + 2)}`;
      const { width, height } = variant.resolution ?? {};
      return say(size !== `${width}x${height}`, size);
    }),
  },
  {
    rule: '`FRAME-RATE` is that of the media',
    how: 'counted frames',
    faults: eachRung((rung) => {
      const { frameRate } = measured(rung);
      return say(!close(rung.variant.frameRate ?? 0, frameRate, frameRate / 100), `${frameRate}`);
    }),
  },
  {
    rule: '`BANDWIDTH` is the measured peak: within 10 % for a replay, within 25 % live',
    how: 'the bytes of the segments',
    faults: eachRung((rung, { isLive }) => {
      const { peak } = measured(rung);
      const { bandwidth } = rung.variant;
      return say(
        bandwidth < peak * 0.99 || bandwidth > peak * (isLive ? 1.25 : 1.1),
        `${bandwidth}, not ${peak}`,
      );
    }),
  },
  {
    rule: '`AVERAGE-BANDWIDTH` is within 10 % of the measured average',
    how: 'the bytes of the segments',
    faults: eachRung((rung) => {
      const { average } = measured(rung);
      const { averageBandwidth = 0 } = rung.variant;
      return say(!close(averageBandwidth, average, average / 10), `${averageBandwidth}, not ${average}`);
    }),
  },
  {
    rule: '`VIDEO-RANGE` and `CLOSED-CAPTIONS=NONE` are stated',
    how: 'the master playlist',
    faults: ({ masterText }) =>
      (masterText.match(/^#EXT-X-STREAM-INF:.*$/gm) ?? []).filter(
        (line) => !line.includes('VIDEO-RANGE=SDR') || !line.includes('CLOSED-CAPTIONS=NONE'),
      ),
  },
  {
    rule: 'A low-latency playlist has all that its format demands',
    how: '`PART-HOLD-BACK`, `CAN-SKIP-UNTIL`, the lengths of parts, the hint',
    faults: eachRung(({ text, playlist }) => {
      const { partTargetDuration: target, lowLatencyCompatibility: control, segments } = playlist;
      if (target === undefined) return [];
      const wrongParts = segments.flatMap(({ parts }) => {
        const real = parts.filter(({ hint }) => !hint);
        return real.filter(
          ({ duration = 0 }, index) =>
            duration > target || (duration < 0.85 * target && index < real.length - 1),
        );
      });
      return [
        ...say((control?.partHoldBack ?? 0) < 3 * target, 'PART-HOLD-BACK'),
        ...say((control?.canSkipUntil ?? 0) < 6 * playlist.targetDuration, 'CAN-SKIP-UNTIL'),
        ...say(wrongParts.length > 0, 'parts'),
        ...say(!playlist.endlist && !text.includes('#EXT-X-PRELOAD-HINT:TYPE=PART'), 'hint'),
      ];
    }),
  },
  {
    rule: 'Media types are right',
    how: '`Content-Type` of playlists and segments',
    faults: ({ headers, rungs }) => [
      ...say(headers['content-type'] !== 'application/vnd.apple.mpegurl', String(headers['content-type'])),
      ...rungs.flatMap(({ segments }) =>
        segments.flatMap(({ type }) => (type === 'video/mp4' ? [] : [type])),
      ),
    ],
  },
];
