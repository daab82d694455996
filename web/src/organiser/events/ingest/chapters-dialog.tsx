import '@mantine/core/styles/Slider.layer.css';
import { Button, Skeleton, Slider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { clockText, spokenDuration } from '../../../media/controls/time-text.ts';
import { PictureFallback } from '../../../ui/pictures/picture-fallback.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { PreviewPlayer, type SeekablePreview } from '../../preview/preview-player.tsx';
import { signPreview } from '../preview-calls.ts';
import { ChapterRows } from './chapter-rows.tsx';
import classes from './chapters-dialog.module.css';
import { ingestQueries, type StreamPath } from './ingest.queries.ts';

interface Props {
  path: StreamPath;
  name: string;
  /** Bells say nothing of it. */
  isFilm: boolean;
}

const readEveryMs = 250;
const steps = [-10, -1, 1, 10];

/** Where the bouts begin in a replay: the whole recording or film plays, and each bout is set at the picture that is shown. */
export function ChaptersDialog({ path, name, isFilm }: Props) {
  const places = useQuery(ingestQueries.cutPlaces(path));
  const bouts = useQuery(ingestQueries.bouts(path));
  const chapters = useQuery(ingestQueries.chapters(path));
  const preview = useRef<SeekablePreview>(undefined);
  const [position, setPosition] = useState(0);
  useEffect(() => {
    const timer = setInterval(
      () => setPosition((before) => preview.current?.position() ?? before),
      readEveryMs,
    );
    return () => clearInterval(timer);
  }, []);
  const onSeekable = useCallback((next: SeekablePreview) => {
    preview.current = next;
  }, []);
  if (!places.data || !bouts.data || !chapters.data) {
    const retry = () => Promise.all([places.refetch(), bouts.refetch(), chapters.refetch()]);
    const isError = places.isError || bouts.isError || chapters.isError;
    return isError ? <ErrorState onRetry={() => void retry()} /> : <Skeleton height={420} />;
  }
  // The last moment of a video has no picture behind it.
  const last = Math.max(0, places.data.seconds - 0.1);
  function seekTo(seconds: number) {
    const next = Math.min(last, Math.max(0, seconds));
    setPosition(next);
    preview.current?.seekTo(next);
  }
  return (
    <div className={classes.dialog}>
      <PreviewPlayer
        // Another preview may stand below this dialog.
        title={`${name}, the whole replay`}
        sign={() => signPreview(path, { isWhole: true })}
        poster={<PictureFallback />}
        onSeekable={onSeekable}
      />
      <div className={classes.slider}>
        <Slider
          min={0}
          max={last}
          step={0.1}
          value={position}
          onChange={seekTo}
          label={clockText}
          thumbLabel="Position in the video"
          thumbProps={{ 'aria-valuetext': spokenDuration(position) }}
          size="lg"
        />
      </div>
      <div className={classes.place}>
        <p className={`tabular ${classes.time}`}>
          {clockText(position)} <span>of {clockText(places.data.seconds)}</span>
        </p>
        {steps.map((step) => (
          <Button
            key={step}
            variant="default"
            onClick={() => seekTo((preview.current?.position() ?? 0) + step)}
          >
            {`${step < 0 ? '−' : '+'}${Math.abs(step)} s`}
          </Button>
        ))}
      </div>
      <ChapterRows
        path={path}
        bouts={bouts.data}
        chapters={chapters.data}
        seekTo={seekTo}
        shownAt={() => Math.min(last, Math.round((preview.current?.position() ?? position) * 10) / 10)}
      />
      <p className={classes.note}>
        {isFilm
          ? 'A film does not know the bells: only what is set here becomes a chapter for viewers. It goes with the film.'
          : 'What is set here counts in place of the bell.'}{' '}
        Trimming the replay moves nothing away from its picture.
      </p>
    </div>
  );
}
