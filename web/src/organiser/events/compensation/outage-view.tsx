import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { throwIfMissing } from '../../../api/problem.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import type { EventWithBlocks } from '../choosing/event-with-blocks.ts';
import classes from './compensation.module.css';
import { compensationQueries, isMoving, type Outage } from './compensation.queries.ts';
import { causeWords, lengthOf, peopleOf, spanOf, sumsOf } from './compensation-words.ts';
import { GivenCompensations } from './given-compensations.tsx';
import { OutageState } from './outages-list.tsx';
import { PeopleTable } from './people-table.tsx';
import { RemedyForm } from './remedy-form.tsx';

/** One outage: what it was, what was given for it, what can be given, and to whom. */
export function OutageView({ event, outageId }: { event: EventWithBlocks; outageId: string }) {
  const { permissions } = useSession();
  const { data: outage, error, refetch } = useQuery(compensationQueries.outage(outageId));
  if (!outage) {
    throwIfMissing(error);
    return error ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton height={320} />;
  }
  const mayRefund = holdsAll(permissions, ['order:refund']);
  return (
    <>
      <Anchor component={Link} to={adminPaths.eventOutages.href(event.id)} className={classes.back as string}>
        All outages
      </Anchor>
      <PageHead
        title={`${outage.blockName} could not be watched`}
        tabTitle={`Outage of ${outage.blockName}`}
        text={`${causeWords[outage.cause]}.`}
        action={<OutageState outage={outage} />}
      />
      <Facts outage={outage} zone={event.timezone} />
      <GivenCompensations outage={outage} zone={event.timezone} mayRetry={mayRefund} />
      {mayRefund ? <NextStep outage={outage} /> : null}
      <PeopleTable outageId={outage.id} zone={event.timezone} moves={isMoving(outage)} />
    </>
  );
}

function NextStep({ outage }: { outage: Outage }) {
  if (outage.endDate === null)
    return (
      <p className={classes.note}>
        It goes on. When it is over, everybody who was affected can be compensated in one step.
      </p>
    );
  return outage.open > 0 ? <RemedyForm outage={outage} /> : null;
}

function Facts({ outage, zone }: { outage: Outage; zone: string }) {
  const { seconds, people, open, paid } = outage;
  const facts = [
    { title: 'When', value: spanOf(outage, zone) },
    { title: 'How long', value: lengthOf(seconds) },
    { title: 'Affected', value: peopleOf(people) },
    {
      title: 'Without a remedy',
      value: open === 0 ? 'Nobody' : `${peopleOf(open)}, who paid ${sumsOf(paid)}`,
    },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
