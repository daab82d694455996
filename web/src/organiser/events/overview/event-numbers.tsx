import type { components } from '@ringside/openapi/schema';
import { useQuery } from '@tanstack/react-query';
import { locales } from '../../../ui/locales.ts';
import { eventsQueries } from '../events.queries.ts';
import classes from './overview.module.css';

/** Blocks, live streams and accesses of an event. */
export function EventNumbers({ event }: { event: components['schemas']['Event'] }) {
  const { data: accesses, isError } = useQuery(eventsQueries.accessCount(event.id));
  const { blocks = [] } = event;
  const streams = blocks.flatMap(({ liveStreams = [] }) => liveStreams);
  const active = streams.filter(({ status }) => status === 'active').length;
  const numbers = [
    { words: 'Blocks', number: blocks.length },
    { words: 'Live streams', number: streams.length, more: `${active} active` },
    { words: 'Accesses', number: accesses, more: isError ? 'could not be loaded' : undefined },
  ];
  return (
    <section aria-label="Numbers">
      <dl className={classes.numbers}>
        {numbers.map(({ words, number, more }) => (
          <div key={words} className={classes.card}>
            <dt className={classes.label}>{words}</dt>
            <dd className={classes.number}>{number?.toLocaleString(locales) ?? '–'}</dd>
            {more ? <dd className={classes.more}>{more}</dd> : null}
          </div>
        ))}
      </dl>
    </section>
  );
}
