import '@mantine/core/styles/Progress.layer.css';
import { Button, FileButton, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './film-section.module.css';
import {
  beginUpload,
  filmUploads,
  forgetUpload,
  goOn,
  isSameFile,
  pauseUpload,
  type RunningUpload,
} from './film-uploads.ts';
import { filmProblemInWords, percentOf, sizeInWords } from './film-words.ts';
import { deleteFilm, type Film, filmQueries, type StreamPath } from './films.queries.ts';

interface Props {
  path: StreamPath;
  /** Whether there is a recording that a film takes the place of. */
  hasRecording: boolean;
}

/** A film from a file, as the replay of a stream. */
export function FilmSection({ path, hasRecording }: Props) {
  const queryClient = useQueryClient();
  const { data: films } = useQuery(filmQueries.of(path));
  const uploads = useSyncExternalStore(filmUploads.subscribe, filmUploads.get);
  const action = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) =>
      showToast({
        id: 'film',
        tone: 'warning',
        title: 'That did not work',
        description: isProblem(error) ? error.detail : 'The server could not be reached. Try again.',
      }),
    onSettled: () => queryClient.invalidateQueries(),
    meta: { showsProblem: true },
  });
  const [newest] = films ?? [];
  const shown = films?.find(({ state }) => state === 'ready');
  const begin = (file: File | null) => file && action.mutate(() => beginUpload(path, file));
  const remove = (film: Film) => {
    forgetUpload(path);
    action.mutate(() => deleteFilm(path, film.id));
  };

  function choose(film: Film, file: File | null) {
    if (file === null) return;
    if (isSameFile(film, file)) return goOn(path, film, file);
    showToast({
      id: 'film',
      tone: 'warning',
      title: 'That is another file',
      description: `The upload of ${film.fileName}, ${sizeInWords(film.size)}, has begun. Choose that file, or cancel it first.`,
    });
  }

  async function takeAway(film: Film) {
    const description = hasRecording
      ? 'The film is deleted, and viewers get the recording of the broadcast again.'
      : 'The film is deleted, and the stream has no replay.';
    if (await confirm({ title: `Delete ${film.fileName}?`, description })) remove(film);
  }

  if (films === undefined) return null;
  const running = uploads.get(path.liveStreamId);
  return (
    <section className={classes.section} aria-label="Film from a file">
      {shown ? (
        <p>
          The replay is the film <strong>{shown.fileName}</strong>, {sizeInWords(shown.size)}.
        </p>
      ) : null}
      {newest?.state === 'failed' && newest.problem ? (
        <p role="alert" className={classes.problem}>
          {newest.fileName} was refused. {filmProblemInWords(newest)}
        </p>
      ) : null}
      {newest?.state === 'packaging' ? (
        <Bar label={`Making the replay of ${newest.fileName}`} percent={newest.progress} />
      ) : null}
      {newest?.state === 'receiving' ? (
        <Uploading film={newest} running={running?.film.id === newest.id ? running : undefined} />
      ) : null}
      <div className={classes.actions}>
        {newest?.state === 'receiving' && running?.state === 'sending' ? (
          <Button variant="default" onClick={() => pauseUpload(path)}>
            Pause
          </Button>
        ) : null}
        {newest?.state === 'receiving' && running && running.state !== 'sending' ? (
          <Button onClick={() => goOn(path, newest, running.file)}>Go on</Button>
        ) : null}
        {newest?.state === 'receiving' && !running ? (
          <FileButton accept="video/mp4,.mp4,.m4v" onChange={(file) => choose(newest, file)}>
            {(props) => <Button {...props}>Choose {newest.fileName} again</Button>}
          </FileButton>
        ) : null}
        {newest?.state === 'receiving' || newest?.state === 'packaging' ? (
          <Button variant="default" onClick={() => remove(newest)}>
            Cancel the upload
          </Button>
        ) : (
          <FileButton accept="video/mp4,.mp4,.m4v" onChange={begin}>
            {(props) => (
              <Button variant="default" loading={action.isPending} {...props}>
                {shown ? 'Upload another film' : 'Upload a film'}
              </Button>
            )}
          </FileButton>
        )}
        {shown ? (
          <Button variant="default" disabled={action.isPending} onClick={() => takeAway(shown)}>
            {hasRecording ? 'Restore the recording' : 'Delete the film'}
          </Button>
        ) : null}
      </div>
      {newest?.state === 'receiving' || newest?.state === 'packaging' ? null : (
        <p className={classes.note}>
          An MP4 with H.264 and AAC of at most 20 GB becomes the replay
          {hasRecording ? ', in place of the recording' : ''}. Nothing is encoded anew.
        </p>
      )}
    </section>
  );
}

const words: Record<RunningUpload['state'], string> = {
  sending: 'Uploading',
  paused: 'Paused:',
  waiting: 'The network is away. It goes on by itself:',
  refused: 'Refused:',
};

function Uploading({ film, running }: { film: Film; running: RunningUpload | undefined }) {
  const { received } = running?.film ?? film;
  const percent = percentOf({ received, size: film.size });
  const isServerAway = running?.state === 'waiting' && running.reason !== undefined;
  const what = isServerAway
    ? 'The server does not take it now. It goes on by itself:'
    : running
      ? words[running.state]
      : 'The upload waits for its file:';
  const amount = `${sizeInWords(received)} of ${sizeInWords(film.size)}`;
  return (
    <>
      <Bar label={`${what} ${film.fileName}, ${amount}`} percent={percent} />
      {running?.reason ? <p className={classes.problem}>{running.reason}</p> : null}
    </>
  );
}

function Bar({ label, percent }: { label: string; percent: number }) {
  return (
    <div className={classes.bar}>
      <p className="tabular" role="status">
        {label} ({percent} %)
      </p>
      <Progress value={percent} aria-label={label} size="lg" />
    </div>
  );
}
