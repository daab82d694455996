import { adminPaths } from '../../../admin-paths.ts';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { locales } from '../../../ui/locales.ts';
import { listOf } from '../../ui/table/list.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import type { EventWithBlocks } from '../choosing/event-with-blocks.ts';
import type { Outage } from './compensation.queries.ts';
import { lengthOf, spanOf, sumsOf } from './compensation-words.ts';

/** The table of the outages of an event. */
export function outagesList({ id, timezone }: EventWithBlocks) {
  return listOf<'listOutages'>({
    operation: 'listOutages',
    noun: ['outage', 'outages'],
    rowId: (outage) => outage.id,
    columns: [
      {
        key: 'block',
        title: 'Block',
        cell: (outage) => (
          <RowLink to={`${adminPaths.eventOutages.href(id)}?outage=${outage.id}`}>{outage.blockName}</RowLink>
        ),
      },
      {
        key: 'when',
        title: 'When',
        cell: (outage) => <span className="tabular">{spanOf(outage, timezone)}</span>,
      },
      {
        key: 'seconds',
        title: 'How long',
        align: 'end',
        cell: ({ seconds }) => <span className="tabular">{lengthOf(seconds)}</span>,
      },
      {
        key: 'people',
        title: 'People',
        align: 'end',
        cell: ({ people }) => <span className="tabular">{people.toLocaleString(locales)}</span>,
      },
      {
        key: 'paid',
        title: 'Paid by those without a remedy',
        align: 'end',
        cell: ({ paid }) => <span className="tabular">{sumsOf(paid)}</span>,
      },
      { key: 'state', title: 'State', cell: (outage) => <OutageState outage={outage} /> },
    ],
    filters: {},
  });
}

export function OutageState({ outage }: { outage: Outage }) {
  const { endDate, people, open, compensations } = outage;
  const sum = (key: 'pending' | 'failed') => compensations.reduce((total, one) => total + one[key], 0);
  if (endDate === null) return <ToneBadge tone="warning">Goes on</ToneBadge>;
  if (sum('failed') > 0) return <ToneBadge tone="warning">{`${sum('failed')} failed`}</ToneBadge>;
  if (sum('pending') > 0) return <ToneBadge tone="plain">{`${sum('pending')} on their way`}</ToneBadge>;
  if (people === 0) return <ToneBadge tone="plain">Nobody affected</ToneBadge>;
  if (open > 0) return <ToneBadge tone="warning">{`${open} without a remedy`}</ToneBadge>;
  return <ToneBadge tone="good">Compensated</ToneBadge>;
}
