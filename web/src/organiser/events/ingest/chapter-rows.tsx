import { Button } from '@mantine/core';
import { boutName } from '@ringside/rules/bout-words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem } from '../../../api/problem.ts';
import { clockText } from '../../../media/controls/time-text.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './chapters-dialog.module.css';
import { type Bout, type Chapter, deleteChapter, type StreamPath, setChapter } from './ingest.queries.ts';

interface Props {
  path: StreamPath;
  bouts: readonly Bout[];
  chapters: readonly Chapter[];
  seekTo: (seconds: number) => void;
  /** The time of the picture on the screen. */
  shownAt: () => number;
}

/** The bouts of the block with their beginnings. Each press is stored at once. */
export function ChapterRows({ path, bouts, chapters, seekTo, shownAt }: Props) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) =>
      showToast({
        id: 'chapter',
        tone: 'warning',
        title: 'The beginning is not stored',
        description: isProblem(error) ? error.detail : 'The server could not be reached. Try again.',
      }),
    onSettled: () => queryClient.invalidateQueries(),
    meta: { showsProblem: true },
  });
  if (bouts.length === 0) return <p className={classes.note}>The card has no bouts in this block yet.</p>;
  return (
    <ol className={classes.bouts} aria-label="Where the fights begin">
      {bouts.map((bout) => {
        const seconds = chapters.find(({ boutId }) => boutId === bout.id)?.seconds;
        const name = boutName(bout);
        return (
          <li key={bout.id} className={classes.bout}>
            <span className={classes.name}>{name}</span>
            {seconds === undefined ? (
              <span className={`${classes.note} ${classes.start}`}>Not set</span>
            ) : (
              <Button
                variant="subtle"
                className={`tabular ${classes.start}`}
                aria-label={`${clockText(seconds)}: go to the start of ${name}`}
                onClick={() => seekTo(seconds)}
              >
                {clockText(seconds)}
              </Button>
            )}
            <Button
              variant="default"
              aria-label={`${name} starts here`}
              onClick={() => change.mutate(() => setChapter(path, bout.id, shownAt()))}
            >
              Starts here
            </Button>
            <Button
              variant="default"
              aria-label={`Remove the start of ${name}`}
              disabled={seconds === undefined}
              onClick={() => change.mutate(() => deleteChapter(path, bout.id))}
            >
              Remove
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
