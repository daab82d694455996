import { boutName, roundsInWords } from '@ringside/rules/bout-words';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { BellBoard } from '../bell/bell-board.tsx';
import { boutNow, useBell } from '../bell/use-bell.ts';
import classes from './desk-page.module.css';

/** The bell at the desk, for users with `event:bell`; nothing for an event without bouts. */
export function DeskBell({ eventId }: { eventId: string }) {
  const { permissions } = useSession();
  return holdsAll(permissions, ['event:bell']) ? <Ring eventId={eventId} /> : null;
}

function Ring({ eventId }: { eventId: string }) {
  const bell = useBell(eventId);
  const { data } = bell.board;
  // The rest of the desk goes on without it.
  if (!data || data.bouts.length === 0) return null;
  const takingPlace = data.bouts.filter(({ status }) => status !== 'cancelled');
  const on = boutNow(takingPlace, bell.bellsOf);
  const next = on && takingPlace[takingPlace.indexOf(on) + 1];
  return (
    <section aria-labelledby="desk-bell" className={classes.block}>
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
