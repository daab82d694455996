import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { adminPaths } from '../../../admin-paths.ts';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { formatMoney } from '../../../ui/money/money.ts';
import { formatTime } from '../../../ui/time/time.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { listOf } from '../../ui/table/list.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import { useListQuery } from '../../ui/table/use-list-query.ts';
import classes from './compensation.module.css';
import { type AffectedPerson, compensationQueries } from './compensation.queries.ts';
import { failureOf, lengthOf, nameOf, statusTones, statusWords } from './compensation-words.ts';

interface Props {
  outageId: string;
  zone: string;
  /** Whether something is on its way, so that the rows change by themselves. */
  moves: boolean;
}

export function PeopleTable({ outageId, zone, moves }: Props) {
  const list = useMemo(() => peopleList(zone), [zone]);
  const state = useListQuery(list);
  const { limit, offset } = state.query;
  const result = useQuery(compensationQueries.people(outageId, { limit, offset }, moves));
  return (
    <DataTable<'listAffectedPeople'>
      list={list}
      state={state}
      result={result}
      caption="Affected people"
      empty={{
        title: 'Nobody was affected',
        text: 'Nobody with a paid order watched when it broke or tried to watch while it lasted.',
      }}
    />
  );
}

function peopleList(zone: string) {
  return listOf<'listAffectedPeople'>({
    operation: 'listAffectedPeople',
    noun: ['affected person', 'affected people'],
    rowId: ({ orderId }) => orderId,
    columns: [
      {
        key: 'person',
        title: 'Person',
        cell: (person) => (
          <>
            <RowLink to={adminPaths.order.href(person.orderId)}>{nameOf(person)}</RowLink>
            {person.name === null ? null : <span className={classes.address}>{person.email}</span>}
          </>
        ),
      },
      {
        key: 'since',
        title: 'Since',
        cell: ({ startDate }) => <span className="tabular">{formatTime(startDate, zone)}</span>,
      },
      {
        key: 'seconds',
        title: 'How long',
        align: 'end',
        cell: ({ seconds }) => <span className="tabular">{lengthOf(seconds)}</span>,
      },
      {
        key: 'amount',
        title: 'Paid',
        align: 'end',
        cell: ({ amount, currency }) => <span className="tabular">{formatMoney(amount, currency)}</span>,
      },
      {
        key: 'refunded',
        title: 'Refunded',
        align: 'end',
        cell: ({ refundedAmount, currency }) => (
          <span className="tabular">
            {refundedAmount === 0 ? '–' : formatMoney(refundedAmount, currency)}
          </span>
        ),
      },
      { key: 'state', title: 'Remedy', cell: (person) => <PersonState person={person} /> },
    ],
    filters: {},
  });
}

function PersonState({ person: { compensation } }: { person: AffectedPerson }) {
  if (compensation === null) return <span className={classes.muted}>Nothing yet</span>;
  const { status, amount, currency, failure } = compensation;
  const sum = amount === null || currency === null ? '' : ` ${formatMoney(amount, currency)}`;
  return (
    <>
      <ToneBadge tone={statusTones[status]}>{`${statusWords[status]}${sum}`}</ToneBadge>
      {failure === null ? null : <span className={classes.address}>{failureOf(failure)}</span>}
    </>
  );
}
