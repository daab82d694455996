import '@mantine/core/styles/Slider.layer.css';
import { Button, RangeSlider, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { clockText } from '../../../media/controls/time-text.ts';
import { PictureFallback } from '../../../ui/pictures/picture-fallback.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { PreviewPlayer, type SeekablePreview } from '../../preview/preview-player.tsx';
import { signPreview } from '../preview-calls.ts';
import { ingestQueries, restoreReplay, type StreamPath, type Trim, trimReplay } from './ingest.queries.ts';
import classes from './trim-dialog.module.css';
import {
  nearestPlace,
  type PlaceRange,
  rangeOf,
  spokenPlace,
  trimInWords,
  trimOf,
  withEnd,
  withStart,
} from './trim-range.ts';

interface Props {
  path: StreamPath;
  name: string;
  trim: Trim | null;
  close: () => void;
}

/** Where the replay of a broadcast begins and ends. The whole recording plays beside it. */
export function TrimDialog(props: Props) {
  const { data, isError, refetch } = useQuery(ingestQueries.cutPlaces(props.path));
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <Skeleton height={320} />;
  return <TrimForm {...props} places={data.cutPlaces} />;
}

/** What is seen of the end: not a picture after it. */
const beforeEndSeconds = 1.5;

function TrimForm({ path, name, trim, close, places }: Props & { places: number[] }) {
  const queryClient = useQueryClient();
  const preview = useRef<SeekablePreview>(undefined);
  const [range, setRange] = useState<PlaceRange>(() => rangeOf(places, trim));
  const [start, end] = range;
  const wanted = trimOf(places, range);
  const last = places.length - 1;
  const save = useMutation({
    mutationFn: async () => {
      if (start === 0 && end === last) await restoreReplay(path);
      else await trimReplay(path, wanted);
    },
    onSuccess: () => {
      showToast({
        id: 'trim',
        tone: 'success',
        title: 'The replay is trimmed',
        description: `It shows ${trimInWords(wanted)}. Viewers who open it from now on see that.`,
      });
      close();
    },
    onError: (error) =>
      showToast({
        id: 'trim',
        tone: 'warning',
        title: 'The replay was not trimmed',
        description: isProblem(error) ? error.detail : 'The server could not be reached. Try again.',
      }),
    onSettled: () => queryClient.invalidateQueries(),
    meta: { showsProblem: true },
  });

  function change(next: PlaceRange) {
    setRange(next);
    const { startSeconds, endSeconds } = trimOf(places, next);
    if (next[0] !== start) preview.current?.seekTo(startSeconds);
    else if (next[1] !== end) preview.current?.seekTo(Math.max(startSeconds, endSeconds - beforeEndSeconds));
  }
  const placeNow = () => nearestPlace(places, preview.current?.position() ?? 0);
  const onSeekable = useCallback((next: SeekablePreview) => {
    preview.current = next;
  }, []);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <PreviewPlayer
        // Another preview may stand below this dialog.
        title={`${name}, the whole replay`}
        sign={() => signPreview(path, { isWhole: true })}
        poster={<PictureFallback />}
        onSeekable={onSeekable}
      />
      <div className={classes.slider}>
        <RangeSlider
          {...{
            min: 0,
            max: last,
            step: 1,
            minRange: 1,
            pushOnOverlap: false,
            value: range,
            onChange: change,
          }}
          label={(place) => clockText(places[place] ?? 0)}
          thumbFromLabel="Start of the replay"
          thumbToLabel="End of the replay"
          thumbValueText={(place) => spokenPlace(places, place)}
          size="lg"
        />
      </div>
      <dl className={`tabular ${classes.times}`} aria-live="polite">
        <div>
          <dt>Start</dt>
          <dd>{clockText(wanted.startSeconds)}</dd>
          <Button size="compact-sm" variant="default" onClick={() => change(withStart(range, placeNow()))}>
            Start here
          </Button>
        </div>
        <div>
          <dt>End</dt>
          <dd>{clockText(wanted.endSeconds)}</dd>
          <Button size="compact-sm" variant="default" onClick={() => change(withEnd(range, placeNow()))}>
            End here
          </Button>
        </div>
        <div>
          <dt>Length</dt>
          <dd>{clockText(wanted.endSeconds - wanted.startSeconds)}</dd>
          <span className={classes.of}>of {clockText(places[last] ?? 0)}</span>
        </div>
      </dl>
      <p className={classes.note}>
        Both ends are at key frames, so nothing is encoded anew. The recording stays whole: you can change or
        undo this at any time.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Trim the replay
        </Button>
      </div>
    </form>
  );
}
