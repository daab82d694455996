import type { ReactNode } from 'react';
import { serverNow } from '../../clock.ts';
import { formatDate, formatDateTime, formatTime } from '../../ui/time/time.ts';
import type { WatchingDevice } from './playback.queries.ts';
import classes from './watching-device.module.css';

/** A device that watches now: its name, what it plays and since when. */
export function WatchingDeviceRow({ device, action }: { device: WatchingDevice; action?: ReactNode }) {
  const { deviceName, watching, startedAt, isCurrent } = device;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong className={classes.name}>{deviceName}</strong>
        <span className={classes.meta}>
          {watching ?? 'Getting ready to play'},{' '}
          <time dateTime={startedAt} className={classes.since}>
            since {sinceWords(startedAt)}
          </time>
          {isCurrent ? '. This device' : ''}
        </span>
      </div>
      {action}
    </li>
  );
}

export function sinceWords(instant: string) {
  const isToday = formatDate(instant) === formatDate(serverNow());
  return isToday ? formatTime(instant) : formatDateTime(instant);
}
