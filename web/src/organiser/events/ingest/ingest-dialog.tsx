import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { PictureFallback } from '../../../ui/pictures/picture-fallback.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { PreviewPlayer } from '../../preview/preview-player.tsx';
import { TurnedAway } from '../../turned-away/turned-away.tsx';
import { signPreview } from '../preview-calls.ts';
import { ChaptersDialog } from './chapters-dialog.tsx';
import { FilmSection } from './film-section.tsx';
import { HealthCharts } from './health-charts.tsx';
import {
  createIngest,
  deleteIngest,
  endBroadcast,
  type Ingest,
  ingestQueries,
  keepEncoder,
  recordingHref,
  replaceStreamKey,
  restoreReplay,
  type StreamKey,
} from './ingest.queries.ts';
import classes from './ingest-dialog.module.css';
import { atProvider, endQuestion, healthFacts, warningsInWords, wordsOf } from './ingest-words.ts';
import { KeepEncoderButton } from './keep-encoder-button.tsx';
import { StreamKeyCard } from './stream-key-card.tsx';
import { TrimDialog } from './trim-dialog.tsx';
import { trimInWords } from './trim-range.ts';

interface Props {
  path: { eventId: string; blockId: string; liveStreamId: string };
  name: string;
}

/** Live ingest of one stream: set up, "is my picture arriving?", and the end of the broadcast. */
export function IngestDialog({ path, name }: Props) {
  const queryClient = useQueryClient();
  const [streamKey, setStreamKey] = useState<StreamKey>();
  const { data: ingest, isError, refetch } = useQuery(ingestQueries.of(path));
  const action = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) =>
      showToast({
        id: 'ingest',
        tone: 'warning',
        title: 'That did not work',
        description: isProblem(error) ? error.detail : 'The server could not be reached. Try again.',
      }),
    onSettled: () => queryClient.invalidateQueries(),
    meta: { showsProblem: true },
  });
  const showKey = (make: typeof createIngest) => action.mutate(async () => setStreamKey(await make(path)));

  if (ingest === undefined) return isError ? <ErrorState onRetry={refetch} /> : <Skeleton height={240} />;
  if (ingest === null) {
    return (
      <div className={classes.dialog}>
        <p>
          Publish the picture of your camera with OBS, ffmpeg or a hardware encoder. You get an address and a
          key for it. The stream then shows your broadcast instead of its video, and the recording afterwards.
        </p>
        <div className={classes.actions}>
          <Button loading={action.isPending} onClick={() => showKey(createIngest)}>
            Go live with an encoder
          </Button>
        </div>
        <FilmSection path={path} hasRecording={false} />
      </div>
    );
  }

  async function ask(title: string, description: string, run: () => void) {
    if (await confirm({ title, description })) run();
  }
  const { state } = ingest;
  const isOpen = state !== 'ended';
  const canTrim = state === 'ended' && ingest.provider === null && ingest.recording.seconds > 0;
  return (
    <div className={classes.dialog}>
      {streamKey ? <StreamKeyCard streamKey={streamKey} /> : null}
      <IngestState ingest={ingest}>
        <KeepEncoderButton
          ingest={ingest}
          name={name}
          isRunning={action.isPending}
          keep={() => action.mutate(() => keepEncoder(path))}
        />
        <TurnedAway attempts={ingest.attempts} stream={ingest} />
      </IngestState>
      {state === 'live' || state === 'interrupted' || (state === 'ended' && ingest.recording.seconds > 0) ? (
        <PreviewPlayer
          key={state === 'ended' ? `replay ${JSON.stringify([ingest.trim, ingest.film])}` : 'live'}
          title={name}
          sign={() => signPreview(path)}
          poster={<PictureFallback />}
        />
      ) : null}
      {ingest.trim ? (
        <p>
          The replay shows {trimInWords(ingest.trim)} of the recording. Viewers do not get the rest, and
          neither does a download.
        </p>
      ) : null}
      <div className={classes.actions}>
        {isOpen && ingest.startedAt ? (
          <Button
            color="red"
            loading={action.isPending}
            onClick={() =>
              ask(endQuestion.title, endQuestion.description, () => action.mutate(() => endBroadcast(path)))
            }
          >
            End broadcast
          </Button>
        ) : null}
        <Button
          variant="default"
          disabled={action.isPending}
          onClick={() =>
            ask(
              'Make a new key?',
              isOpen
                ? 'The key of now opens nothing any more, and an encoder that uses it is cut off at once.'
                : `The broadcast is open again, and its recording goes on where it stopped.${ingest.trim ? ' Its replay will be whole again.' : ''}`,
              () => showKey(replaceStreamKey),
            )
          }
        >
          New key
        </Button>
        {canTrim ? (
          <Button
            variant="default"
            disabled={action.isPending}
            onClick={() => {
              const close = openModal({
                title: `Trim the replay of ${name}`,
                size: 'lg',
                content: () => <TrimDialog {...{ path, name, trim: ingest.trim }} close={() => close()} />,
              });
            }}
          >
            Trim the replay
          </Button>
        ) : null}
        {canTrim ? (
          <Button
            variant="default"
            onClick={() =>
              openModal({
                title: `Fights in the replay of ${name}`,
                size: 'lg',
                content: () => <ChaptersDialog {...{ path, name, isFilm: ingest.film !== null }} />,
              })
            }
          >
            Set where fights begin
          </Button>
        ) : null}
        {ingest.trim ? (
          <Button
            variant="default"
            disabled={action.isPending}
            onClick={() => action.mutate(() => restoreReplay(path))}
          >
            Restore whole recording
          </Button>
        ) : null}
        {state === 'ended' && ingest.recording.seconds > 0 ? (
          // A link, because the file may be larger than the memory of a browser.
          <Button component="a" variant="default" href={recordingHref(path)} download>
            {ingest.film ? 'Download the film' : 'Download the recording'}
          </Button>
        ) : null}
        {state === 'idle' || state === 'ended' ? (
          <Button
            variant="default"
            disabled={action.isPending}
            onClick={() =>
              ask(
                'Remove live ingest?',
                ingest.provider
                  ? `The stream shows its earlier video again, and the key opens nothing any more. Recordings stay at ${ingest.provider}.`
                  : 'The stream shows its earlier video again, and recording and film are deleted. This cannot be undone.',
                () =>
                  action.mutate(async () => {
                    await deleteIngest(path);
                    setStreamKey(undefined);
                  }),
              )
            }
          >
            Remove
          </Button>
        ) : null}
      </div>
      {isOpen && !streamKey ? <Addresses ingest={ingest} /> : null}
      {ingest.provider === null && (state === 'ended' || state === 'idle') ? (
        <FilmSection path={path} hasRecording={ingest.startedAt !== null} />
      ) : null}
    </div>
  );
}

/** Where the encoder goes. The key was shown once. */
function Addresses({ ingest: { rtmpUrl, srtUrl } }: { ingest: Ingest }) {
  return (
    <dl className={classes.addresses}>
      <div>
        <dt>Server</dt>
        <dd>
          <code>{rtmpUrl}</code>
        </dd>
      </div>
      {srtUrl ? (
        <div>
          <dt>SRT, with the passphrase that came with the key</dt>
          <dd>
            <code>{srtUrl}</code>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** @param children what belongs to the warnings. */
function IngestState({ ingest, children }: { ingest: Ingest; children: ReactNode }) {
  const { tone, title, text } = wordsOf(ingest);
  return (
    <section className={classes.state} aria-label="Is my picture arriving?">
      <div className={classes.stateHead} role="status">
        <ToneBadge tone={tone}>{title}</ToneBadge>
        <span>{text}</span>
      </div>
      {ingest.warnings.length > 0 ? (
        <ul className={classes.warnings} aria-label="Warnings">
          {warningsInWords(ingest).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
      {children}
      {ingest.provider ? <p>{atProvider(ingest.provider)}</p> : null}
      {ingest.state === 'idle' || ingest.state === 'ended' ? null : <HealthCharts {...ingest} />}
      <dl className={classes.facts}>
        {healthFacts(ingest).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
