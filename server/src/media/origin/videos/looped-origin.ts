/**
 * A looped video at the origin. All viewers of a rung get the same live playlist until the next segment appears, so it
 * is made, and its addresses are signed, once per segment.
 */

import { masterPlaylist } from '../master-playlist.ts';
import { deltaText, playlistText } from '../media-playlist.ts';
import { aheadSegments, type OriginVideo, type PlaylistRequest, WaitRefused } from '../origin-video.ts';
import { livePlaylist, replayPlaylist } from '../playlists.ts';
import { isRecorded, liveAddressExpiresAt, liveWindow, replayLoops, segmentStartsAt } from '../timeline.ts';
import type { LoopedVideo } from './looped-video.ts';

export function loopedOrigin(videoId: string, video: LoopedVideo): OriginVideo {
  const { segmentSeconds, loopSegments } = video;
  const newest = new Map<string, { last: number; whole: string; delta: string }>();

  const factsOf = (rung: string, { kind }: PlaylistRequest) => ({
    segmentSeconds,
    keyFrameOf: kind === 'key-frames' ? (number: number) => video.keyFrame(rung, number) : undefined,
  });

  const livePlaylistOf = (rung: string, request: PlaylistRequest) => {
    const { nowMs, signSegment, kind, isDelta } = request;
    const window = liveWindow(nowMs, segmentSeconds);
    const key = `${rung} ${kind}`;
    let known = newest.get(key);
    if (known?.last !== window.last) {
      const addressOf = (number: number) =>
        signSegment({ videoId, rung, name: String(number) }, liveAddressExpiresAt(number, segmentSeconds));
      const playlist = livePlaylist(window, { ...factsOf(rung, request), addressOf });
      const delta = deltaText(playlist, Math.round(segmentSeconds));
      known = { last: window.last, whole: playlistText(playlist), delta };
      newest.set(key, known);
    }
    return isDelta ? known.delta : known.whole;
  };

  /** A player that asks for the next segment is answered when it appears. */
  const appeared = async (msn: number, request: PlaylistRequest): Promise<PlaylistRequest> => {
    const { last } = liveWindow(request.nowMs, segmentSeconds);
    if (msn <= last) return request;
    if (msn > last + aheadSegments) throw new WaitRefused();
    const appearsMs = segmentStartsAt(msn + 1, segmentSeconds).getTime();
    await new Promise((resolve) => setTimeout(resolve, appearsMs - request.nowMs));
    return { ...request, nowMs: appearsMs };
  };

  return {
    masterPlaylist: (mode) => masterPlaylist(video.rungs, { mode, isIndependent: true }),
    mediaPlaylist(rung, request) {
      if (video.init(rung) === undefined) return undefined;
      if (request.mode === 'live') {
        if (request.wait === undefined) return livePlaylistOf(rung, request);
        return appeared(request.wait.msn, request).then((later) => livePlaylistOf(rung, later));
      }
      return playlistText(replayPlaylist(replayLoops * loopSegments, factsOf(rung, request)));
    },
    init: (rung, name) => (name === 'init' ? video.init(rung) : undefined),
    segment: (rung, name) => (isNumber(name) ? video.segment(rung, Number(name)) : undefined),
    lists: (rung, name) =>
      isNumber(name) && isRecorded(Number(name), video) && video.init(rung) !== undefined,
  };
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
