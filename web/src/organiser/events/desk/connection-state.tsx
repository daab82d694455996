import type { Connection } from '../../../live/event-stream.ts';
import { formatTime } from '../../../ui/time/time.ts';
import classes from './desk-page.module.css';

const words: Record<Connection, string> = {
  connecting: 'Connecting',
  live: 'Connected: changes appear by themselves',
  reconnecting: 'Reconnecting',
  polling: 'No connection for changes: asking every 20 seconds',
  resting: 'Paused while this page was hidden',
  ended: 'This event is gone',
};

interface Props {
  connection: Connection;
  /** When the numbers were read, in milliseconds. */
  updatedAt: number;
}

/** How changes arrive. Without a connection it says how old the numbers are. */
export function ConnectionState({ connection, updatedAt }: Props) {
  const isLive = connection === 'live';
  return (
    <p role="status" className={classes.connection} data-connection={connection}>
      <span className={classes.dot} aria-hidden />
      <span>
        {words[connection]}
        {isLive || connection === 'connecting' ? null : `. Numbers of ${formatTime(updatedAt)}`}
      </span>
    </p>
  );
}
