import { chartLines, heightOf, topOf } from './chart-line.ts';
import classes from './health-charts.module.css';
import type { DescribedIngest } from './ingest.queries.ts';

/** Five minutes of 5 seconds each; a shorter history stands at the right. */
const slots = 60;

interface Figure {
  title: string;
  values: ReadonlyArray<number | null>;
  now: string;
  inWords: (value: number) => string;
  /** The upper edge of the chart, at least. */
  least: number;
  /** Where the line should be. */
  aim?: number | null | undefined;
}

/** How the feed has been over the last minutes. The drawings are hidden from screen readers: the words say the same. */
export function HealthCharts({
  state,
  health,
  history,
}: Pick<DescribedIngest, 'state' | 'health' | 'history'>) {
  if (!health) return null;
  // The figures of an encoder that is gone are not those of now.
  const hasFeed = state === 'live' || state === 'connecting';
  const declared = health.declaredFramesPerSecond;
  const megabits = (bits: number) => `${(bits / 1e6).toFixed(1)} Mbit/s`;
  const seconds = (value: number) => `${Math.max(0, value).toFixed(1)} s`;
  const figures: Figure[] = [
    {
      title: 'Bitrate',
      values: history?.bitsPerSecond ?? [],
      now: megabits(health.bitsPerSecond),
      inWords: megabits,
      least: 1e6,
    },
    {
      title: 'Frames a second',
      values: history?.framesPerSecond ?? [],
      now: `${health.framesPerSecond}${declared === null ? '' : ` of ${declared}`}`,
      inWords: (value) => String(Math.round(value)),
      least: 10,
      aim: declared,
    },
    {
      title: 'Behind the clock',
      values: history?.behindSeconds ?? [],
      now: seconds(health.behindSeconds),
      inWords: seconds,
      least: 2,
    },
  ];
  return (
    <div className={classes.frame}>
      <dl className={classes.charts}>
        {figures.map((figure) => (
          <Chart key={figure.title} {...figure} hasFeed={hasFeed} />
        ))}
      </dl>
    </div>
  );
}

function Chart({ title, values, now, inWords, least, aim, hasFeed }: Figure & { hasFeed: boolean }) {
  const known = values.filter((value) => value !== null);
  const top = topOf([...values, aim ?? null], least);
  return (
    <div className={classes.chart}>
      <dt>{title}</dt>
      <dd className={`tabular ${classes.now}`}>{hasFeed ? now : 'None'}</dd>
      <dd className={classes.past}>
        <svg className={classes.drawing} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {aim ? <path className={classes.aim} d={`M0 ${heightOf(aim, top)}H100`} /> : null}
          {chartLines({ values, slots, top }).map((line) => (
            <path key={line} className={classes.line} d={line} />
          ))}
        </svg>
        <span className={`tabular ${classes.range}`}>
          {known.length === 0
            ? hasFeed
              ? 'Measuring'
              : 'Nothing came in the last 5 min'
            : `${inWords(Math.min(...known))} to ${inWords(Math.max(...known))} in the last 5 min`}
        </span>
      </dd>
    </div>
  );
}
