import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconVolumeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { openEngine } from '../../media/engine/open-engine.ts';
import type { MediaPlayer } from '../../media/media-player.ts';
import { PlayerSurface } from '../../media/player-surface.tsx';
import { Stage } from '../../media/stage.tsx';
import { usePlayerState } from '../../media/use-player-state.ts';
import { createPreview, type PreviewParts } from './preview.ts';
import classes from './preview-player.module.css';
import { previewsAtOnce } from './preview-slots.ts';
import { useIsSeen } from './use-is-seen.ts';
import { usePreviewSlot } from './use-preview-slot.ts';

/** All values are in seconds. */
export interface SeekablePreview {
  seekTo(position: number): void;
  position(): number;
  /** When the picture on the screen was taken, in milliseconds since 1970; null: it has no clock. */
  takenAt(): number | null;
}

interface Props {
  /** The name of the stream. */
  title: string;
  sign: PreviewParts['sign'];
  /** Shown until the first frame. */
  poster: ReactNode;
  /** Called when there is a picture to seek in. */
  onSeekable?: (preview: SeekablePreview) => void;
}

/** A muted picture of a stream that plays while somebody can see it. */
export function PreviewPlayer({ title, sign, poster, onSeekable }: Props) {
  const frame = useRef<HTMLElement>(null);
  const isSeen = useIsSeen(frame);
  const [isStopped, setIsStopped] = useState(false);
  const isWanted = isSeen && !isStopped;
  const slot = usePreviewSlot(isWanted);
  return (
    <section ref={frame} className={classes.frame} aria-label={`Preview: ${title}`}>
      <PreviewPicture
        title={title}
        sign={sign}
        poster={poster}
        onSeekable={onSeekable}
        isWanted={isWanted}
        mayRun={slot === 'held'}
      />
      <div className={classes.bar}>
        <ActionIcon
          className={classes.button}
          variant="transparent"
          aria-label={isStopped ? `Play the preview of ${title}` : `Pause the preview of ${title}`}
          onClick={() => setIsStopped(!isStopped)}
        >
          {isStopped ? (
            <IconPlayerPlayFilled size={18} aria-hidden />
          ) : (
            <IconPlayerPauseFilled size={18} aria-hidden />
          )}
        </ActionIcon>
        <span className={classes.note}>
          <IconVolumeOff size={16} aria-hidden />
          {slot === 'waiting' ? `${previewsAtOnce} play already: pause one` : 'Preview, no sound'}
        </span>
      </div>
    </section>
  );
}

interface PictureProps extends Omit<Props, 'onSeekable'> {
  onSeekable: Props['onSeekable'];
  isWanted: boolean;
  /** Without it the preview ends, and lets go of its decoder and its buffer. */
  mayRun: boolean;
}

function PreviewPicture({ title, sign, poster, onSeekable, isWanted, mayRun }: PictureProps) {
  const latestSign = useRef(sign);
  latestSign.current = sign;
  const [preview, setPreview] = useState<ReturnType<typeof createPreview>>();
  useEffect(() => {
    if (!mayRun) return;
    const created = createPreview(title, { sign: () => latestSign.current(), openEngine });
    setPreview(created);
    return () => {
      created.end();
      setPreview(undefined);
    };
  }, [mayRun, title]);
  useEffect(() => preview?.setWanted(isWanted), [preview, isWanted]);
  if (!preview) return <Stage poster={poster} />;
  return <StartedPicture preview={preview} poster={poster} onSeekable={onSeekable} />;
}

function StartedPicture({
  preview,
  poster,
  onSeekable,
}: Pick<PictureProps, 'poster' | 'onSeekable'> & { preview: ReturnType<typeof createPreview> }) {
  const state = useSyncExternalStore(preview.subscribe, preview.getState);
  const player = state.phase === 'playing' ? state.player : undefined;
  useEffect(() => {
    if (player)
      onSeekable?.({
        seekTo: player.seekTo,
        position: () => player.video.currentTime,
        takenAt: () => player.figures().takenAt,
      });
  }, [player, onSeekable]);
  if (state.phase === 'playing') return <PlayingPicture player={state.player} poster={poster} />;
  return (
    <Stage poster={poster} isDimmed={state.phase === 'failed'}>
      {state.phase === 'connecting' ? (
        <Loader className={classes.loading} size={36} color="white" aria-label="Loading" />
      ) : (
        <div className={classes.failed}>
          <p role="status">
            {state.error.code === 'refused' ? 'There is no picture of this stream.' : 'The picture was lost.'}
          </p>
          <Button size="sm" variant="white" onClick={preview.retry}>
            Try again
          </Button>
        </div>
      )}
    </Stage>
  );
}

function PlayingPicture({ player, poster }: { player: MediaPlayer; poster: ReactNode }) {
  const hasFrame = usePlayerState(player, (state) => state.hasFrame);
  const isReconnecting = usePlayerState(player, (state) => state.isReconnecting);
  const behind = useLatency(player);
  return (
    <div className={classes.video}>
      <PlayerSurface player={player} />
      {hasFrame ? null : <div className={classes.poster}>{poster}</div>}
      {isReconnecting ? (
        <p role="status" className={classes.reconnecting}>
          Reconnecting
        </p>
      ) : null}
      {hasFrame && behind !== null ? (
        <p className={classes.behind}>{`${behind.toFixed(1)} s behind live`}</p>
      ) : null}
    </div>
  );
}

/** Seconds behind the newest picture, read once a second; null for a recording. */
function useLatency(player: MediaPlayer) {
  const [latency, setLatency] = useState<number | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setLatency(player.figures().latency), 1000);
    return () => clearInterval(timer);
  }, [player]);
  return latency;
}
