import { serverNow } from '../../clock.ts';
import { attemptFacts, attemptInWords, type EncoderAttempt } from './attempt-words.ts';
import classes from './turned-away.module.css';

interface Props {
  attempts: EncoderAttempt[];
  /** Of the stream, whose newest attempt is shown at once where it may be why no picture arrives; undefined: none. */
  stream?: { state: string; lastFrameAt: string | null };
  /** Of the stream; undefined: that of the organiser. */
  zone?: string;
  /** Whose they are, for screen readers. */
  label?: string;
}

/** Encoders that were turned away: why, when, and from where. */
export function TurnedAway({ attempts, stream, zone, label = 'Encoders that were turned away' }: Props) {
  const [newest] = attempts;
  const shown = newest && stream && mayBeWhy(newest, stream) ? [newest] : [];
  const folded = attempts.slice(shown.length);
  if (attempts.length === 0) return null;
  return (
    <section className={classes.turnedAway} aria-label={label}>
      {shown.map((attempt) => (
        <div key={keyOf(attempt)} className={classes.newest}>
          <p className={classes.head}>An encoder was turned away</p>
          <Attempt attempt={attempt} zone={zone} />
        </div>
      ))}
      {folded.length > 0 ? (
        <details>
          <summary>
            {shown.length > 0 ? `Earlier: ${folded.length}` : `Encoders turned away: ${folded.length}`}
          </summary>
          <ul className={classes.list}>
            {folded.map((attempt) => (
              <li key={keyOf(attempt)}>
                <Attempt attempt={attempt} zone={zone} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function Attempt({ attempt, zone }: { attempt: EncoderAttempt; zone: string | undefined }) {
  return (
    <>
      <p>{attemptInWords(attempt)}</p>
      <p className={`tabular ${classes.facts}`}>{attemptFacts(attempt, serverNow(), zone)}</p>
    </>
  );
}

const freshMs = 60 * 60_000;

function mayBeWhy({ at }: EncoderAttempt, { state, lastFrameAt }: NonNullable<Props['stream']>): boolean {
  const isLater = lastFrameAt === null || Date.parse(at) > Date.parse(lastFrameAt);
  return state !== 'live' && isLater && serverNow() - Date.parse(at) < freshMs;
}

function keyOf({ at, network, refusal, program, detail }: EncoderAttempt): string {
  return [at, network, refusal, program, detail].join(' ');
}
