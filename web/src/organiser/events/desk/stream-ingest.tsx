import { Button } from '@mantine/core';
import { serverNow } from '../../../clock.ts';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { formatDate, formatDateTime, formatTime } from '../../../ui/time/time.ts';
import { TurnedAway } from '../../turned-away/turned-away.tsx';
import type { StreamPath } from '../blocks/blocks.queries.ts';
import { HealthCharts } from '../ingest/health-charts.tsx';
import { type DescribedIngest, postEnd, postKeep } from '../ingest/ingest.queries.ts';
import { IngestDialog } from '../ingest/ingest-dialog.tsx';
import { endQuestion, recordingInWords, stateWords, warningsInWords } from '../ingest/ingest-words.ts';
import { KeepEncoderButton } from '../ingest/keep-encoder-button.tsx';
import type { DeskStream } from './desk.queries.ts';
import classes from './desk-page.module.css';
import { useDeskAction } from './use-desk-action.ts';

interface Props {
  path: StreamPath;
  stream: DeskStream;
  zone: string;
  mayChange: boolean;
}

/** What arrives from the encoder of a stream, what to change about it, and the end of its broadcast. */
export function StreamIngest({ path, stream: { name, ingest }, zone, mayChange }: Props) {
  if (!ingest) return mayChange ? <SetUpButton path={path} name={name} label="Set up live ingest" /> : null;
  const { state, since, startedAt } = ingest;
  const { tone, title } = stateWords[state];
  const warnings = warningsInWords(ingest);
  return (
    <section className={classes.ingest} aria-label={`Broadcast of ${name}`}>
      <p className={classes.ingestHead} role="status">
        <ToneBadge tone={tone}>{title}</ToneBadge>
        <span className={`tabular ${classes.muted}`}>{`since ${whenInWords(since, zone)}`}</span>
      </p>
      {warnings.length > 0 ? (
        <ul className={classes.ingestWarnings} aria-label={`Warnings for ${name}`}>
          {warnings.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
      {mayChange ? <KeepButton path={path} name={name} ingest={ingest} /> : null}
      <TurnedAway
        attempts={ingest.attempts}
        stream={ingest}
        zone={zone}
        label={`Encoders of ${name} that were turned away`}
      />
      {state === 'idle' || state === 'ended' ? null : <HealthCharts {...ingest} />}
      <p className={`tabular ${classes.muted}`}>{recordingInWords(ingest)}</p>
      {mayChange ? (
        <div className={classes.switches}>
          {state !== 'ended' && startedAt ? <EndButton path={path} name={name} /> : null}
          <SetUpButton path={path} name={name} label="Live ingest" />
        </div>
      ) : null}
    </section>
  );
}

function KeepButton({ path, name, ingest }: Pick<Props, 'path'> & { name: string; ingest: DescribedIngest }) {
  const keep = useDeskAction(path.eventId, `The encoder of ${name} could not be kept`);
  const run = () => void keep.run(() => postKeep(path));
  return <KeepEncoderButton ingest={ingest} name={name} isRunning={keep.isRunning} keep={run} />;
}

function EndButton({ path, name }: { path: StreamPath; name: string }) {
  const end = useDeskAction(path.eventId, `The broadcast of ${name} could not be ended`);
  return (
    <Button
      fullWidth
      px="xs"
      variant="default"
      loading={end.isRunning}
      aria-label={`End broadcast: ${name}`}
      onClick={async () => {
        if (await confirm(endQuestion)) await end.run(() => postEnd(path));
      }}
    >
      End broadcast
    </Button>
  );
}

function SetUpButton({ path, name, label }: { path: StreamPath; name: string; label: string }) {
  return (
    <Button
      fullWidth
      px="xs"
      variant="default"
      aria-label={`${label}: ${name}`}
      onClick={() =>
        openModal({
          title: `Live ingest of ${name}`,
          size: 'lg',
          content: () => <IngestDialog path={path} name={name} />,
        })
      }
    >
      {label}
    </Button>
  );
}

/** "19:40", with the day if it is another one. */
function whenInWords(instant: string, zone: string) {
  const isToday = formatDate(instant, zone) === formatDate(serverNow(), zone);
  return isToday ? formatTime(instant, zone) : formatDateTime(instant, zone);
}
