import { useSearchParams } from 'react-router';
import { WallTime } from '../../ui/time/wall-time.tsx';
import { person } from '../ui/people/person-filter.tsx';
import { choice, dates, exactly } from '../ui/table/filters/filter-controls.ts';
import { listOf } from '../ui/table/list.ts';
import { RowLink } from '../ui/table/row-link.tsx';
import { actionWords, entityWords, wordsOfAction, wordsOfEntity } from './audit-words.ts';
import { type AuditEntry, actorOf, changesOf, nameOf } from './changes.ts';

/** The key of the address that opens the details of an entry. */
export const entryKey = 'entry';

/** The table of the audit log. */
export const auditList = listOf<'listAuditEntries'>({
  operation: 'listAuditEntries',
  noun: ['change', 'changes'],
  rowId: ({ id }) => id,
  firstOrder: '-createdAt',
  columns: [
    { key: 'what', title: 'Change', cell: (entry) => <EntryLink entry={entry} /> },
    { key: 'name', title: 'Of', cell: (entry) => nameOf(entry) || wordsOfEntity(entry.entityType) },
    { key: 'fields', title: 'Fields', cell: (entry) => <ChangedFields entry={entry} /> },
    { key: 'actor', title: 'By', cell: actorOf },
    {
      key: 'createdAt',
      title: 'When',
      order: 'createdAt',
      cell: ({ createdAt }) => <WallTime instant={createdAt} />,
    },
    { key: 'kind', title: 'Kind', isOptional: true, cell: ({ entityType }) => wordsOfEntity(entityType) },
    { key: 'entityId', title: 'Id', isOptional: true, cell: ({ entityId }) => entityId },
  ],
  filters: {
    actorId: person({ label: 'By', isFirst: true }),
    action: choice({ label: 'Change', isFirst: true, options: actionWords }),
    entityType: choice({ label: 'Kind', options: entityWords }),
    entityId: exactly({ label: 'Id of what was changed' }),
    createdAt: dates({ label: 'When' }),
  },
});

/** Details open over the list, at an address of their own. */
function EntryLink({ entry }: { entry: AuditEntry }) {
  const [search] = useSearchParams();
  const address = new URLSearchParams(search);
  address.set(entryKey, entry.id);
  return <RowLink to={`?${address}`}>{wordsOfAction(entry.action)}</RowLink>;
}

const shownFields = 3;

function ChangedFields({ entry }: { entry: AuditEntry }) {
  if (entry.before === null) return 'New';
  if (entry.after === null) return 'Deleted';
  const labels = changesOf(entry).map(({ label }) => label);
  const more = labels.length - shownFields;
  return `${labels.slice(0, shownFields).join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}
