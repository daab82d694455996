import { type Chapter, chapterAt } from '../chapters.ts';
import type { MediaPlayer } from '../media-player.ts';
import type { PlayerState } from '../player-state.ts';
import { usePlayerState } from '../use-player-state.ts';
import { usePreferences } from '../use-preferences.ts';
import { Slider } from './slider.tsx';
import { behindText, clockText, positionText } from './time-text.ts';

const stepS = 5;
/** A shorter live window has no seek bar. */
const shortestWindowS = 10;
/** The bar of a live stream grows by this, so that it does not change each second. */
const liveScaleS = 30;
/** The bar of a replay of hidden length always goes on for this long, whatever is left (docs/product.md, 33.3). */
const aheadS = 600;

interface RecordingProps {
  player: MediaPlayer;
  /** Those that may be seen. */
  chapters: readonly Chapter[];
}

/** Seeks in a recording or in the DVR window of a live stream. */
export function SeekBar({ player, chapters }: RecordingProps) {
  const isLive = usePlayerState(player, (state) => state.isLive);
  const hasWindow = usePlayerState(
    player,
    ({ windowEnd, windowStart }) => windowEnd - windowStart >= shortestWindowS,
  );
  const { showsLength } = usePreferences();
  if (!hasWindow) return null;
  if (isLive) return <LiveBar player={player} />;
  return showsLength ? (
    <WholeBar player={player} chapters={chapters} />
  ) : (
    <OpenBar player={player} chapters={chapters} />
  );
}

/** Values are seconds from the edge, so that nothing moves while the viewer is there. */
function LiveBar({ player }: { player: MediaPlayer }) {
  const length = usePlayerState(
    player,
    ({ windowEnd, windowStart }) => Math.ceil((windowEnd - windowStart) / liveScaleS) * liveScaleS,
  );
  // At the edge the latency varies by a second or two; the bar stays full.
  const value = usePlayerState(player, ({ isAtEdge, currentTime, windowEnd }) =>
    isAtEdge ? 0 : currentTime - windowEnd,
  );
  const buffered = usePlayerState(player, ({ isAtEdge, bufferedEnd, windowEnd }) =>
    isAtEdge ? 0 : bufferedEnd - windowEnd,
  );
  return (
    <Slider
      label="Position"
      min={-length}
      max={0}
      value={value}
      step={stepS}
      secondary={buffered}
      valueText={(at) => behindText(-at)}
      hint={(at) => (at > -1 ? 'Live' : `-${clockText(-at)}`)}
      onCommit={(at) => player.seekTo(player.getState().windowEnd + at)}
    />
  );
}

const positionOf = ({ currentTime, windowStart }: PlayerState) => currentTime - windowStart;

/** "4:05 · Main event" */
function withTitle(text: string, { player, chapters }: RecordingProps, at: number) {
  const title = chapters[chapterAt(chapters, player.getState().windowStart + at)]?.title;
  return title ? `${text} · ${title}` : text;
}

const marksOf = ({ player, chapters }: RecordingProps) =>
  chapters.map(({ start }) => start - player.getState().windowStart);

/** The whole recording, for a viewer who asked for its length. */
function WholeBar(props: RecordingProps) {
  const { player } = props;
  const length = usePlayerState(player, ({ windowEnd, windowStart }) => windowEnd - windowStart);
  const position = usePlayerState(player, positionOf);
  const buffered = usePlayerState(player, ({ bufferedEnd, windowStart }) => bufferedEnd - windowStart);
  return (
    <Slider
      label="Position"
      min={0}
      max={length}
      value={position}
      step={stepS}
      secondary={buffered}
      valueText={(at) => withTitle(positionText(at, length), props, at)}
      hint={(at) => withTitle(clockText(at), props, at)}
      marks={marksOf(props)}
      onCommit={(at) => player.seekTo(player.getState().windowStart + at)}
    />
  );
}

/**
 * What was played and ten minutes more, until it is played out. Neither its end nor its buffer says how much of the
 * fight is left.
 */
function OpenBar(props: RecordingProps) {
  const { player } = props;
  const position = usePlayerState(player, positionOf);
  const isEnded = usePlayerState(player, (state) => state.isEnded);
  return (
    <Slider
      label="Position"
      min={0}
      max={isEnded ? position : position + aheadS}
      value={position}
      step={stepS}
      valueText={(at) => withTitle(positionText(at, null), props, at)}
      hint={(at) => withTitle(clockText(at), props, at)}
      marks={marksOf(props)}
      onCommit={(at) => player.seekTo(player.getState().windowStart + at)}
    />
  );
}
