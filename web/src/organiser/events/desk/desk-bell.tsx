import { boutName, roundsInWords } from '@ringside/rules/bout-words';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import type { Connection } from '../../../live/event-stream.ts';
import { BellBoard } from '../bell/bell-board.tsx';
import { boutNow, useBell } from '../bell/use-bell.ts';
import classes from './desk-page.module.css';

interface Props {
  eventId: string;
  /** Of the desk's stream, which brings the bells of others. */
  connection: Connection;
}

/** The bell at the desk, for users with `event:bell`; nothing for an event without bouts. */
export function DeskBell(props: Props) {
  const { permissions } = useSession();
  return holdsAll(permissions, ['event:bell']) ? <Ring {...props} /> : null;
}

function Ring({ eventId, connection }: Props) {
  const bell = useBell(eventId, connection);
  const { data } = bell.board;
  // The rest of the desk goes on without it.
  if (!data || data.bouts.length === 0) return null;
  const takingPlace = data.bouts.filter(({ status }) => status !== 'cancelled');
  const on = boutNow(takingPlace, bell.bellsOf);
  const next = on && takingPlace[takingPlace.indexOf(on) + 1];
  return (
    <section aria-labelledby="desk-bell" className={classes.besideStreams}>
      <h3 id="desk-bell" className={classes.blockTitle}>
        The bell
      </h3>
      <div className={classes.bell}>
        <div className={classes.bellBoard}>
          <BellBoard eventId={eventId} board={data} bell={bell} />
        </div>
        {next ? (
          <div className={classes.nextBout}>
            <p className="eyebrow">Next</p>
            <p className={`display ${classes.nextNames}`}>{boutName(next)}</p>
            <p className={classes.muted}>{[next.title, roundsInWords(next)].filter(Boolean).join(' · ')}</p>
          </div>
        ) : null}
      </div>
    </section>
  );
}
