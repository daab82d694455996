/**
 * How far a live player stays behind the edge (docs/product.md, 16.15). hls.js adds a second to its target for each stall
 * and never takes it back; this takes it back in small steps. Where stalls go on, parts are too much for the network.
 */
import type Hls from 'hls.js';
import type { LevelDetails } from 'hls.js';

/** Above the distance that the playlist demands: at that distance itself players stall now and then. */
const marginS = 0.2;
const [stepS, stepAfterMs] = [0.25, 7_000];
/** This many stalls in this time are too many. */
const [tooManyStalls, withinMs] = [3, 60_000];
/** With answers this late, so many in a row, parts come too late: each is asked for when the one before is there. */
const [lateMs, lateAnswers] = [1000, 2];
/** An answer about the playlist, two about a segment whose name leads to its address, and one in reserve. */
const answersBehind = 4;
/** What players of whole segments stay behind (RFC 8216bis, HOLD-BACK). */
const targetDurationsBehind = 3;
/**
 * hls.js starts some seconds behind, and plays a little faster until it is at its target; started slowly, it is too far
 * behind for that and stays there. So one that has just started goes where it belongs, once.
 */
const [startTooFarS, startWithinMs] = [1, 10_000];
/** A player this close to the end of a lost feed has seen all of it. */
const playedOutS = 1;

type Details = Pick<
  LevelDetails,
  'live' | 'partHoldBack' | 'targetduration' | 'edge' | 'fragmentStart' | 'endCC'
>;

export function createLiveLatency(video: HTMLVideoElement, now: () => number) {
  let usesParts = true;
  let stalledAt: number[] = [];
  let late = { count: 0, ms: 0 };
  let quietSince = now();
  let feed: Pick<Details, 'endCC' | 'edge'> | undefined;
  let [known, applied]: [Hls | undefined, number] = [undefined, 0];
  let start: { until: number; from: number | undefined } | undefined;

  const lowest = ({ partHoldBack, targetduration }: Details) =>
    usesParts
      ? partHoldBack + marginS
      : targetDurationsBehind * targetduration + (answersBehind * late.ms) / 1000;

  /** Plays whole segments from now on. What was played lies in the buffer: it goes on there at once, with time to spare. */
  function leaveParts(hls: Hls, details: Details) {
    usesParts = false;
    hls.lowLatencyMode = false;
    applied = lowest(details);
    hls.targetLatency = applied;
    const position = Math.max(details.fragmentStart, details.edge - applied);
    if (position < video.currentTime) video.currentTime = position;
  }

  /** The slate comes, or another encoder does: it was the feed that stalled, not the network. */
  function onNewFeed(endOfOld: number, position: number) {
    stalledAt = [];
    // The slate also fills the seconds in which nothing came. To play them would leave the player as far behind.
    const hasPlayedOut =
      video.readyState <= video.HAVE_CURRENT_DATA && video.currentTime > endOfOld - playedOutS;
    if (!video.paused && hasPlayedOut && position > video.currentTime) video.currentTime = position;
  }

  function catchUpAtStart(position: number) {
    if (start === undefined || video.readyState < video.HAVE_CURRENT_DATA) return;
    start.from ??= video.currentTime;
    const missingS = position - video.currentTime;
    // Somebody paused or looked back meanwhile.
    const isMoved = video.paused || video.currentTime < start.from;
    if (isMoved || missingS <= startTooFarS || now() > start.until) {
      start = undefined;
    } else if (isBuffered(video, position)) {
      start = undefined;
      video.currentTime = position;
    }
  }

  return {
    /** Call it when a stream is opened at its edge. */
    onOpen() {
      start = { until: now() + startWithinMs, from: undefined };
    },

    /** Call it when the stream begins at a moment behind its edge instead. */
    onMoment() {
      start = undefined;
    },

    /** Answers come too late for one segment after the other. */
    isLate: () => !usesParts && late.ms > lateMs,

    /** False once parts have stalled too often, or have come too late. */
    usesParts: () => usesParts,

    /** Call it when loading starts: a paused player does not stall, but that proves nothing. */
    onStart() {
      quietSince = now();
    },

    onPlaylist(hls: Hls, details: Details) {
      if (!details.live || details.partHoldBack <= 0) return;
      const goal = lowest(details);
      const target = hls.targetLatency ?? goal;
      const isNewFeed = feed !== undefined && feed.endCC !== details.endCC;
      if (isNewFeed) onNewFeed(feed?.edge ?? 0, details.edge - goal);
      feed = { endCC: details.endCC, edge: details.edge };
      catchUpAtStart(details.edge - goal);
      if (hls !== known || applied !== goal || isNewFeed) hls.targetLatency = goal;
      else if (target <= goal || now() - quietSince < stepAfterMs) return;
      else hls.targetLatency = Math.max(goal, target - stepS);
      [known, applied] = [hls, goal];
      quietSince = now();
    },

    /** hls.js has reported a stall, and raised its target. */
    onStall(hls: Hls) {
      const details = hls.latestLevelDetails;
      if (!details?.live || details.partHoldBack <= 0 || !usesParts) return;
      quietSince = now();
      stalledAt = [...stalledAt.filter((at) => at > quietSince - withinMs), quietSince];
      if (stalledAt.length < tooManyStalls) return;
      leaveParts(hls, details);
    },

    /** A part or a segment was asked for; its answer began so much later. */
    onAnswer(hls: Hls, ms: number) {
      late = ms > lateMs ? { count: late.count + 1, ms: Math.max(late.ms, ms) } : { ...late, count: 0 };
      const details = hls.latestLevelDetails;
      if (!details?.live || details.partHoldBack <= 0 || !usesParts || late.count < lateAnswers) return;
      leaveParts(hls, details);
    },
  };
}

/** Whether the element has this position, so that playing goes on there at once. */
export function isBuffered({ buffered }: HTMLVideoElement, position: number): boolean {
  return Array.from({ length: buffered.length }, (_, at) => at).some(
    (at) => buffered.start(at) <= position && position < buffered.end(at),
  );
}
