import { useCallback, useRef } from 'react';
import { serverNow } from '../../../clock.ts';
import { Stage } from '../../../media/stage.tsx';
import { StreamStatusBadge } from '../../../ui/badges/status-badges.tsx';
import { PictureFallback } from '../../../ui/pictures/picture-fallback.tsx';
import { formatDate, formatTime } from '../../../ui/time/time.ts';
import { PreviewPlayer, type SeekablePreview } from '../../preview/preview-player.tsx';
import { signPreview } from '../preview-calls.ts';
import type { Desk, DeskBlock, DeskStream } from './desk.queries.ts';
import classes from './desk-page.module.css';
import { PictureDelay } from './picture-delay.tsx';
import { StreamIngest } from './stream-ingest.tsx';
import { StreamSwitches } from './stream-switches.tsx';
import { counted, refusalWords } from './words.ts';

interface Props {
  desk: Desk;
  block: DeskBlock;
  stream: DeskStream;
  mayChange: boolean;
}

/** One stream: its picture, who watches, who was refused, who changed it, and its switches. */
export function StreamCard({ desk, block, stream, mayChange }: Props) {
  const { id, name, status, viewers, peakViewers, ingest } = stream;
  const path = { eventId: desk.event.id, blockId: block.id, liveStreamId: id };
  const isFirst = desk.featuredStreamId === id;
  const titleId = `desk-${id}`;
  const picture = useRef<SeekablePreview>(undefined);
  const keepPicture = useCallback((shown: SeekablePreview) => {
    picture.current = shown;
  }, []);
  return (
    <article
      className={classes.card}
      aria-labelledby={titleId}
      data-inactive={status === 'inactive' || undefined}
    >
      {ingest?.state === 'idle' || ingest?.state === 'connecting' ? (
        <Stage poster={<PictureFallback />} isDimmed>
          <p className={classes.noPicture}>The picture appears here as soon as the encoder sends it.</p>
        </Stage>
      ) : (
        <PreviewPlayer
          // The end makes another video of it: the recording.
          key={ingest?.state === 'ended' ? 'replay' : 'live'}
          title={name}
          sign={() => signPreview(path)}
          poster={<PictureFallback />}
          onSeekable={keepPicture}
        />
      )}
      <div className={classes.cardWords}>
        <div className={classes.cardHead}>
          <h4 id={titleId} className={classes.cardTitle}>
            {name}
          </h4>
          <StreamStatusBadge status={status} />
          {isFirst ? <span className={classes.first}>Shown first</span> : null}
        </div>
        <dl className={classes.numbers}>
          <div>
            <dt>Viewers now</dt>
            <dd className="display tabular">{counted(viewers)}</dd>
          </div>
          <div>
            <dt>Peak</dt>
            <dd className={`display tabular ${classes.peak}`}>{counted(peakViewers)}</dd>
          </div>
        </dl>
        <StreamIngest {...{ path, stream, mayChange }} zone={desk.event.timezone} />
        <Refusals stream={stream} />
        {status === 'active' ? (
          <PictureDelay
            path={path}
            venueDelayMs={stream.venueDelayMs}
            takenAt={() => picture.current?.takenAt() ?? null}
          />
        ) : null}
        <LastChange stream={stream} zone={desk.event.timezone} />
        {mayChange ? <StreamSwitches {...{ path, stream, isFirst }} viewersOfEvent={desk.viewers} /> : null}
      </div>
    </article>
  );
}

function Refusals({ stream: { refusals } }: { stream: DeskStream }) {
  const total = refusals.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <p className={classes.muted}>Nobody refused in the last 5 minutes</p>;
  return (
    <div className={classes.refusals}>
      <p>{`Refused in the last 5 minutes: ${counted(total)}`}</p>
      <ul>
        {refusals.map(({ reason, count }) => (
          <li key={reason}>{`${counted(count)} ${refusalWords[reason]}`}</li>
        ))}
      </ul>
    </div>
  );
}

function LastChange({ stream: { changedAt, changedBy }, zone }: { stream: DeskStream; zone: string }) {
  if (!changedAt) return null;
  const isToday = formatDate(changedAt, zone) === formatDate(serverNow(), zone);
  const when = isToday
    ? formatTime(changedAt, zone)
    : `${formatDate(changedAt, zone)}, ${formatTime(changedAt, zone)}`;
  return <p className={classes.muted}>{`Changed at ${when} by ${changedBy ?? 'a deleted account'}`}</p>;
}
