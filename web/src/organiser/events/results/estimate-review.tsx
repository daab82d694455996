import { boutName } from '@ringside/rules/bout-words';
import { useQuery } from '@tanstack/react-query';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { type Bout, resultQueries } from './results.queries.ts';
import classes from './results-page.module.css';

/** How good the times were that viewers were told; nothing until a bout has begun after another one. */
export function EstimateReview({ eventId, bouts }: { eventId: string; bouts: readonly Bout[] }) {
  const { permissions } = useSession();
  const { data } = useQuery({
    ...resultQueries.estimate(eventId),
    enabled: holdsAll(permissions, ['event:read']),
  });
  const ends = data?.ends ?? [];
  if (ends.length === 0) return null;
  const nameOf = (boutId: string) => {
    const bout = bouts.find(({ id }) => id === boutId);
    return bout ? boutName(bout) : 'A fight that is gone';
  };
  return (
    <details className={classes.review}>
      <summary>How good the expected times were</summary>
      <p className={classes.rule}>
        At the end of each fight viewers read when the next ones are expected, and in which span. It is meant
        to hold in four of five cases.
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">At the end of</th>
            <th scope="col">Off by (median)</th>
            <th scope="col">Within the span</th>
            <th scope="col">Main event</th>
          </tr>
        </thead>
        <tbody>
          {ends.map(({ boutId, at, count, withinSpan, medianErrorSeconds, mainEvent }) => (
            <tr key={`${boutId} ${at}`}>
              <th scope="row">{nameOf(boutId)}</th>
              <td className="tabular">{minutes(medianErrorSeconds)}</td>
              <td className="tabular">{`${withinSpan} of ${count}`}</td>
              <td className="tabular">{mainEvent ? offBy(mainEvent) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const minutes = (seconds: number) => `${Math.round(seconds / 60)} min`;

function offBy({ expectedAt, startedAt }: { expectedAt: string; startedAt: string }): string {
  const seconds = (Date.parse(startedAt) - Date.parse(expectedAt)) / 1_000;
  if (Math.abs(seconds) < 30) return 'on time';
  return `${minutes(Math.abs(seconds))} ${seconds > 0 ? 'later' : 'earlier'}`;
}
