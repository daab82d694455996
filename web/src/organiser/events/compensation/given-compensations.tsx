import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { locales } from '../../../ui/locales.ts';
import { formatDateTime } from '../../../ui/time/time.ts';
import classes from './compensation.module.css';
import { type Compensation, type Outage, retryCompensation } from './compensation.queries.ts';
import { peopleOf, sumsOf, termsOf } from './compensation-words.ts';

interface Props {
  outage: Outage;
  zone: string;
  mayRetry: boolean;
}

/** What was given, how far it is, and a second try of what has failed. */
export function GivenCompensations({ outage, zone, mayRetry }: Props) {
  const titleId = useId();
  if (outage.compensations.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h3 id={titleId} className={classes.title}>
        What was given
      </h3>
      {outage.compensations.map((each) => (
        <Given key={each.id} given={each} zone={zone} mayRetry={mayRetry} />
      ))}
    </section>
  );
}

function Given({ given, zone, mayRetry }: { given: Compensation; zone: string; mayRetry: boolean }) {
  const { terms, people, pending, done, failed, sums, createdAt, actorName } = given;
  const sum = sums.length === 0 ? '' : `, ${sumsOf(sums)} together`;
  return (
    <div className={classes.given}>
      <p className={classes.terms}>{termsOf(terms, zone)}</p>
      <p className={classes.muted}>
        {`To ${peopleOf(people)}${sum}. Confirmed ${formatDateTime(createdAt, zone)} by ${actorName ?? 'a deleted account'}.`}
      </p>
      <progress className={classes.progress} max={people} value={people - pending} aria-label="Progress" />
      <p role="status" className="tabular">
        {[
          `${done.toLocaleString(locales)} of ${people.toLocaleString(locales)} have it`,
          ...(pending > 0 ? [`${pending.toLocaleString(locales)} on their way`] : []),
          ...(failed > 0 ? [`${failed.toLocaleString(locales)} failed`] : []),
        ].join(', ')}
      </p>
      {failed > 0 && mayRetry ? <Retry id={given.id} failed={failed} /> : null}
    </div>
  );
}

function Retry({ id, failed }: { id: string; failed: number }) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryCompensation(id),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
      {failed === 1 ? 'Try the failed one again' : `Try the ${failed} failed ones again`}
    </Button>
  );
}
